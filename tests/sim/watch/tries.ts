import type { OutboxEntry } from '../../../src/data/db.ts';

/** When each change was tried, and when the server last answered: as the watch has it, by one clock that nobody sets. */
export interface Tries {
  note(before: OutboxEntry, now: OutboxEntry): void;
  /** How long ago the first try was, ms; Infinity: it was never tried. */
  sinceFirst(key: string): number;
  /** Has no pull been answered since the try before this one? */
  isDeaf(entry: OutboxEntry): boolean;
  /** A pull was answered. */
  heard(): void;
  /** Clocks have jumped, or everybody was told to hurry: what came before what cannot be told any more. */
  forgive(): void;
  /** The device's own clock has: how long it has waited cannot be told either. */
  jumped(): void;
  hasJumped(): boolean;
  /** A crash: what was on its way is not known. */
  crash(): void;
  forget(): void;
}

export function makeTries(now: () => number): Tries {
  /** Of each change, when it was taken to be sent: by the clock of the device, and in fact. */
  const tries = new Map<string, { triedAt: number; at: number }[]>();
  const firstTries = new Map<string, number>();
  let hasJumped = false;
  /** When the server last answered a pull; after a jump of the clock what the device has noted of it lies ahead, or far behind. */
  let heardAt = -Infinity;
  return {
    note(before, { key, firstTryAt, triedAt }) {
      if (firstTryAt !== null && !firstTries.has(key)) firstTries.set(key, now());
      if (triedAt !== undefined && triedAt !== before.triedAt)
        tries.set(key, [...(tries.get(key) ?? []), { triedAt, at: now() }]);
    },
    sinceFirst: (key) => now() - (firstTries.get(key) ?? -Infinity),
    isDeaf({ key, triedAt }) {
      const known = tries.get(key) ?? [];
      const before = known[known.findLastIndex((one) => one.triedAt === triedAt) - 1];
      return before !== undefined && heardAt < before.at;
    },
    heard: () => void (heardAt = heardAt === Infinity ? now() + STALE_MS : Math.max(heardAt, now())),
    forgive: () => void (heardAt = Infinity),
    jumped: () => void (hasJumped = true),
    hasJumped: () => hasJumped,
    crash: () => tries.clear(),
    forget() {
      tries.clear();
      firstTries.clear();
    },
  };
}

/** The device notes anew when the last news came, once that is so old; or ahead by more than a small jump. */
const STALE_MS = 35_000;
