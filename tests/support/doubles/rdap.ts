import { Hono } from 'hono';
import { listen } from '../../../server/http/listen.ts';
import { noFaults, takeFault, type Faults } from './faults.ts';

export interface RdapDouble {
  /** The settings of a server that uses it. */
  settings: { RDAP_BOOTSTRAP_URL: string };
  faults: Faults;
  /** The domains that somebody has. */
  registered: Set<string>;
  /** The domains that were looked up. */
  requests: string[];
  close(): Promise<void>;
}

/** A test double of IANA's list and of one registry, for the ending "example". */
export async function startRdapDouble(): Promise<RdapDouble> {
  const app = new Hono();
  let url = '';
  const faults = noFaults();
  const registered = new Set<string>();
  const requests: string[] = [];
  app.get('/dns.json', (c) =>
    c.json({
      version: '1.0',
      services: [
        [['example'], [`${url}/registry/`]],
        [['insecure'], ['http://192.0.2.1/']],
      ],
    }),
  );
  app.get('/registry/domain/:name', async (c) => {
    const name = c.req.param('name');
    requests.push(name);
    const fault = takeFault(faults);
    if (fault === 'hang') await new Promise(() => undefined);
    if (fault !== null) return c.json({ errorCode: 500 }, 500);
    return registered.has(name)
      ? c.json({ objectClassName: 'domain', ldhName: name })
      : c.json({ errorCode: 404, title: 'Not found' }, 404);
  });
  const listening = await listen((request) => app.fetch(request), { host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${listening.port}`;
  return {
    settings: { RDAP_BOOTSTRAP_URL: `${url}/dns.json` },
    faults,
    registered,
    requests,
    close: () => listening.stop(0),
  };
}
