export interface Random {
  /** In [0, 1). */
  next(): number;
  /** An integer, both ends included. */
  between(from: number, to: number): number;
  chance(p: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** One of the values, with a probability proportional to its weight. */
  weighted<T>(options: readonly [readonly [T, number], ...(readonly [T, number])[]]): T;
}

/** Pseudorandom numbers that are the same at each run (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (from, to) => from + Math.floor(next() * (to - from + 1)),
    chance: (p) => next() < p,
    pick(list) {
      const [picked] = list.slice(Math.floor(next() * list.length));
      if (picked === undefined) throw new Error('There is nothing to pick from');
      return picked;
    },
    weighted(options) {
      let at = next() * options.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [value, weight] of options) if ((at -= weight) < 0) return value;
      return options[0][0];
    },
  };
}
