interface Chosen {
  /** How far below; missing: 0. It belongs to the last one before it that is less deep. */
  depth?: number | undefined;
  quantity?: number | undefined;
  prefix?: string | undefined;
}

/**
 * Of each choice, how often it is there in one piece of the dish: once for a choice of the dish itself, and for one below another as many
 * times as there are pieces of that; 0 below one that is left out. Prices and stock multiply by it.
 */
export function timesOf(chosen: readonly Chosen[]): number[] {
  const pieces: number[] = [];
  return chosen.map(({ depth = 0, quantity = 1, prefix }) => {
    const times = depth === 0 ? 1 : (pieces[depth - 1] ?? 1);
    pieces.splice(depth, pieces.length, prefix === 'no' ? 0 : times * quantity);
    return times;
  });
}
