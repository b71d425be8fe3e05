import type { Order, OrderLine } from './calls.ts';

/** An order without its money, which `withSums` works out. */
type Sums = Pick<
  Order,
  | 'lines'
  | 'subtotal_amount'
  | 'discount_amount'
  | 'delivery_fee_amount'
  | 'service_charge_amount'
  | 'packaging_fee_amount'
  | 'tip_amount'
  | 'tax_amount'
  | 'total_amount'
  | 'paid_amount'
  | 'refunded_amount'
  | 'due_amount'
  | 'taxes'
>;

/**
 * The order with other lines and the sums that follow from them. Fees and tip stay, a discount is never more than what it is taken from,
 * and what is a share of the food (service, taxes) grows and shrinks with it. All in minor units, rounded half up.
 */
export const withSums = <O extends Sums>(order: O, lines: OrderLine[]): O => ({
  ...withFood(
    order,
    lines.reduce((sum, line) => sum + line.total_amount, 0),
  ),
  lines,
});

/** The order's sums as they are once its lines come to `subtotal`. */
export function withFood<O extends Omit<Sums, 'lines'>>(order: O, subtotal: number): O {
  const discount = Math.min(order.discount_amount, subtotal);
  const service =
    order.subtotal_amount > 0
      ? Math.round((order.service_charge_amount * subtotal) / order.subtotal_amount)
      : order.service_charge_amount;
  const before = baseOf(order, order.subtotal_amount, order.discount_amount, order.service_charge_amount);
  const base = baseOf(order, subtotal, discount, service);
  const taxes = order.taxes.map((tax) => {
    const scaled = (amount: number) => (before > 0 ? Math.round((amount * base) / before) : 0);
    const tax_amount = scaled(tax.tax_amount);
    return { ...tax, tax_amount, taxable_amount: scaled(tax.taxable_amount + tax.tax_amount) - tax_amount };
  });
  const onTop = taxes.reduce((sum, tax) => sum + (tax.is_inclusive ? 0 : tax.tax_amount), 0);
  const total = base + onTop + order.tip_amount;
  return {
    ...order,
    subtotal_amount: subtotal,
    discount_amount: discount,
    service_charge_amount: service,
    taxes,
    tax_amount: taxes.reduce((sum, tax) => sum + tax.tax_amount, 0),
    total_amount: total,
    due_amount: total - order.paid_amount + order.refunded_amount,
  };
}

const baseOf = (order: Omit<Sums, 'lines'>, subtotal: number, discount: number, service: number) =>
  subtotal - discount + service + order.delivery_fee_amount + order.packaging_fee_amount;
