import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { isLoopback, networkOf } from './address.ts';
import { StartError } from '../platform/start-error.ts';

export interface Listening {
  /** URL to reach it from this machine. */
  address: string;
  port: number;
  /** Accepts no new requests, lets running ones finish, and closes the rest after `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

/** Limits of connections. */
export const connectionLimits = {
  /** A request that has not arrived completely by then gets 408. */
  requestMs: 30_000,
  headersMs: 10_000,
  /** How often late requests are checked for. */
  checkEveryMs: 5_000,
  /** Further connections are closed at once. */
  connections: 5_000,
  /** A browser opens at most six, but a restaurant's devices share an address. Not applied to this machine or behind a proxy. */
  connectionsPerAddress: 240,
};

interface Options {
  host: string;
  port: number;
  trustProxy?: number;
}

type Fetch = (request: Request, bindings: unknown) => Response | Promise<Response>;

/** Serves `fetch` on `host`. `localhost` means both loopback addresses, since browsers try either. Throws if the port is taken. */
export async function listen(
  fetch: Fetch,
  { host, port, trustProxy = 0 }: Options,
  limits = connectionLimits,
): Promise<Listening> {
  const listener = getRequestListener(fetch, {
    overrideGlobalObjects: false,
    // A balancer's check may be HTTP/1.0, which needs no Host.
    hostname: 'localhost',
  });
  const servers: Server[] = [];
  const running = new Set<ServerResponse>();
  let actual = port;
  for (const name of namesOf(host)) {
    const timeouts = {
      keepAliveTimeout: 65_000,
      requestTimeout: limits.requestMs,
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.checkEveryMs,
    };
    const server = createServer(timeouts, (request, response) => {
      running.add(response);
      response.on('close', () => running.delete(response));
      closeUnread(request, response);
      void listener(request, response);
    });
    server.maxConnections = limits.connections;
    if (trustProxy === 0) limitPerAddress(server, limits.connectionsPerAddress);
    const bound = await bind(server, name, actual, { isOptional: name === '::1' });
    if (bound === null) continue;
    actual = bound;
    servers.push(server);
  }
  return {
    address: addressOf(host, actual),
    port: actual,
    async stop(graceMs) {
      const stopped = Promise.all(servers.map((server) => stop(server, graceMs)));
      // Streams do not end by themselves; their readers reconnect to the next process.
      for (const response of running)
        if (String(response.getHeader('content-type')).startsWith('text/event-stream')) response.destroy();
      await stopped;
    },
  };
}

/** How a browser of this machine reaches it. */
export function addressOf(host: string, port: number): string {
  const shown = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host) ? 'localhost' : host;
  return `http://${shown.includes(':') ? `[${shown}]` : shown}:${port}`;
}

/**
 * An answer before the whole body has come ends the connection, so it says so: a client that sent its next request over it would see that
 * one fail.
 */
function closeUnread(request: IncomingMessage, response: ServerResponse) {
  const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse;
  response.writeHead = (...head: unknown[]) => {
    if (!request.complete) response.shouldKeepAlive = false;
    return writeHead(...head);
  };
}

function limitPerAddress(server: Server, max: number) {
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (isLoopback(address)) return;
    const network = networkOf(address);
    const count = (open.get(network) ?? 0) + 1;
    if (count > max) return void socket.destroy();
    open.set(network, count);
    socket.once('close', () => {
      const left = open.get(network)! - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}

/** Throws a StartError if listening there is not possible. Checked before a database is created, which a wrong port would leave behind. */
export async function checkPort({ host, port }: { host: string; port: number }): Promise<void> {
  for (const name of namesOf(host)) {
    const probe = createServer();
    if ((await bind(probe, name, port, { isOptional: name === '::1' })) !== null)
      await new Promise((resolve) => probe.close(resolve));
  }
}

const namesOf = (host: string) => (host === 'localhost' ? ['127.0.0.1', '::1'] : [host]);

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
      const reason = unbound(error.code, host, port);
      reject(reason === null ? error : new StartError(reason, { cause: error }));
    });
    server.listen({ host, port }, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

function unbound(code: string | undefined, host: string, port: number): string | null {
  if (code === 'EADDRINUSE')
    return `PORT: ${port} on ${host} is taken by another program; stop that one, or set PORT to a free number.`;
  if (code === 'EACCES')
    return `PORT: this user may not listen on ${port}; set PORT to 1024 or more, and let a proxy take ${port}.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `HOST: ${host} is no address of this machine; set HOST to one, to localhost or to 0.0.0.0.`;
  return null;
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
