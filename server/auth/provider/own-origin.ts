import type { Env } from '../../env.ts';
import type { Visit } from '../../pipeline/visit.ts';

/**
 * Our pages' origin for this browser: the setting, never the request's host. If the setting is a loopback name, a browser that used another
 * loopback name returns to that one, at the same port, because cookies depend on the name.
 */
export function ownOrigin({ env, visit }: { env: Pick<Env, 'publicUrl'>; visit: Visit }): string {
  const { protocol, port, host } = new URL(env.publicUrl);
  const isLocal = protocol === 'http:' && loopback(port).includes(host);
  return isLocal && visit.host !== null && loopback(port).includes(visit.host) ? `http://${visit.host}` : env.publicUrl;
}

const loopback = (port: string) => ['localhost', '127.0.0.1', '[::1]'].map((name) => (port ? `${name}:${port}` : name));
