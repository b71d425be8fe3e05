import type { Order } from '../../../../contract/orders/calls.ts';

/** From this age on a ticket is amber. */
export const SOON_MINUTES = 10;
/** Used where no preparation time is known. */
const USUAL_PREP_MINUTES = 20;

export type AgeTone = 'ahead' | 'fresh' | 'soon' | 'late';

export interface Age {
  /** `ahead`: a scheduled order whose cooking time has not come. */
  tone: AgeTone;
  /** Whole minutes since the kitchen could begin. */
  minutes: number;
  /** Whole minutes past the due time, at least 1 when late; otherwise 0. */
  lateMinutes: number;
}

type Timed = Pick<Order, 'is_asap' | 'placed_at' | 'due_at' | 'prep_minutes'>;

/** When the kitchen could begin, epoch ms: at once, or for a scheduled order early enough to be ready when it is due. */
export function cookFrom({ is_asap, placed_at, due_at, prep_minutes }: Timed): number {
  const placed = Date.parse(placed_at);
  if (is_asap) return placed;
  return Math.max(placed, Date.parse(due_at) - (prep_minutes ?? USUAL_PREP_MINUTES) * 60_000);
}

export function ageOf(order: Timed, now: number): Age {
  const from = cookFrom(order);
  const minutes = Math.max(0, Math.floor((now - from) / 60_000));
  const overdue = now - Date.parse(order.due_at);
  if (overdue >= 0) return { tone: 'late', minutes, lateMinutes: Math.max(1, Math.floor(overdue / 60_000)) };
  if (now < from) return { tone: 'ahead', minutes, lateMinutes: 0 };
  return { tone: minutes >= SOON_MINUTES ? 'soon' : 'fresh', minutes, lateMinutes: 0 };
}
