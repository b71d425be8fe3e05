import type { OutboxEntry } from '../../data/db.ts';
import type { Engine } from '../runtime/engine.ts';

// The order of this worker's sends, requests and answers. Not by a clock, since a clock set back reverses the order.

/** The next moment of this worker. */
export const nextMoment = (engine: Engine): number => ++engine.memory.moment;

/**
 * Notes that the entry is sent now. Returns when this worker sent it before; null if it did not, so that it cannot know the answer.
 * `triedBefore`: time of the previous try, as stored in the entry.
 */
export function noteSend(
  engine: Engine,
  { key, triedAt }: Pick<OutboxEntry, 'key' | 'triedAt'>,
  triedBefore: number | undefined,
): number | null {
  const { sent } = engine.memory;
  const mine = sent.get(key);
  const before = mine && mine.triedAt === triedBefore ? mine.at : null;
  sent.delete(key);
  sent.set(key, { at: nextMoment(engine), triedAt });
  // The oldest ones have long been settled.
  const [oldest] = sent.keys();
  if (sent.size > KEYS && oldest !== undefined) sent.delete(oldest);
  return before;
}

/** Notes that a pull requested at `at` was answered. */
export function notePullAnswer({ memory }: Engine, at: number): void {
  memory.asked = Math.max(memory.asked, at);
}

/** True if a pull requested after `since` was answered. */
export const hasPulledSince = ({ memory }: Engine, since: number): boolean => memory.asked > since;

const KEYS = 100;
