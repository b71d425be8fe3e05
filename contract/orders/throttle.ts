import type { OrderThrottle } from '../restaurant/rows.ts';
import { toLocalParts } from '../restaurant/zone.ts';

const MINUTE = 60_000;

/** An order as it counts: when it is due (epoch ms), and how many pieces it has. */
export interface Load {
  at: number;
  items: number;
}

/**
 * The slot of an instant: full minutes of the restaurant's clock. Of a repeated hour each has its own, and a slot ends where the clock
 * changes, so that slots never overlap (a change may be of half an hour). Epoch ms.
 */
export function slotOf(at: number, slotMinutes: number, timezone: string): { from: number; to: number } {
  const length = slotMinutes * MINUTE;
  const local = toLocalParts(at, timezone);
  const from = at - (((local % length) + length) % length);
  const to = from + length;
  return { from: changeWithin(from, at, timezone) ?? from, to: changeWithin(at, to - 1, timezone) ?? to };
}

/** The first instant after `from` with the offset of `to`, if the two have different ones. */
function changeWithin(from: number, to: number, timezone: string): number | null {
  const offset = (at: number) => toLocalParts(at, timezone) - at;
  const after = offset(to);
  if (offset(from) === after) return null;
  let [before, then] = [from, to];
  while (then - before > 1) {
    const middle = Math.floor((before + then) / 2);
    if (offset(middle) === after) then = middle;
    else before = middle;
  }
  return then;
}

/** Does an order of so many items fit? One that is larger than the limit fits into an empty slot, or it could never be ordered. */
export function fits(
  { max_orders, max_items }: Pick<OrderThrottle, 'max_orders' | 'max_items'>,
  inSlot: readonly Load[],
  items: number,
): boolean {
  if (max_orders !== null && inSlot.length + 1 > max_orders) return false;
  const used = inSlot.reduce((sum, load) => sum + load.items, 0);
  return max_items === null || used === 0 || used + items <= max_items;
}

/**
 * The first instant from `at` on whose slot has room, and which `isOpen` allows; null: none before `until`. That is `at` itself, or the
 * beginning of a later slot. Epoch ms.
 */
export function firstFree(
  throttle: OrderThrottle,
  timezone: string,
  {
    at,
    until,
    items,
    loads,
    isOpen,
  }: {
    at: number;
    until: number;
    items: number;
    loads: readonly Load[];
    isOpen: (at: number) => boolean;
  },
): number | null {
  for (let start = at; start < until;) {
    const slot = slotOf(start, throttle.slot_minutes, timezone);
    const inSlot = loads.filter((load) => load.at >= slot.from && load.at < slot.to);
    if (isOpen(start) && fits(throttle, inSlot, items)) return start;
    start = slot.to;
  }
  return null;
}
