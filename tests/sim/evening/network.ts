import type { Seeded } from '../../support/seeded.ts';
import type { SimServer } from '../server.ts';
import { makeWitness, type Witness } from '../watch/witness.ts';

export const faultKinds = [
  'dropped',
  'hung',
  'delayed',
  'duplicated',
  'late duplicate',
  'answer lost',
  'answer hung',
  'server busy',
  'too many',
  'proxy page',
  'offline',
  'device crash',
  'server crash',
  'server restored',
  'unauthenticated',
  'half answer',
] as const;
export type FaultKind = (typeof faultKinds)[number];
export type FaultCount = Record<FaultKind, number>;

export const noFaults = (): FaultCount => Object.fromEntries(faultKinds.map((kind) => [kind, 0])) as FaultCount;

/** A network in memory. It drops, delays, reorders, duplicates and loses answers with the probability `weather`. */
export interface Network {
  /** 0: every call arrives once and is answered. */
  weather: number;
  /** Fetch as one device has it. */
  fetchOf(device: { isOnline: boolean; isTokenDead: boolean; random: Seeded }): typeof fetch;
  /** Messages that are held back and can be let go in any order. */
  held: (() => void)[];
  faults: FaultCount;
  calls: number;
  witness: Witness;
}

export function makeNetwork({ server }: { server: SimServer }): Network {
  const network: Network = { weather: 0, held: [], faults: noFaults(), calls: 0, witness: makeWitness(), fetchOf };
  const { witness } = network;

  function fetchOf(device: Parameters<Network['fetchOf']>[0]): typeof fetch {
    return async (input, init) => {
      const request = new Request(input, init);
      const copy = {
        url: request.url,
        method: request.method,
        headers: [...request.headers],
        body: await request.text(),
      };
      const deliver = async (): Promise<Response> => {
        network.calls += 1;
        const { url, method, headers, body } = copy;
        return server.fetch(new Request(url, { method, headers, ...(body === '' ? {} : { body }) }));
      };
      if (!device.isOnline) return fail('offline');
      if (copy.url.endsWith('/sync/push')) witness.see(copy.body);
      if (device.isTokenDead) {
        network.faults.unauthenticated += 1;
        return json(401, { code: 'unauthenticated', message: 'Please log in' });
      }
      const response = await travel(device.random, deliver);
      // The line went down while the answer was under way.
      return device.isOnline ? response : fail('answer lost');
    };
  }

  async function travel(random: Seeded, deliver: () => Promise<Response>): Promise<Response> {
    if (!random.chance(network.weather)) return deliver();
    const kind = random.pick(weathers);
    network.faults[kind] += 1;
    switch (kind) {
      case 'dropped':
        throw new TypeError('Failed to fetch');
      case 'hung':
        return never();
      case 'delayed':
        await held();
        return deliver();
      case 'duplicated': {
        const [first] = await Promise.all([deliver(), deliver().catch(() => null)]);
        return first;
      }
      case 'late duplicate': {
        const answer = await deliver();
        network.held.push(() => void deliver().catch(() => null)); // nobody waits for the second one
        return answer;
      }
      case 'answer lost':
        await deliver();
        throw new TypeError('Failed to fetch');
      case 'answer hung':
        await deliver();
        return never();
      case 'server busy':
        return json(503, { code: 'unavailable', message: 'busy' });
      case 'too many':
        return json(429, { code: 'too_many', message: 'Too many tries', retry_after_seconds: random.between(1, 5) });
      case 'proxy page':
        return new Response('<html>Bad gateway</html>', { status: random.pick([200, 502, 504]) });
      case 'half answer': {
        const answer = await deliver();
        const body = await answer.text();
        return new Response(body.slice(0, random.between(0, body.length - 1)), { status: answer.status });
      }
    }
  }

  const held = () => new Promise<void>((resolve) => network.held.push(resolve));
  const fail = (kind: FaultKind): never => {
    network.faults[kind] += 1;
    throw new TypeError('Failed to fetch');
  };
  return network;
}

const weathers = [
  'dropped',
  'hung',
  'delayed',
  'delayed',
  'duplicated',
  'late duplicate',
  'answer lost',
  'answer lost',
  'answer hung',
  'server busy',
  'too many',
  'proxy page',
  'half answer',
] as const satisfies FaultKind[];

const never = () => new Promise<never>(() => {});
const json = (status: number, body: unknown) => Response.json(body, { status });
