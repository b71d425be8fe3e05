import type { Order, OrderLine } from './calls.ts';
import { settled } from './revenue.ts';

/** An order without the sums that `withSums` computes. */
export type Sums = Pick<
  Order,
  | 'lines'
  | 'subtotal_amount'
  | 'discount_amount'
  | 'discounts'
  | 'delivery_fee_amount'
  | 'service_charge_amount'
  | 'packaging_fee_amount'
  | 'tip_amount'
  | 'tax_amount'
  | 'total_amount'
  | 'paid_amount'
  | 'refunded_amount'
  | 'due_amount'
  | 'payment_status'
  | 'taxes'
>;

/**
 * The order with other lines and new sums. Fees and tip stay, a discount never exceeds its base, and service changes with the food.
 * Taxes are those of the lines; an order whose lines do not name their rates (imported, or old) keeps its taxes as a share of its price.
 * In minor units, rounded half up.
 */
export function withSums<O extends Sums>(order: O, lines: OrderLine[]): O {
  const subtotal = lines.reduce((sum, line) => sum + line.total_amount, 0);
  const isOfLines = order.taxes.length === 0 || order.lines.some(({ tax_rate_bp }) => tax_rate_bp !== undefined);
  if (!isOfLines) return { ...withFood(order, subtotal), lines };
  const food = withFood({ ...order, taxes: [] }, subtotal);
  const { taxes, lines: taxed } = taxesOf(lines, subtotal, food.discount_amount - feeDiscount(order));
  const onTop = taxes.reduce((sum, tax) => sum + (tax.is_inclusive ? 0 : tax.tax_amount), 0);
  return settled({
    ...food,
    lines: taxed,
    taxes,
    tax_amount: taxes.reduce((sum, tax) => sum + tax.tax_amount, 0),
    total_amount: food.total_amount + onTop,
  });
}

/** The order with this fee for its delivery, and new sums. */
export const withDeliveryFee = <O extends Sums>(order: O, fee: number): O =>
  order.delivery_fee_amount === fee ? order : withSums({ ...order, delivery_fee_amount: fee }, order.lines);

export const noSums: Sums = {
  lines: [],
  subtotal_amount: 0,
  discount_amount: 0,
  discounts: null,
  delivery_fee_amount: 0,
  service_charge_amount: 0,
  packaging_fee_amount: 0,
  tip_amount: 0,
  tax_amount: 0,
  total_amount: 0,
  paid_amount: 0,
  refunded_amount: 0,
  due_amount: 0,
  payment_status: 'unpaid',
  taxes: [],
};

/** What promotions took off the delivery fee: no line shares it. */
function feeDiscount({ discounts, delivery_fee_amount }: Pick<Sums, 'discounts' | 'delivery_fee_amount'>): number {
  const off = (discounts ?? []).reduce(
    (sum, one) => sum + (one.applies_to === 'delivery_fee' ? one.discount_amount : 0),
    0,
  );
  return Math.min(off, delivery_fee_amount);
}

interface RateSum {
  name?: string;
  rate_bp: number;
  is_inclusive: boolean;
  gross: number;
  tax_amount: number;
}

/**
 * One tax for each rate, rounded once, on what is left of the lines after the order's discount. A line's share of it is what the tax
 * grows by with the line, so that the shares add up. Lines bear what promotions took off them; the rest of the discount is spread over all.
 */
function taxesOf(lines: OrderLine[], subtotal: number, whole: number): Pick<Sums, 'taxes' | 'lines'> {
  const own = lines.reduce((sum, line) => sum + (line.discount_amount ?? 0), 0);
  // Of lines that are gone, or after a correction without the promotions: all of it is spread.
  const isByLine = own <= whole && lines.every((line) => (line.discount_amount ?? 0) <= line.total_amount);
  const discount = isByLine ? whole - own : whole;
  const sums = new Map<string, RateSum>();
  let before = 0;
  const taxed = lines.map((line) => {
    const share = (upto: number) => (subtotal > 0 ? Math.round((discount * upto) / subtotal) : 0);
    const ownPart = isByLine ? (line.discount_amount ?? 0) : 0;
    const gross = line.total_amount - ownPart - share(before + line.total_amount) + share(before);
    before += line.total_amount;
    if (line.tax_rate_bp === undefined) return line;
    const { tax_rate_bp: rate_bp, is_tax_inclusive: is_inclusive = true } = line;
    const key = `${rate_bp} ${is_inclusive}`;
    const sum: RateSum = sums.get(key) ?? { rate_bp, is_inclusive, gross: 0, tax_amount: 0 };
    const name = sum.name ?? line.tax_name;
    const next = { ...sum, ...(name ? { name } : {}), gross: sum.gross + gross };
    next.tax_amount = Math.round((next.gross * rate_bp) / (is_inclusive ? 10_000 + rate_bp : 10_000));
    sums.set(key, next);
    return { ...line, tax_amount: next.tax_amount - sum.tax_amount };
  });
  const taxes = [...sums.values()]
    .toSorted((a, b) => b.rate_bp - a.rate_bp || Number(b.is_inclusive) - Number(a.is_inclusive))
    .map(({ name = 'Tax', rate_bp, is_inclusive, gross, tax_amount }) => ({
      name,
      rate_bp,
      is_inclusive,
      taxable_amount: is_inclusive ? gross - tax_amount : gross,
      tax_amount,
    }));
  return { taxes, lines: taxed };
}

/** The order's sums for this `subtotal` of its lines. */
function withFood<O extends Omit<Sums, 'lines'>>(order: O, subtotal: number): O {
  const discount = Math.min(order.discount_amount, subtotal + feeDiscount(order));
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
  return settled({
    ...order,
    subtotal_amount: subtotal,
    discount_amount: discount,
    service_charge_amount: service,
    taxes,
    tax_amount: taxes.reduce((sum, tax) => sum + tax.tax_amount, 0),
    total_amount: base + onTop + order.tip_amount,
  });
}

const baseOf = (order: Omit<Sums, 'lines'>, subtotal: number, discount: number, service: number) =>
  subtotal - discount + service + order.delivery_fee_amount + order.packaging_fee_amount;
