import type { OutboxEntry } from '../../../src/data/db.ts';

/** When each mutation was tried and when the server last answered, by a clock that never jumps. */
export interface Tries {
  note(before: OutboxEntry, now: OutboxEntry): void;
  /** Ms since the first try; Infinity if never tried. */
  sinceFirst(key: string): number;
  /** True if no pull was answered since the try before this one. */
  hasNoPullSince(entry: OutboxEntry): boolean;
  /** A pull was answered. */
  pullAnswered(): void;
  /** Clocks jumped, or waits were ended: earlier times cannot be compared any more. */
  resetWaits(): void;
  /** The device's clock jumped: its waiting times cannot be checked any more. */
  clockJumped(): void;
  hasJumped(): boolean;
  /** After a crash, it is unknown what was being sent. */
  crash(): void;
  forget(): void;
}

export function makeTries(now: () => number): Tries {
  /** By mutation: when it was tried, by the device's clock and by the true one. */
  const tries = new Map<string, { triedAt: number; at: number }[]>();
  const firstTries = new Map<string, number>();
  let hasJumped = false;
  /** Time of the last answered pull. After a clock jump, the device's own note of it is unreliable. */
  let answeredAt = -Infinity;
  return {
    note(before, { key, firstTryAt, triedAt }) {
      if (firstTryAt !== null && !firstTries.has(key)) firstTries.set(key, now());
      if (triedAt !== undefined && triedAt !== before.triedAt)
        tries.set(key, [...(tries.get(key) ?? []), { triedAt, at: now() }]);
    },
    sinceFirst: (key) => now() - (firstTries.get(key) ?? -Infinity),
    hasNoPullSince({ key, triedAt }) {
      const known = tries.get(key) ?? [];
      const before = known[known.findLastIndex((one) => one.triedAt === triedAt) - 1];
      return before !== undefined && answeredAt < before.at;
    },
    pullAnswered: () => void (answeredAt = answeredAt === Infinity ? now() + STALE_MS : Math.max(answeredAt, now())),
    resetWaits: () => void (answeredAt = Infinity),
    clockJumped: () => void (hasJumped = true),
    hasJumped: () => hasJumped,
    crash: () => tries.clear(),
    forget() {
      tries.clear();
      firstTries.clear();
    },
  };
}

/** After this, or after a jump ahead, the device notes anew when the server last answered. */
const STALE_MS = 35_000;
