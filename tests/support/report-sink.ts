import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What arrived: the path with its query, and the lines of the envelope as they came. */
export interface Envelope {
  path: string;
  lines: string[];
}

/** Test double of an error-reporting service, in Sentry's protocol as far as a sender sees it: envelopes in, an id out. */
export interface ReportSink {
  dsn: string;
  received: Envelope[];
  /** Sets the status and headers of its answers from now on. */
  answer(status: number, headers?: Record<string, string>): void;
  close(): Promise<void>;
}

export async function startReportSink(): Promise<ReportSink> {
  const received: Envelope[] = [];
  let [status, headers]: [number, Record<string, string>] = [200, {}];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    request.on('end', () => {
      received.push({ path: request.url ?? '', lines: text.split('\n').filter(Boolean) });
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end('{"id":"1"}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    dsn: `http://publickey@127.0.0.1:${(server.address() as AddressInfo).port}/42`,
    received,
    answer: (next, more = {}) => void ([status, headers] = [next, more]),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
