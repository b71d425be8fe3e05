import type { Customer, CustomerSegment } from './calls.ts';

const DAY = 86_400_000;

/** The rules, and what the screens say about them. */
export const SEGMENT_RULES = { recentDays: 60, lapsedDays: 180, regularOrders: 2, vipOrders: 10 } as const;

type Known = Pick<Customer, 'orders_count' | 'last_order_at' | 'created_at'>;

/** Every customer is in one segment. `now`: epoch ms. Server: `isInSegment` says the same in SQL. */
export function segmentOf(
  { orders_count: count, last_order_at: last, created_at: created }: Known,
  now: number,
): CustomerSegment {
  const days = (now - Date.parse(last ?? created)) / DAY;
  if (days > SEGMENT_RULES.lapsedDays || (count === 0 && days > SEGMENT_RULES.recentDays)) return 'lapsed';
  if (days > SEGMENT_RULES.recentDays) return 'at_risk';
  if (count >= SEGMENT_RULES.vipOrders) return 'vip';
  return count >= SEGMENT_RULES.regularOrders ? 'regular' : 'new';
}
