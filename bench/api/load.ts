import { Agent, request } from 'node:http';
import { median } from '../figures.ts';

export const READERS = 8;
const ROUNDS = 4;
/** Of each round. */
const WARM_UP_MS = 400;
const MEASURE_MS = Number(process.env['MEASURE_MS'] ?? 4_000);

export interface Load {
  /** Median time of one request. */
  ms: number;
  perSecond: number;
}

/** Gives each of the readers what it repeats, one after the other. */
type Make = (reader: number) => () => Promise<unknown>;

/** In turns, so that whatever else the machine does meets all of them alike. */
export async function underLoad<Name extends string>(wanted: Record<Name, Make>): Promise<Record<Name, Load>> {
  const names = Object.keys(wanted) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>;
  const repeated = names.map((name) => Array.from({ length: READERS }, (_, reader) => wanted[name](reader)));
  for (let round = 0; round < ROUNDS; round++)
    for (const [n, name] of names.entries()) await runFor(MEASURE_MS / ROUNDS, repeated[n]!, times[name]);
  return Object.fromEntries(names.map((name) => [name, loadOf(times[name])])) as Record<Name, Load>;
}

async function runFor(forMs: number, readers: (() => Promise<unknown>)[], times: number[]): Promise<void> {
  const from = performance.now() + WARM_UP_MS;
  const until = from + forMs;
  await Promise.all(
    readers.map(async (once) => {
      while (performance.now() < until) {
        const began = performance.now();
        await once();
        const ended = performance.now();
        if (ended >= from && ended < until) times.push(ended - began);
      }
    }),
  );
}

/** Slower than the whole measurement: no answer. */
const loadOf = (times: number[]): Load =>
  times.length === 0
    ? { ms: Infinity, perSecond: 0 }
    : { ms: median(times), perSecond: (times.length / MEASURE_MS) * 1000 };

const agent = new Agent({ keepAlive: true, maxSockets: READERS });

export interface Sent {
  method?: 'GET' | 'PUT' | 'POST';
  token?: string;
  body?: object;
  headers?: Record<string, string>;
}

/** Without `fetch`, whose own time would count. Throws on anything but a success; a server that is busy is asked again, as a device does. */
export function send(url: string, sent: Sent): Promise<Buffer> {
  const { method = 'GET', token, body, headers } = sent;
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        agent,
        method,
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
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
          if (incoming.statusCode === 200 || incoming.statusCode === 304) resolve(answer);
          else if (incoming.statusCode === 503) setTimeout(() => resolve(send(url, sent)), 1000);
          else reject(new Error(`${method} ${url} answers ${incoming.statusCode}: ${answer.toString().slice(0, 500)}`));
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body && JSON.stringify(body));
  });
}

export const closeConnections = () => agent.destroy();
