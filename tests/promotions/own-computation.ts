import type { Promotion } from '../../contract/promotions/calls.ts';

// What promotions take off, worked out once more from the rules in words: piece by piece, in whole numbers, with nothing from
// contract/ but the names of fields.

interface OwnLine {
  id: string;
  dish: string | null;
  category: string | null;
  quantity: number;
  amount: number;
  rate: number | null;
  isInclusive: boolean;
}

export interface OwnOrder {
  lines: OwnLine[];
  fee: number;
  type: string;
  channel: string;
  at: string;
  zone: string;
  codes: string[];
  /** Null: not known. `before`: orders that they placed before. */
  customer: { before: number; segment: string; uses: Record<string, number> } | null;
}

interface Given {
  id: string;
  amount: number;
  isFee: boolean;
  byLine: Record<string, number>;
}

export function ownDiscounts(promotions: readonly Promotion[], order: OwnOrder): Given[] {
  const full = {
    lines: order.lines.map(({ amount }) => BigInt(amount)),
    fee: order.type === 'delivery' ? BigInt(order.fee) : 0n,
  };
  let waiting = promotions
    .filter((one) => isFor(one, order))
    .map((one) => ({ one, worth: sum(takes(one, order, full)) }))
    .filter(({ worth }) => worth > 0n);
  const given: Given[] = [];
  const left = { lines: [...full.lines], fee: full.fee };
  while (waiting.length > 0) {
    const best = waiting.reduce((a, b) => (goesBefore(b, a) ? b : a));
    waiting = waiting.filter((other) => other !== best);
    const isFirst = given.length === 0;
    if (!isFirst && !best.one.is_stackable) continue;
    const off = takes(best.one, order, left);
    if (sum(off) === 0n) continue;
    off.lines.forEach((amount, i) => (left.lines[i] = left.lines[i]! - amount));
    left.fee -= off.fee;
    given.push({
      id: best.one.id,
      amount: Number(sum(off)),
      isFee: best.one.applies_to === 'delivery_fee',
      byLine: Object.fromEntries(
        off.lines.flatMap((amount, i) => (amount > 0n ? [[order.lines[i]!.id, Number(amount)]] : [])),
      ),
    });
    if (!best.one.is_stackable) break;
  }
  return given;
}

interface Parts {
  lines: bigint[];
  fee: bigint;
}
const sum = ({ lines, fee }: Parts) => lines.reduce((all, one) => all + one, fee);

function goesBefore(a: { one: Promotion; worth: bigint }, b: { one: Promotion; worth: bigint }): boolean {
  if (a.one.priority !== b.one.priority) return a.one.priority > b.one.priority;
  if (a.worth !== b.worth) return a.worth > b.worth;
  return a.one.id.localeCompare(b.one.id) < 0;
}

function isFor(one: Promotion, order: OwnOrder): boolean {
  const food = order.lines.reduce((all, { amount }) => all + amount, 0);
  const time = Date.parse(order.at);
  const rules = [
    one.is_automatic || order.codes.some((code) => code.toUpperCase() === one.code?.toUpperCase()),
    one.is_enabled && one.archived_at === null && one.published_at !== null && Date.parse(one.published_at) <= time,
    one.starts_at === null || Date.parse(one.starts_at) <= time,
    one.ends_at === null || Date.parse(one.ends_at) > time,
    one.usage_limit === null || one.times_used < one.usage_limit,
    one.budget_amount === null || one.spent_amount < one.budget_amount,
    one.windows.length === 0 || one.windows.some((window) => isIn(window, order.at, order.zone)),
    one.order_types.length === 0 || one.order_types.some((type) => type === order.type),
    one.channels.length === 0 || one.channels.some((channel) => channel === order.channel),
    food >= (one.min_order_amount ?? 0),
  ];
  if (rules.includes(false)) return false;
  const { customer } = order;
  if (one.usage_limit_per_customer !== null)
    if (!customer || (customer.uses[one.id] ?? 0) >= one.usage_limit_per_customer) return false;
  if (one.customer_scope === 'new') return customer?.before === 0;
  if (one.customer_scope === 'returning') return (customer?.before ?? 0) > 0;
  return one.customer_scope === 'all' || (customer !== null && customer.segment === one.segment);
}

/** The weekday, date and minutes that a clock on the restaurant's wall shows. */
function localClock(at: number, zone: string) {
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(at);
  const [date = '', time = ''] = parts.split(' ');
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return { date, minutes: hours * 60 + minutes };
}
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const dayBefore = (date: string) => new Date(Date.parse(`${date}T12:00:00Z`) - 86_400_000).toISOString().slice(0, 10);

function isIn(window: Promotion['windows'][number], at: string, zone: string): boolean {
  const { date, minutes } = localClock(Date.parse(at), zone);
  const [start, end] = [minutesOf(window.start_time), minutesOf(window.end_time)];
  const isOn = (day: string) => {
    if (window.validity === 'always') return true;
    const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
    const isNamed = window.weekdays.includes(weekday);
    if (window.validity === 'weekly') return isNamed;
    const isBetween = day >= (window.start_date ?? '0000') && day <= (window.end_date ?? '9999');
    return isBetween && (isNamed || window.weekdays.length === 0);
  };
  if (end > start) return isOn(date) && minutes >= start && minutes < end;
  return (isOn(date) && minutes >= start) || (isOn(dayBefore(date)) && minutes < end);
}

function takes(one: Promotion, order: OwnOrder, left: Parts): Parts {
  const none = { lines: left.lines.map(() => 0n), fee: 0n };
  let most = one.max_discount_amount === null ? null : BigInt(one.max_discount_amount);
  if (one.budget_amount !== null) {
    const budget = BigInt(one.budget_amount - one.spent_amount);
    most = most === null || budget < most ? budget : most;
  }
  const capped = (amount: bigint) => (most !== null && amount > most ? most : amount);
  const ofWhole = (whole: bigint) => {
    if (one.promotion_type === 'percentage') return halfUp(whole * BigInt(one.value_bp!), 10_000n);
    if (one.promotion_type !== 'fixed_amount') return whole;
    return BigInt(one.value_amount!) < whole ? BigInt(one.value_amount!) : whole;
  };
  if (one.applies_to === 'delivery_fee') return { ...none, fee: capped(ofWhole(left.fee)) };
  const meant = order.lines.map(
    ({ dish, category }) =>
      one.applies_to === 'order' ||
      (one.applies_to === 'categories'
        ? one.category_ids.some((id) => id === category)
        : one.item_ids.some((id) => id === dish)),
  );
  let weights = left.lines.map((amount, i) => (meant[i] ? amount : 0n));
  let amount = ofWhole(weights.reduce((all, weight) => all + weight, 0n));
  if (one.promotion_type === 'buy_x_get_y' || one.promotion_type === 'free_item') {
    const pieces = order.lines.flatMap(({ quantity }, line) =>
      meant[line]
        ? Array.from({ length: quantity }, () => ({ line, price: left.lines[line]! / BigInt(quantity) }))
        : [],
    );
    pieces.sort((a, b) => (a.price < b.price ? -1 : a.price > b.price ? 1 : a.line - b.line));
    const got = one.get_quantity ?? 1;
    let cheap = got;
    if (one.promotion_type === 'buy_x_get_y') {
      cheap = 0;
      for (let rest = pieces.length; rest >= one.buy_quantity! + got; rest -= one.buy_quantity! + got) cheap += got;
    }
    weights = left.lines.map(() => 0n);
    for (const { line, price } of pieces.slice(0, cheap))
      weights[line] = weights[line]! + (one.value_bp === null ? price : halfUp(price * BigInt(one.value_bp), 10_000n));
    amount = weights.reduce((all, weight) => all + weight, 0n);
  }
  return { lines: shares(capped(amount), weights), fee: 0n };
}

/** Up to each line, the rounded share of what lies up to it. */
function shares(amount: bigint, weights: bigint[]): bigint[] {
  const whole = weights.reduce((all, weight) => all + weight, 0n);
  if (whole === 0n) return weights;
  const upto = weights.map((_, i) =>
    halfUp(amount * weights.slice(0, i + 1).reduce((all, weight) => all + weight, 0n), whole),
  );
  return upto.map((share, i) => share - (upto[i - 1] ?? 0n));
}

/** What the order comes to. Each rate is rounded once, on what is left of its lines. */
export function ownTotals(order: OwnOrder, given: readonly Given[]) {
  const left = order.lines.map(
    (line) => line.amount - given.reduce((off, { byLine }) => off + (byLine[line.id] ?? 0), 0),
  );
  const rates = new Map<string, { rate: number; isInclusive: boolean; gross: number }>();
  order.lines.forEach(({ rate, isInclusive }, i) => {
    if (rate === null) return;
    const key = `${rate}/${isInclusive}`;
    const known = rates.get(key) ?? { rate, isInclusive, gross: 0 };
    rates.set(key, { ...known, gross: known.gross + left[i]! });
  });
  let [tax, onTop] = [0, 0];
  for (const { rate, isInclusive, gross } of rates.values()) {
    const own = Number(halfUp(BigInt(gross) * BigInt(rate), BigInt(isInclusive ? 10_000 + rate : 10_000)));
    tax += own;
    if (!isInclusive) onTop += own;
  }
  const discount = given.reduce((all, { amount }) => all + amount, 0);
  const food = order.lines.reduce((all, { amount }) => all + amount, 0);
  return { discount_amount: discount, tax_amount: tax, total_amount: food + order.fee - discount + onTop };
}

/** A fraction, rounded half up. */
const halfUp = (over: bigint, under: bigint): bigint => (2n * over + under) / (2n * under);
