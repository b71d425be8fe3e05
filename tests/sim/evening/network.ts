import type { Seeded } from '../../support/seeded.ts';
import type { SimServer } from '../server.ts';
import { makeWitness, type Witness } from '../watch/witness.ts';
import { refusal, travel, type NetworkFault, type Reply } from '../world/network-faults.ts';

/** The network of one evening, in memory, as `fetch`. It drops, delays, reorders, duplicates and loses answers with the probability `weather`. */
export interface Network {
  /** 0: every call arrives once and is answered. */
  weather: number;
  /** Fetch as one device has it. */
  fetchOf(device: { isOnline: boolean; isTokenDead: boolean; random: Seeded }): typeof fetch;
  /** Messages that are held back and can be let go in any order. */
  held: (() => void)[];
  faults: Map<NetworkFault | 'offline', number>;
  witness: Witness;
}

export function makeNetwork({ server }: { server: SimServer }): Network {
  const network: Network = { weather: 0, held: [], faults: new Map(), witness: makeWitness(), fetchOf };
  const { witness, held } = network;
  const count = (kind: NetworkFault | 'offline') => void network.faults.set(kind, (network.faults.get(kind) ?? 0) + 1);

  function fetchOf(device: Parameters<Network['fetchOf']>[0]): typeof fetch {
    return async (input, init) => {
      const request = new Request(input, init);
      const { url, method } = request;
      const headers = [...request.headers];
      const body = await request.text();
      const deliver = async (): Promise<Reply> => {
        const response = await server.fetch(new Request(url, { method, headers, ...(body === '' ? {} : { body }) }));
        return { status: response.status, text: await response.text() };
      };
      if (!device.isOnline) return lost('offline');
      if (url.endsWith('/sync/push')) witness.see(body);
      const { random } = device;
      const { status, text } = device.isTokenDead
        ? refusal(401, 'unauthenticated')
        : await travel(deliver, { weather: network.weather, random, held }, count);
      // The line went down while the answer was under way.
      return device.isOnline ? new Response(text === '' ? null : text, { status }) : lost('answer lost');
    };
  }

  function lost(kind: NetworkFault | 'offline'): never {
    count(kind);
    throw new TypeError('Failed to fetch');
  }

  return network;
}
