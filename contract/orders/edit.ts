import type { Args } from '../call.ts';
import { AMOUNT_MAX, ORDER_LINES_MAX } from '../limits.ts';
import { isPastTime, missingOf, newLine, PAST_TIME, trimmedOrNull, type PricedLine } from './manual-order.ts';
import { withDiscounts } from './discounts.ts';
import { choicesOf, keepsDish } from './line-choice.ts';
import { withDeliveryFee, withSums } from './totals.ts';
import type { edit, LineChoice, Order, OrderEvent, OrderLine, WantedDiscount } from './calls.ts';
import type { StatusContext } from './status.ts';

export type EditBody = Args<typeof edit>['body'];
type Changes = NonNullable<OrderEvent['changes']>;

/** Only orders that the kitchen has not finished can be corrected. */
export const isEditable = ({ order_status }: Pick<Order, 'order_status'>) =>
  order_status === 'pending' || order_status === 'accepted' || order_status === 'preparing';

export type EditOutcome =
  | { kind: 'edited'; order: Order }
  /** The order already has these values, or the edit was applied before. */
  | { kind: 'noop'; order: Order }
  | { kind: 'refused'; code: 'order_not_editable' }
  | { kind: 'refused'; code: 'invalid_fields'; field_errors: Record<string, string> };

/**
 * Corrects an order before it is ready. `lines` are those of the body with their dishes resolved. Lines are merged three-way: what the
 * person changed, compared with what they saw, is applied; changes by others to other lines stay; of one line the edit that arrives last
 * wins. A changed line that was done must be cooked again. The caller sets version and updated_at.
 */
export function applyEdit(
  order: Order,
  body: EditBody,
  lines: PricedLine[] | null,
  context: Omit<StatusContext, 'restaurant'> & EditRules,
): EditOutcome {
  if (order.events.some((event) => event.id === context.opId)) return { kind: 'noop', order };
  if (!isEditable(order)) return { kind: 'refused', code: 'order_not_editable' };
  const head = correctOrder(order, body, lines, context);
  const wrong = lines ? wrongLines(head) : null;
  if (wrong) return { kind: 'refused', code: 'invalid_fields', field_errors: { lines: wrong } };
  const missing = touchesHead(body) ? missingOf(head) : null;
  if (isMovedToPast(order, body, context.occurredAt))
    return { kind: 'refused', code: 'invalid_fields', field_errors: { ...missing, scheduled_for: PAST_TIME } };
  if (missing) return { kind: 'refused', code: 'invalid_fields', field_errors: missing };
  const changes = [...lineChanges(order.lines, head.lines), ...headChanges(order, head)];
  if (changes.length === 0) return { kind: 'noop', order };
  return { kind: 'edited', order: withEvent(head, changes, context, body) };
}

interface EditRules {
  customer?: Partial<Pick<Order, 'customer_id' | 'customer' | 'allergens'>>;
  /** What delivery of the corrected order costs. Default: what the body says, else what it cost. */
  deliveryFeeOf?: (corrected: Order) => number;
  /** What promotions take off the corrected order; null: what they took before stays. Default: what the body says. */
  discountsOf?: (corrected: Order) => readonly WantedDiscount[] | null;
}

/** The order with what the body changes, whether or not it may be had: what the point of sale shows before it is saved. */
export function correctOrder(
  order: Order,
  body: EditBody,
  lines: PricedLine[] | null,
  context: Stroke & EditRules,
): Order {
  const food = lines ? withSums(order, mergeLines(order.lines, lines, body.lines_before, context)) : order;
  const whole = { ...food, ...headOf(order, body, context.occurredAt), ...context.customer };
  const named = body.delivery_fee_amount ?? whole.delivery_fee_amount;
  const fee = context.deliveryFeeOf ? context.deliveryFeeOf(whole) : named;
  // Who collects it does not pay for the way.
  const corrected = withDeliveryFee(whole, whole.order_type === 'delivery' ? fee : 0);
  const discounts = context.discountsOf ? context.discountsOf(corrected) : (body.discounts ?? null);
  return discounts ? withDiscounts(corrected, discounts) : corrected;
}

/** Adds allergies that the customer mentioned later to an open order; null if it has them already. */
export function withAllergens(order: Order, allergens: readonly string[], context: EditContext): Order | null {
  const next = { ...order, allergens: [...new Set([...order.allergens, ...allergens])] };
  const changes = headChanges(order, next);
  return changes.length > 0 ? withEvent(next, changes, context) : null;
}

type EditContext = Pick<StatusContext, 'occurredAt' | 'opId' | 'actor' | 'now'>;

function withEvent(
  order: Order,
  changes: Changes,
  { occurredAt, opId, actor, now }: EditContext,
  on: Pick<EditBody, 'device_name' | 'was_offline'> = {},
): Order {
  const event: OrderEvent = {
    id: opId,
    type: 'edited',
    from: null,
    to: null,
    at: occurredAt,
    arrived_at: now,
    actor,
    device_name: on.device_name ?? null,
    note: null,
    was_offline: on.was_offline ?? false,
    changes,
  };
  return { ...order, events: [...order.events, event] };
}

/** What is wrong with the merged lines; null if nothing is. */
function wrongLines({ lines, subtotal_amount, total_amount }: Order): string | null {
  if (lines.length === 0) return 'Nothing would be left: cancel the order';
  if (lines.length > ORDER_LINES_MAX) return `An order holds ${ORDER_LINES_MAX} lines at most`;
  return Math.max(subtotal_amount, total_amount) > AMOUNT_MAX ? 'The total would be too large' : null;
}

type Looked = NonNullable<EditBody['lines_before']>[number];
type Stroke = { occurredAt: string; opId: string };

function mergeLines(
  standing: OrderLine[],
  wanted: PricedLine[],
  before: Looked[] | undefined,
  stroke: Stroke,
): OrderLine[] {
  const requested = new Map(wanted.map((line) => [line.id.toLowerCase(), line]));
  const looked = new Map((before ?? standing).map((line) => [line.id.toLowerCase(), line]));
  const known = new Set(standing.map((line) => line.id));
  const kept = standing.flatMap((line) => {
    const wanted = requested.get(line.id);
    const seen = looked.get(line.id);
    // Somebody else added it meanwhile: a person who did not see it did not remove it.
    if (!wanted) return seen ? [] : [line];
    const isAsSeen = seen !== undefined && isSameRequest(seen, wanted);
    if (!keepsDish(line, wanted)) return [rechosen(line, isAsSeen ? asking(wanted, line) : wanted, stroke)];
    return isAsSeen ? [line] : [changed(line, wanted, stroke)];
  });
  // If the person saw it and it is gone, somebody else removed it.
  const added = wanted.filter((line) => !known.has(line.id.toLowerCase()) && !looked.has(line.id.toLowerCase()));
  return [...kept, ...added.map(newLine)];
}

const isSameRequest = (seen: Pick<Looked, 'quantity' | 'note'>, wanted: PricedLine) =>
  seen.quantity === wanted.quantity && trimmedOrNull(seen.note) === trimmedOrNull(wanted.note);

function changed(line: OrderLine, wanted: PricedLine, stroke: Stroke): OrderLine {
  const { note: _, ...rest } = line;
  const note = trimmedOrNull(wanted.note);
  if (isSameRequest(line, wanted)) return line;
  const scaled = (amount: number) => Math.round((amount * wanted.quantity) / line.quantity);
  const next: OrderLine = {
    ...rest,
    quantity: wanted.quantity,
    total_amount: scaled(line.total_amount),
    ...(note === null ? {} : { note }),
    ...(line.modifiers
      ? { modifiers: line.modifiers.map((one) => ({ ...one, total_amount: scaled(one.total_amount) })) }
      : {}),
  };
  return again(next, stroke);
}

/** With other choices or another dish, or as another custom dish: priced like a new line, with its status in the kitchen. */
function rechosen(line: OrderLine, wanted: PricedLine, stroke: Stroke): OrderLine {
  const status = Object.fromEntries(Object.entries(line).filter(([field]) => field.startsWith('line_status')));
  const next: OrderLine = { ...newLine(wanted), ...status };
  // A custom dish that is called or priced otherwise is cooked as it was.
  return line.menu_item_id === null && isSameRequest(line, wanted) ? next : again(next, stroke);
}

/** As many as there are by now, and with that note. */
const asking = ({ note: _, ...wanted }: PricedLine, { quantity, note }: OrderLine): PricedLine => ({
  ...wanted,
  quantity,
  ...(note === undefined ? {} : { note }),
});

/** What was done of it has to be cooked again. */
function again(line: OrderLine, { occurredAt, opId }: Stroke): OrderLine {
  if (line.line_status !== 'ready') return line;
  const at = line.line_status_at && line.line_status_at > occurredAt ? line.line_status_at : occurredAt;
  return { ...line, line_status: 'new', line_status_at: at, line_status_op_id: opId };
}

function headOf(order: Order, body: EditBody, at: string): Partial<Order> {
  const head: Partial<Order> = {};
  const type = body.order_type ?? order.order_type;
  head.order_type = type;
  // A table is of whom is served there, an address of whom it is brought to, as in a new order.
  if (body.table_name !== undefined && type === 'dine_in') head.table_name = trimmedOrNull(body.table_name);
  if (body.order_type !== undefined && type !== 'dine_in') head.table_name = null;
  if (body.guests_count !== undefined) head.guests_count = body.guests_count;
  if (body.delivery_address !== undefined && type === 'delivery') head.delivery_address = body.delivery_address;
  if (body.order_type !== undefined && type !== 'delivery') head.delivery_address = null;
  if (body.customer_note !== undefined) head.customer_note = trimmedOrNull(body.customer_note);
  if (body.kitchen_note !== undefined) head.kitchen_note = trimmedOrNull(body.kitchen_note);
  if (body.allergens !== undefined) head.allergens = [...body.allergens];
  if (body.customer !== undefined)
    head.customer = {
      name: body.customer.name?.trim() ?? order.customer.name,
      phone: body.customer.phone === undefined ? order.customer.phone : trimmedOrNull(body.customer.phone),
      email: body.customer.email === undefined ? order.customer.email : trimmedOrNull(body.customer.email),
    };
  if (body.customer_id !== undefined) head.customer_id = body.customer_id?.toLowerCase() ?? null;
  const isPromised = order.order_status !== 'pending';
  if (body.prep_minutes !== undefined) head.prep_minutes = body.prep_minutes;
  if (body.scheduled_for !== undefined) {
    head.scheduled_for = body.scheduled_for;
    head.is_asap = body.scheduled_for === null;
  }
  const isAsap = head.is_asap ?? order.is_asap;
  if (head.scheduled_for) head.due_at = head.scheduled_for;
  else if (isAsap && (body.prep_minutes !== undefined || !order.is_asap))
    head.due_at = inMinutes(at, body.prep_minutes ?? order.prep_minutes ?? 20);
  if (head.due_at && isPromised) head.estimated_ready_at = head.due_at;
  return head;
}

const inMinutes = (at: string, minutes: number) => new Date(Date.parse(at) + minutes * 60_000).toISOString();

const isMovedToPast = ({ scheduled_for: before }: Order, { scheduled_for: after }: EditBody, at: string) =>
  after != null && (before === null || Date.parse(before) !== Date.parse(after)) && isPastTime(after, at);

/** True if the edit concerns fields that the order type requires. An older order without them may still have its dishes corrected. */
const touchesHead = (body: EditBody) =>
  body.order_type !== undefined ||
  body.table_name !== undefined ||
  body.delivery_address !== undefined ||
  body.customer !== undefined ||
  body.customer_id !== undefined;

function lineChanges(before: OrderLine[], after: OrderLine[]): Changes {
  const next = new Map(after.map((line) => [line.id, line]));
  const known = new Set(before.map((line) => line.id));
  const line = ({ id, name }: OrderLine, from: number, to: number): Changes[number] => ({
    field: 'line',
    name,
    line_id: id,
    from,
    to,
  });
  return [
    ...before.flatMap((old): Changes => {
      const now = next.get(old.id);
      if (!now) return [line(old, old.quantity, 0)];
      const same = { name: old.name, line_id: old.id, from: null, to: null };
      const choices = { from: choicesOf(old, now), to: choicesOf(now, old) };
      return [
        ...(now.quantity === old.quantity ? [] : [line(old, old.quantity, now.quantity)]),
        ...(plain(choices.from) === plain(choices.to)
          ? []
          : [{ ...same, field: 'line_choice', name: now.name, choices }]),
        ...(now.unit_amount === old.unit_amount || now.name !== old.name ? [] : [{ ...same, field: 'line_price' }]),
        ...(now.note === old.note ? [] : [{ ...same, field: 'line_note' }]),
      ];
    }),
    ...after.filter(({ id }) => !known.has(id)).map((one) => line(one, 0, one.quantity)),
  ];
}

/** All fields that an edit can change besides the lines, by the name in the order's events. */
const watched = {
  order_type: ['order_type'],
  customer: ['customer', 'customer_id'],
  table_name: ['table_name'],
  guests_count: ['guests_count'],
  delivery_address: ['delivery_address'],
  due_at: ['due_at', 'scheduled_for', 'is_asap', 'prep_minutes', 'estimated_ready_at'],
  customer_note: ['customer_note'],
  kitchen_note: ['kitchen_note'],
  allergens: ['allergens'],
  delivery_fee: ['delivery_fee_amount'],
  discounts: ['discounts'],
} satisfies Record<string, (keyof Order)[]>;
type Watched = (typeof watched)[keyof typeof watched][number];

const headChanges = (before: Order, after: Order): Changes =>
  Object.entries<Watched[]>(watched)
    .filter(([, fields]) => fields.some((field) => plain(before[field]) !== plain(after[field])))
    .map(([field]) => ({ field, name: null, from: null, to: null }));

/** The database returns an object's fields in another order. */
const plain = (value: Order[Watched] | LineChoice[]) =>
  JSON.stringify(value ?? null, (_name, one: unknown) =>
    one !== null && typeof one === 'object' && !Array.isArray(one)
      ? Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1))
      : one,
  );
