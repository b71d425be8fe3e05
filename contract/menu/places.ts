/** A row of a list that its owner orders. Lists are sorted by `sort_order`, rising; it may be any number. */
export interface Placed {
  id: string;
  sort_order: number;
}

/** Closer keys are not halved any more: far above what a double can still tell apart near the largest key. */
const NARROWEST = 1e-4;

/**
 * The sort keys that bring rows into a new order: of the rows that have to move, and of no others. `order`: the rows in the new order, with
 * their present keys. A moved row gets a key between those of its new neighbours, so that two devices which move different rows of a list,
 * or of which one adds a row, do not undo each other's work: each key is a field of its row, and the newest edit of it stands (decision
 * 057). Where neighbours lie too close, the whole list is numbered afresh.
 */
export function placesOf(order: readonly Placed[]): Placed[] {
  const stays = longestRising(order.map(({ sort_order }) => sort_order));
  const places: Placed[] = [];
  for (let at = 0; at < order.length; at += 1) {
    if (stays.has(at)) continue;
    let end = at;
    while (end < order.length && !stays.has(end)) end += 1;
    const below = order[at - 1]?.sort_order;
    const above = order[end]?.sort_order;
    const count = end - at;
    const step = below === undefined || above === undefined ? 1 : (above - below) / (count + 1);
    if (step < NARROWEST) return order.map(({ id }, place) => ({ id, sort_order: place }));
    const first = below === undefined ? (above ?? count) - count * step : below + step;
    for (; at < end; at += 1) places.push({ id: order[at]!.id, sort_order: first + (at - end + count) * step });
  }
  return places;
}

/** The list with one row moved to another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = list.toSpliced(from, 1);
  next.splice(to, 0, list[from]!);
  return next;
}

/** The indexes of a longest strictly rising subsequence. */
function longestRising(keys: readonly number[]): ReadonlySet<number> {
  /** By length, less one: the index at which a rising subsequence of that length has the smallest last key. */
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  for (const [index, key] of keys.entries()) {
    const found = ends.findIndex((end) => keys[end]! >= key);
    const length = found < 0 ? ends.length : found;
    before.push(ends[length - 1]);
    ends[length] = index;
  }
  const stays = new Set<number>();
  for (let index = ends.at(-1); index !== undefined; index = before[index]) stays.add(index);
  return stays;
}
