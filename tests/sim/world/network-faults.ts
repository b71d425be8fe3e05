import type { Seeded } from '../../support/seeded.ts';

/** What travels back. */
export interface Reply {
  status: number;
  text: string;
  headers?: Record<string, string>;
  /** The time that its headers name. */
  namedSeconds?: number;
}

export interface NetworkFaults {
  /** How often the network misbehaves, 0 to 1. */
  weather: number;
  random: Seeded;
  /** Messages that are held back, to be let go in any order. */
  held: (() => void)[];
}

/** What a bad network does to a message, and what stands before a server answers in its place. As often as it is named here. */
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

/** Brings one message to the server and its answer back, or does not. `asked`: what happens to it, whatever the weather. */
export async function travel(
  arrive: () => Promise<Reply>,
  sky: NetworkFaults,
  count: (kind: NetworkFault) => void,
  asked?: NetworkFault,
): Promise<Reply> {
  if (!asked && !sky.random.chance(sky.weather)) return arrive();
  const kind = asked ?? sky.random.pick(kinds);
  count(kind);
  switch (kind) {
    case 'dropped':
      throw new TypeError('Failed to fetch');
    case 'hung':
      return never();
    case 'delayed':
      await new Promise<void>((resolve) => sky.held.push(resolve));
      return arrive();
    case 'reordered': {
      const answer = await arrive();
      await new Promise<void>((resolve) => sky.held.push(resolve));
      return answer;
    }
    case 'duplicated': {
      const [first] = await Promise.all([arrive(), arrive().catch(() => null)]);
      return first;
    }
    case 'late duplicate': {
      const answer = await arrive();
      sky.held.push(() => void arrive().catch(() => null)); // nobody waits for the second one
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
      return tooMany(sky.random);
    case 'proxy page':
      return { status: sky.random.pick([200, 502, 504]), text: '<html>Bad gateway</html>' };
    case 'half answer': {
      const { status, text } = await arrive();
      return { status, text: text.slice(0, sky.random.between(0, text.length - 1)) };
    }
  }
}

/** The time is named in the body, or in the header as seconds or as a date, which counts from the time of whoever says it. */
function tooMany(random: Seeded): Reply {
  const seconds = random.between(1, 5);
  const kind = random.pick(['body', 'seconds', 'date'] as const);
  if (kind === 'body') return refusal(429, 'too_many', { retry_after_seconds: seconds });
  const [now, then] = [0, seconds * 1000].map((ms) => new Date(DAY + ms).toUTCString()) as [string, string];
  const headers: Reply['headers'] =
    kind === 'date' ? { 'Retry-After': then, Date: now } : { 'Retry-After': `${seconds}` };
  return { status: 429, text: '<html>Too many requests</html>', headers, namedSeconds: seconds };
}

/** Of a server whose clock is nobody else's. */
const DAY = Date.parse('2026-11-20T00:00:00.000Z');

export const never = () => new Promise<never>(() => {});

export const refusal = (status: number, code: string, more: object = {}): Reply => ({
  status,
  text: JSON.stringify({ code, message: 'The call failed', ...more }),
});
