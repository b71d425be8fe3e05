import type { Env } from '../../env.ts';
import type { Visit } from '../../http/visit.ts';

/**
 * Where our pages are for this browser: the setting, and never what a request calls this host. On one's own machine the setting is one of
 * the loopback's names, and a browser that used another of them comes back to that one, at the same port: cookies know names.
 */
export function ownOrigin({ env, visit }: { env: Pick<Env, 'publicUrl'>; visit: Visit }): string {
  const { protocol, port, host } = new URL(env.publicUrl);
  const isLocal = protocol === 'http:' && loopback(port).includes(host);
  return isLocal && visit.host !== null && loopback(port).includes(visit.host) ? `http://${visit.host}` : env.publicUrl;
}

const loopback = (port: string) => ['localhost', '127.0.0.1', '[::1]'].map((name) => (port ? `${name}:${port}` : name));
