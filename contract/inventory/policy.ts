import type { Args } from '../call.ts';
import type { Restaurant } from '../restaurant/rows.ts';
import type { setPolicy } from './calls.ts';

/** What an order does that takes more than there is. Until somebody says otherwise, it is sold all the same. */
export const stockPolicyOf = ({ stock_policy: policy }: Pick<Restaurant, 'stock_policy'>) => policy ?? 'oversell';

/** The restaurant with another policy; the same one if a later change stands: by `occurredAt`, then by `opId`. */
export function withPolicy(
  restaurant: Restaurant,
  { stock_policy }: Args<typeof setPolicy>['body'],
  { occurredAt, opId }: { occurredAt: string; opId: string },
): Restaurant {
  const { stock_policy_changed_at: at, stock_policy_op_id: op } = restaurant;
  if (at && (at > occurredAt || (at === occurredAt && (op ?? '') > opId.toLowerCase()))) return restaurant;
  return {
    ...restaurant,
    stock_policy,
    stock_policy_changed_at: occurredAt,
    stock_policy_op_id: opId.toLowerCase(),
  };
}
