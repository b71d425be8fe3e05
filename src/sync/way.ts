import { ANSWER_WAIT_MS } from '../../contract/limits.ts';
import { type Closed, type Engine, gateOf, within } from './engine.ts';
import { read, write } from './ledger.ts';
import { pullOnce, type PullResult } from './pull.ts';
import { pushOnce, type PushResult } from './push.ts';
import type { Answer } from './transport.ts';

/** How this device and its server are brought together: by our protocol, or by the specification's calls alone. */
export interface Way {
  kind: 'protocol' | 'plain';
  push(): Promise<PushResult>;
  pull(): Promise<PullResult>;
}

export const protocolOf = (engine: Engine): Way => ({
  kind: 'protocol',
  push: () => pushOnce(engine),
  pull: () => pullOnce(engine),
});

export interface WayOptions {
  /** Asks whether the server speaks the protocol. */
  hello: () => Promise<Answer<unknown>>;
  /** Loads the code of the other way, which few devices need. */
  plain: () => Promise<Way>;
}

const ASK_AGAIN_MS = 24 * 3_600_000;

/**
 * Finds the way once. A database that has met the protocol keeps to it, whatever a proxy says for a moment; a new one asks, and one whose
 * server has only the specification's calls asks again after a day.
 */
export function wayFinder(engine: Engine, { hello, plain }: WayOptions): () => Promise<Way | Closed> {
  const { db, clock } = engine;
  let found: Way | null = null;

  async function isPlain(): Promise<boolean | Closed> {
    if (await read(db, 'epoch')) return false;
    const askedAt = (await read(db, 'plainSince')) ?? null;
    if (askedAt !== null && Math.abs(clock.now() - askedAt) < ASK_AGAIN_MS) return true;
    const answer = await within(clock, ANSWER_WAIT_MS, hello());
    if (answer.kind !== 'ok' && !isUnknown(answer)) return gateOf(answer);
    await write(db, 'plainSince', answer.kind === 'ok' ? null : clock.now());
    return answer.kind !== 'ok';
  }

  return async () => {
    if (found) return found;
    const answer = await isPlain();
    if (typeof answer !== 'boolean') return answer;
    try {
      return (found = answer ? await plain() : protocolOf(engine));
    } catch {
      // Its chunk does not come: as without a network.
      return gateOf({ kind: 'unanswered' });
    }
  };
}

const isUnknown = (answer: Exclude<Answer<unknown>, { kind: 'ok' }>): boolean =>
  answer.kind === 'status' && [404, 405, 410, 501].includes(answer.status);
