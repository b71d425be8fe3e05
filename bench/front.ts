import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

/** One request to the API and its answer, epoch ms with fractions. */
export interface Trip {
  path: string;
  requestedAt: number;
  answeredAt: number;
}

export interface Front {
  origin: string;
  /** Every answered call of the API, in the order of the answers. */
  trips: Trip[];
  close(): Promise<void>;
}

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** One origin for the app and the measured pages (below /bench/), so that both use the same database. */
export async function startFront(pages: string, appPort: number): Promise<Front> {
  const trips: Trip[] = [];
  const now = () => performance.timeOrigin + performance.now();
  const server = createServer((incoming, outgoing) => {
    const path = new URL(incoming.url ?? '/', 'http://localhost').pathname;
    if (path.startsWith('/bench/')) {
      readFile(join(pages, path.slice('/bench/'.length))).then(
        (body) => outgoing.writeHead(200, { 'content-type': types[extname(path)] ?? 'text/plain' }).end(body),
        () => outgoing.writeHead(404).end(),
      );
      return;
    }
    const { method, url, headers } = incoming;
    const requestedAt = now();
    outgoing.on('finish', () => trips.push({ path, requestedAt, answeredAt: now() }));
    const onward = request({ host: '127.0.0.1', port: appPort, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    trips,
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
