import type { Seeded } from '../../support/seeded.ts';
import type { SimServer } from '../server.ts';
import { makeWitness, type Witness } from '../watch/witness.ts';
import { refusal, travel, type NetworkFault, type Reply } from '../environment/network-faults.ts';

/**
 * The network of one evening, in memory, as `fetch`. With probability `faultRate` it drops, delays, reorders or duplicates calls, or loses
 * answers.
 */
export interface Network {
  /** 0: every call arrives once and is answered. */
  faultRate: number;
  /** `fetch` for one device. */
  fetchOf(device: { isOnline: boolean; isTokenDead: boolean; random: Seeded }): typeof fetch;
  /** Delayed messages. Each can be released, in any order. */
  held: (() => void)[];
  faults: Map<NetworkFault | 'offline', number>;
  witness: Witness;
}

export function makeNetwork({ server }: { server: SimServer }): Network {
  const network: Network = { faultRate: 0, held: [], faults: new Map(), witness: makeWitness(), fetchOf };
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
        : await travel(deliver, { faultRate: network.faultRate, random, held }, count);
      // The connection was lost while the answer travelled.
      return device.isOnline ? new Response(text === '' ? null : text, { status }) : lost('answer lost');
    };
  }

  function lost(kind: NetworkFault | 'offline'): never {
    count(kind);
    throw new TypeError('Failed to fetch');
  }

  return network;
}
