/** Random numbers that a seed reproduces, so that a failing run can be repeated. */
export interface Seeded {
  /** In [0, 1). */
  next(): number;
  /** An integer from `from` to `to`, both included. */
  between(from: number, to: number): number;
  /** True with probability `p`. */
  chance(p: number): boolean;
  pick<T>(list: readonly T[]): T;
  shuffled<T>(list: readonly T[]): T[];
}

/** mulberry32: small, fast, and good enough for traffic and faults. */
export function seeded(seed: number): Seeded {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    between,
    chance: (p) => next() < p,
    pick(list) {
      if (list.length === 0) throw new Error('There is nothing to pick from');
      return list[between(0, list.length - 1)]!;
    },
    shuffled(list) {
      const copy = [...list];
      for (let i = copy.length - 1; i > 0; i--) {
        const j = between(0, i);
        [copy[i], copy[j]] = [copy[j]!, copy[i]!];
      }
      return copy;
    },
  };
}
