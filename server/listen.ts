import { createServer, type Server, type ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';

export interface Listening {
  /** Where it can be reached from this machine. */
  address: string;
  port: number;
  /** Takes no new requests, lets the running ones end, and cuts what is still open after `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

type Fetch = (request: Request, bindings: unknown) => Response | Promise<Response>;

/** Serves `fetch` on `host`; `localhost` means both loopback addresses, as browsers try one or the other. Throws when the port is taken. */
export async function listen(fetch: Fetch, { host, port }: { host: string; port: number }): Promise<Listening> {
  const listener = getRequestListener(fetch, {
    overrideGlobalObjects: false,
  });
  const servers: Server[] = [];
  const running = new Set<ServerResponse>();
  let actual = port;
  for (const name of host === 'localhost' ? ['127.0.0.1', '::1'] : [host]) {
    const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
      running.add(response);
      response.on('close', () => running.delete(response));
      void listener(request, response);
    });
    const bound = await bind(server, name, actual, { isOptional: name === '::1' });
    if (bound === null) continue;
    actual = bound;
    servers.push(server);
  }
  const shown = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host) ? 'localhost' : host;
  return {
    address: `http://${shown.includes(':') ? `[${shown}]` : shown}:${actual}`,
    port: actual,
    async stop(graceMs) {
      const stopped = Promise.all(servers.map((server) => stop(server, graceMs)));
      // Streams have no end of their own; their readers come back to the next process.
      for (const response of running)
        if (String(response.getHeader('content-type')).startsWith('text/event-stream')) response.destroy();
      await stopped;
    },
  };
}

function bind(
  server: Server,
  host: string,
  port: number,
  { isOptional }: { isOptional: boolean },
): Promise<number | null> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      // A machine without IPv6 has no ::1.
      if (isOptional && ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(error.code ?? '')) return resolve(null);
      if (error.code === 'EADDRINUSE')
        return reject(new Error(`Port ${port} on ${host} is taken; choose another with PORT=`, { cause: error }));
      reject(error);
    });
    server.listen({ host, port }, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

function stop(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
