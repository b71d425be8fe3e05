import type { OutboxEntry } from '../../data/db.ts';
import type { Engine } from '../runtime/engine.ts';

interface Seen {
  /** Of this worker: raised at each of them. */
  moment: number;
  /** When an entry was last sent, by key: the moment here, and what the entry says of it. */
  sent: Map<string, { at: number; triedAt: number | undefined }>;
  /** When the newest pull that was answered had been asked for. */
  asked: number;
}

/**
 * In which order this worker has sent, asked and been answered. No clock says so: a clock that was set back puts what came before behind
 * what came after. In memory, since what an earlier worker has seen proves nothing about the answers of this one.
 */
const seen = new WeakMap<Engine, Seen>();

function of(engine: Engine): Seen {
  let mine = seen.get(engine);
  if (!mine) seen.set(engine, (mine = { moment: 0, sent: new Map(), asked: 0 }));
  return mine;
}

/** A moment of this worker. */
export const nextMoment = (engine: Engine): number => ++of(engine).moment;

/**
 * The entry is sent now; answers when it was sent the time before, null: not by this worker, which then knows nothing of its answer.
 * `triedBefore`: the time of that try, as the entry had it.
 */
export function noteSend(
  engine: Engine,
  { key, triedAt }: Pick<OutboxEntry, 'key' | 'triedAt'>,
  triedBefore: number | undefined,
): number | null {
  const { sent } = of(engine);
  const mine = sent.get(key);
  const before = mine && mine.triedAt === triedBefore ? mine.at : null;
  sent.delete(key);
  sent.set(key, { at: nextMoment(engine), triedAt });
  // The oldest are long through.
  const [oldest] = sent.keys();
  if (sent.size > KEYS && oldest !== undefined) sent.delete(oldest);
  return before;
}

/** A pull that was asked for at `at` has been answered. */
export function notePullAnswer(engine: Engine, at: number): void {
  const mine = of(engine);
  mine.asked = Math.max(mine.asked, at);
}

/** Has a pull that was asked for after `since` been answered? */
export const hasPulledSince = (engine: Engine, since: number): boolean => of(engine).asked > since;

const KEYS = 100;
