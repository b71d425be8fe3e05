import type { Order } from './calls.ts';

/** One part of a total between the dishes and the total, in minor units; what is taken off is negative. */
export interface Sum {
  id: string;
  label: string;
  amount: number;
}

type Summed = Pick<
  Order,
  | 'discounts'
  | 'discount_amount'
  | 'delivery_fee_amount'
  | 'service_charge_amount'
  | 'packaging_fee_amount'
  | 'tip_amount'
  | 'taxes'
>;

/** What stands between subtotal and total: with the subtotal, these add up to the total. Parts of nothing are left out. */
export const sumsOf = (order: Summed): Sum[] =>
  [
    ...discountsOf(order),
    { id: 'delivery', label: 'Delivery', amount: order.delivery_fee_amount },
    { id: 'service', label: 'Service charge', amount: order.service_charge_amount },
    { id: 'packaging', label: 'Packaging', amount: order.packaging_fee_amount },
    { id: 'tip', label: 'Tip', amount: order.tip_amount },
    ...order.taxes.filter((tax) => !tax.is_inclusive).map(taxSum),
  ].filter(({ amount }) => amount !== 0);

/** Taxes that the total contains already. */
export const includedTaxesOf = ({ taxes }: Pick<Order, 'taxes'>): Sum[] =>
  taxes.filter((tax) => tax.is_inclusive).map((tax) => ({ ...taxSum(tax), label: `Includes ${taxSum(tax).label}` }));

/** Each discount with its name: of promotions, and what an import or an older order has besides. */
function discountsOf({ discounts, discount_amount }: Pick<Summed, 'discounts' | 'discount_amount'>): Sum[] {
  const named = (discounts ?? []).map((one) => ({
    id: one.promotion_id ?? one.name,
    label: one.code === null ? one.name : `${one.name} (${one.code})`,
    amount: -one.discount_amount,
  }));
  const rest = -Math.abs(discount_amount) - named.reduce((sum, { amount }) => sum + amount, 0);
  // A correction without the promotions may have made the sum smaller than its parts.
  if (rest > 0) return [{ id: 'all', label: 'Discount', amount: -Math.abs(discount_amount) }];
  return rest === 0 ? named : [...named, { id: 'rest', label: 'Discount', amount: rest }];
}

const taxSum = ({ name, rate_bp, is_inclusive, tax_amount }: Order['taxes'][number]): Sum => ({
  id: `tax ${name} ${rate_bp} ${is_inclusive}`,
  label: rate_bp > 0 && !/\d/.test(name) ? `${name} ${rate_bp / 100}%` : name,
  amount: tax_amount,
});
