import type { Seeded } from '../../support/seeded.ts';

/** A response. */
export interface Reply {
  status: number;
  text: string;
  headers?: Record<string, string>;
  /** Retry-After in seconds, as named by the headers. */
  namedSeconds?: number;
}

export interface NetworkFaults {
  /** Probability of a fault, 0 to 1. */
  faultRate: number;
  random: Seeded;
  /** Delayed messages. Each can be released, in any order. */
  held: (() => void)[];
}

/** Network faults, and answers of proxies in the server's place. Repetition sets the probability. */
const kinds = [
  'dropped',
  'hung',
  'delayed',
  'delayed',
  'reordered',
  'duplicated',
  'late duplicate',
  'answer lost',
  'answer lost',
  'answer hung',
  'server busy',
  'too many',
  'proxy page',
  'half answer',
] as const;
export type NetworkFault = (typeof kinds)[number];

/** Delivers a request and its reply, or fails. `asked`: forces a fault, whatever the probability. */
export async function travel(
  arrive: () => Promise<Reply>,
  network: NetworkFaults,
  count: (kind: NetworkFault) => void,
  forced?: NetworkFault,
): Promise<Reply> {
  if (!forced && !network.random.chance(network.faultRate)) return arrive();
  const kind = forced ?? network.random.pick(kinds);
  count(kind);
  switch (kind) {
    case 'dropped':
      throw new TypeError('Failed to fetch');
    case 'hung':
      return never();
    case 'delayed':
      await new Promise<void>((resolve) => network.held.push(resolve));
      return arrive();
    case 'reordered': {
      const answer = await arrive();
      await new Promise<void>((resolve) => network.held.push(resolve));
      return answer;
    }
    case 'duplicated': {
      const [first] = await Promise.all([arrive(), arrive().catch(() => null)]);
      return first;
    }
    case 'late duplicate': {
      const answer = await arrive();
      network.held.push(() => void arrive().catch(() => null)); // nobody waits for the second reply
      return answer;
    }
    case 'answer lost':
      await arrive();
      throw new TypeError('Failed to fetch');
    case 'answer hung':
      await arrive();
      return never();
    case 'server busy':
      return refusal(503, 'unavailable');
    case 'too many':
      return tooMany(network.random);
    case 'proxy page':
      return { status: network.random.pick([200, 502, 504]), text: '<html>Bad gateway</html>' };
    case 'half answer': {
      const { status, text } = await arrive();
      return { status, text: text.slice(0, network.random.between(0, text.length - 1)) };
    }
  }
}

/** The wait is named in the body, or in the header as seconds or as a date relative to the sender's clock. */
function tooMany(random: Seeded): Reply {
  const seconds = random.between(1, 5);
  const kind = random.pick(['body', 'seconds', 'date'] as const);
  if (kind === 'body') return refusal(429, 'too_many', { retry_after_seconds: seconds });
  const [now, then] = [0, seconds * 1000].map((ms) => new Date(DAY + ms).toUTCString()) as [string, string];
  const headers: Reply['headers'] =
    kind === 'date' ? { 'Retry-After': then, Date: now } : { 'Retry-After': `${seconds}` };
  return { status: 429, text: '<html>Too many requests</html>', headers, namedSeconds: seconds };
}

/** The clock of the proxy, which matches no other. */
const DAY = Date.parse('2026-11-20T00:00:00.000Z');

export const never = () => new Promise<never>(() => {});

export const refusal = (status: number, code: string, more: object = {}): Reply => ({
  status,
  text: JSON.stringify({ code, message: 'The call failed', ...more }),
});
