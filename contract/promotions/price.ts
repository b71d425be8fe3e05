import { isWithinWindows } from '../menu/windows.ts';
import type { Order, WantedDiscount } from '../orders/calls.ts';
import type { Promotion } from './calls.ts';

/** A line of an order, before any discount. */
interface BasketLine {
  id: string;
  menu_item_id: string | null;
  category_id: string | null;
  quantity: number;
  total_amount: number;
}

/** What promotions look at. */
export interface Basket extends Pick<Order, 'order_type' | 'channel' | 'currency' | 'delivery_fee_amount'> {
  lines: readonly BasketLine[];
  /** When the order was placed, ISO. */
  at: string;
  timezone: string;
  /** `orders_count`: before this one. Null: nobody knows who orders. */
  customer: { orders_count: number; segment: string | null } | null;
  codes: readonly string[];
  /** Other orders of this customer that have a promotion, by its id. */
  usesByCustomer: ReadonlyMap<string, number>;
  /** What this order has of each promotion already, by its id: a correction keeps it, whatever became of the promotion. */
  held: ReadonlyMap<string, number>;
}

export type CodeReason =
  | 'unknown'
  | 'paused'
  | 'not_started'
  | 'expired'
  | 'exhausted'
  | 'outside_windows'
  | 'order_type'
  | 'channel'
  | 'minimum'
  | 'customer'
  | 'customer_unknown'
  | 'used_by_customer'
  | 'no_dishes'
  | 'no_delivery_fee'
  | 'not_combined';

/** A code that does nothing for this order, and why. `min_order_amount` with `minimum`. */
export interface RefusedCode {
  code: string;
  reason: CodeReason;
  min_order_amount?: number;
}

export interface PricedPromotions {
  discounts: WantedDiscount[];
  refused: RefusedCode[];
}

/**
 * What promotions take off an order: the one place where it is worked out, on device and server. The greater priority goes first, then
 * what takes more off, then the older id. A promotion that is not stackable stands alone: it applies only as the first, and then nothing
 * follows. Each takes from what the ones before it have left. In minor units, rounded half up.
 */
export function pricePromotions(promotions: readonly Promotion[], basket: Basket): PricedPromotions {
  const codes = new Map(basket.codes.map((code) => [foldCode(code), code]));
  const refusals = new Map<string, Omit<RefusedCode, 'code'>>();
  const untouched = stateOf(basket);
  const candidates = promotions.flatMap((promotion) => {
    const key = promotion.code === null ? null : foldCode(promotion.code);
    if (promotion.deleted_at !== null || promotion.currency !== basket.currency) return [];
    if (!promotion.is_automatic && (key === null || !codes.has(key))) return [];
    // Of a code that was used before, an archived promotion may lie beside the current one.
    const isGone = promotion.archived_at !== null && !basket.held.has(promotion.id);
    if (isGone) return [];
    const reason = whyNot(promotion, basket);
    const off = reason ? null : reductionOf(promotion, basket, untouched);
    if (off && totalOf(off) > 0) return [{ promotion, key, amount: totalOf(off) }];
    if (key !== null) refusals.set(key, refusalOf(promotion, reason));
    return [];
  });
  candidates.sort(
    (a, b) =>
      b.promotion.priority - a.promotion.priority || b.amount - a.amount || (a.promotion.id < b.promotion.id ? -1 : 1),
  );

  const discounts: WantedDiscount[] = [];
  const left = untouched;
  let isClosed = false;
  for (const { promotion, key } of candidates) {
    const off =
      isClosed || (discounts.length > 0 && !promotion.is_stackable) ? null : reductionOf(promotion, basket, left);
    if (!off || totalOf(off) === 0) {
      if (key !== null) refusals.set(key, { reason: 'not_combined' });
      continue;
    }
    if (key !== null) refusals.delete(key);
    for (const [id, amount] of off.lines) left.lines.set(id, left.lines.get(id)! - amount);
    left.fee -= off.fee;
    discounts.push(discountOf(promotion, off));
    isClosed = !promotion.is_stackable;
  }
  const applied = new Set(discounts.flatMap(({ code }) => (code === null ? [] : [foldCode(code)])));
  const refused = [...codes].flatMap(([key, code]) =>
    applied.has(key) ? [] : [{ code, ...(refusals.get(key) ?? { reason: 'unknown' as const }) }],
  );
  return { discounts, refused };
}

/** Codes are found in any case. */
export const foldCode = (code: string): string => code.trim().toLowerCase();

/** Why a promotion is not for this order; null if it is. */
function whyNot(promotion: Promotion, basket: Basket): CodeReason | null {
  const { held, at } = basket;
  const isHeld = held.has(promotion.id);
  if (!isHeld) {
    if (promotion.published_at === null) return 'unknown';
    if (!promotion.is_enabled) return 'paused';
    if (promotion.published_at > at) return 'not_started';
    if (promotion.starts_at !== null && promotion.starts_at > at) return 'not_started';
    if (promotion.ends_at !== null && promotion.ends_at <= at) return 'expired';
    if (promotion.usage_limit !== null && promotion.times_used >= promotion.usage_limit) return 'exhausted';
    if (budgetLeft(promotion, basket) <= 0) return 'exhausted';
    if (!isWithinWindows(promotion.windows, basket.timezone, at)) return 'outside_windows';
  }
  if (promotion.order_types.length > 0 && !promotion.order_types.includes(basket.order_type)) return 'order_type';
  if (promotion.channels.length > 0 && !promotion.channels.includes(basket.channel)) return 'channel';
  const subtotal = basket.lines.reduce((sum, line) => sum + line.total_amount, 0);
  if (promotion.min_order_amount !== null && subtotal < promotion.min_order_amount) return 'minimum';
  return isHeld ? null : whyNotCustomer(promotion, basket);
}

function whyNotCustomer(promotion: Promotion, { customer, usesByCustomer }: Basket): CodeReason | null {
  const { customer_scope: scope, usage_limit_per_customer: limit } = promotion;
  if (scope === 'all' && limit === null) return null;
  if (customer === null) return 'customer_unknown';
  if (scope === 'new' && customer.orders_count > 0) return 'customer';
  if (scope === 'returning' && customer.orders_count === 0) return 'customer';
  if (scope === 'segment' && customer.segment !== promotion.segment) return 'customer';
  return limit !== null && (usesByCustomer.get(promotion.id) ?? 0) >= limit ? 'used_by_customer' : null;
}

function refusalOf(promotion: Promotion, reason: CodeReason | null): Omit<RefusedCode, 'code'> {
  if (reason === 'minimum') return { reason, min_order_amount: promotion.min_order_amount! };
  if (reason) return { reason };
  return { reason: promotion.applies_to === 'delivery_fee' ? 'no_delivery_fee' : 'no_dishes' };
}

/** Amounts by line, and of the delivery fee. */
interface Amounts {
  lines: Map<string, number>;
  fee: number;
}

const stateOf = ({ lines, order_type, delivery_fee_amount }: Basket): Amounts => ({
  lines: new Map(lines.map(({ id, total_amount }) => [id, total_amount])),
  fee: order_type === 'delivery' ? delivery_fee_amount : 0,
});

const totalOf = ({ lines, fee }: Amounts): number => [...lines.values()].reduce((sum, amount) => sum + amount, fee);

const budgetLeft = ({ id, budget_amount, spent_amount }: Promotion, { held }: Basket): number =>
  budget_amount === null ? Infinity : Math.max(budget_amount - spent_amount + (held.get(id) ?? 0), held.get(id) ?? 0);

/** What it takes off what is left. */
function reductionOf(promotion: Promotion, basket: Basket, left: Amounts): Amounts {
  const most = Math.min(promotion.max_discount_amount ?? Infinity, budgetLeft(promotion, basket));
  if (promotion.applies_to === 'delivery_fee')
    return { lines: new Map(), fee: Math.min(most, ofSum(promotion, left.fee)) };
  const lines = basket.lines.filter((line) => isMeant(promotion, line));
  const isOfPieces = promotion.promotion_type === 'buy_x_get_y' || promotion.promotion_type === 'free_item';
  const weights = isOfPieces ? ofPieces(promotion, lines, left) : lines.map(({ id }) => left.lines.get(id)!);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const amount = Math.min(most, isOfPieces ? whole : ofSum(promotion, whole));
  const shares = spread(amount, weights);
  return { lines: new Map(lines.map(({ id }, i) => [id, shares[i]!])), fee: 0 };
}

const isMeant = ({ applies_to, category_ids, item_ids }: Promotion, line: BasketLine): boolean =>
  applies_to === 'order' ||
  (applies_to === 'categories' && line.category_id !== null && category_ids.includes(line.category_id)) ||
  (applies_to === 'items' && line.menu_item_id !== null && item_ids.includes(line.menu_item_id));

function ofSum({ promotion_type: type, value_bp, value_amount }: Promotion, sum: number): number {
  if (type === 'percentage') return Math.round((sum * (value_bp ?? 0)) / 10_000);
  return type === 'fixed_amount' ? Math.min(value_amount ?? 0, sum) : sum;
}

/** By line: the cheapest pieces are reduced. Of each full group of what is bought and what is got, as many as are got. */
function ofPieces(promotion: Promotion, lines: readonly BasketLine[], left: Amounts): number[] {
  const pieceCount = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const got = promotion.get_quantity ?? 1;
  let reduced =
    promotion.promotion_type === 'free_item'
      ? Math.min(got, pieceCount)
      : Math.floor(pieceCount / ((promotion.buy_quantity ?? 1) + got)) * got;
  const pieces = lines.map(({ id, quantity }, i) => ({
    i,
    quantity,
    price: Math.floor(left.lines.get(id)! / quantity),
  }));
  const off = lines.map(() => 0);
  for (const { i, quantity, price } of pieces.toSorted((a, b) => a.price - b.price || a.i - b.i)) {
    const count = Math.min(quantity, reduced);
    off[i] = count * Math.round((price * (promotion.value_bp ?? 10_000)) / 10_000);
    reduced -= count;
  }
  return off;
}

/** An amount in shares of these weights; each share is what the rounded sum grows by, so that they add up. */
function spread(amount: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let before = 0;
  return weights.map((weight) => {
    const share = (upto: number) => (whole > 0 ? Math.round((amount * upto) / whole) : 0);
    const part = share(before + weight) - share(before);
    before += weight;
    return part;
  });
}

const discountOf = (promotion: Promotion, off: Amounts): WantedDiscount => ({
  promotion_id: promotion.id,
  code: promotion.code,
  name: promotion.name,
  discount_amount: totalOf(off),
  applies_to: promotion.applies_to === 'delivery_fee' ? 'delivery_fee' : 'lines',
  lines: [...off.lines].flatMap(([line_id, discount_amount]) =>
    discount_amount > 0 ? [{ line_id, discount_amount }] : [],
  ),
});
