import { Agent, request } from 'node:http';
import { median } from '../figures.ts';

const READERS = 8;
const WARM_UP_MS = 1_000;
const MEASURE_MS = Number(process.env['MEASURE_MS'] ?? 4_000);

export interface Load {
  /** Median time of one request. */
  ms: number;
  perSecond: number;
}

/** `make` gives each of the readers what it repeats, one after the other. */
export async function underLoad(make: (reader: number) => () => Promise<unknown>): Promise<Load> {
  const times: number[] = [];
  const from = performance.now() + WARM_UP_MS;
  const until = from + MEASURE_MS;
  await Promise.all(
    Array.from({ length: READERS }, async (_, reader) => {
      const once = make(reader);
      while (performance.now() < until) {
        const began = performance.now();
        await once();
        const ended = performance.now();
        if (ended >= from && ended < until) times.push(ended - began);
      }
    }),
  );
  // Slower than the whole measurement: no answer.
  if (times.length === 0) return { ms: Infinity, perSecond: 0 };
  return { ms: median(times), perSecond: (times.length / MEASURE_MS) * 1000 };
}

const agent = new Agent({ keepAlive: true, maxSockets: READERS });

export interface Sent {
  method?: 'GET' | 'PUT';
  token: string;
  body?: object;
  headers?: Record<string, string>;
}

/** Without `fetch`, whose own time would count. Throws on anything but a success. */
export function send(url: string, { method = 'GET', token, body, headers }: Sent): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        agent,
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
      },
      (incoming) => {
        const parts: Buffer[] = [];
        incoming.on('data', (part: Buffer) => parts.push(part));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const answer = Buffer.concat(parts);
          if (incoming.statusCode === 200) resolve(answer);
          else reject(new Error(`${method} ${url} answers ${incoming.statusCode}: ${answer.toString().slice(0, 500)}`));
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body && JSON.stringify(body));
  });
}

export const closeConnections = () => agent.destroy();
