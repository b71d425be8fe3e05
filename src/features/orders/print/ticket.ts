import type { MenuItem } from '../../../../contract/menu/calls.ts';
import type { LineModifier, Order, OrderEvent, OrderLine } from '../../../../contract/orders/calls.ts';
import { receiptSums, sellerLines, type Seller, type TaxPart } from '../../../../contract/orders/receipt.ts';
import { paidOf, taxLabel, type SumLine } from '../../../../contract/orders/sums.ts';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import { money } from '../../../lib/money.ts';
import { numberOf } from '../../../lib/order-number.ts';
import { dateOf, dateTimeLabel, timeOf, untilLabel } from '../../../lib/wall-clock.ts';
import { allergyStripLabel } from '../kitchen/allergy.ts';
import { kitchenGroup, kitchenNameOf, shortWho } from '../kitchen/labels.ts';
import { fieldLabel } from '../changed-label.ts';
import { methodLabel, paymentWord } from '../labels.ts';
import { readChanges, type OrderChange } from '../read-changes.ts';
import { typeLabel } from '../../../ui/order-label.ts';
import type * as z from 'zod/mini';

/** A ticket is a list of lines, the same for the print dialog and a receipt printer. */
export type TicketLine =
  | { kind: 'name' | 'number' | 'strong' | 'plain'; text: string }
  /** White on black. */
  | { kind: 'alarm'; text: string }
  | { kind: 'rule' }
  | { kind: 'dish'; quantity: string; text: string; amount?: string }
  /** `depth`: how far a choice lies below others. */
  | { kind: 'detail'; text: string; depth?: number }
  | { kind: 'pair'; left: string; right: string; isStrong?: boolean }
  /** Amounts below each other, to the right. */
  | { kind: 'columns'; first: string; second: string; third: string };

export interface Printing {
  order: Order;
  restaurant: Seller & Pick<Restaurant, 'timezone'>;
  /** Epoch ms. */
  now: number;
  /** When it was printed before, ISO; null: never. */
  printedAt: string | null;
  /** The dishes of the order by id, for what the kitchen calls them; a receipt needs none. */
  items?: ReadonlyMap<string, Pick<MenuItem, 'kitchen_name'>> | undefined;
}

/** For the kitchen: no prices and no telephone number. */
export function kitchenTicket(printing: Printing): TicketLine[] {
  const { order } = printing;
  return [
    ...headOf(printing),
    ...(printing.printedAt === null ? [] : [reprint(printing)]),
    ...alarmOf(order),
    { kind: 'rule' },
    ...order.lines.flatMap((line) => [dishOf(inKitchen(line, printing), line.quantity), ...detailsOf(line)]),
    ...notesOf(order),
    { kind: 'rule' },
    ...footOf(printing),
  ];
}

/** Only what `corrections` changed, as it is to be cooked now. */
export function changedTicket(printing: Printing, corrections: readonly OrderEvent[]): TicketLine[] {
  const { order } = printing;
  const changes = readChanges(corrections).filter(isForKitchen);
  const fields = changes.flatMap((change) => (change.kind === 'field' ? change.field : []));
  return [
    { kind: 'alarm', text: 'CHANGED' },
    ...headOf(printing),
    ...alarmOf(order),
    { kind: 'rule' },
    ...changes.flatMap((change) => (change.kind === 'field' ? [] : changedDish(printing, change))),
    ...(fields.length > 0 ? [fieldsOf(order, fields), ...notesOf(order)] : []),
    { kind: 'rule' },
    ...footOf(printing),
  ];
}

type LineChange = Exclude<OrderChange, { kind: 'field' }>;

/** A dish whose line changed: how many there are now, what is new about it, and its choices and note. */
function changedDish(printing: Printing, change: LineChange): TicketLine[] {
  const { lines } = printing.order;
  const ofDish = lines.filter(({ name }) => name === change.name);
  if (change.kind === 'removed') {
    return [
      dishOf(change.name, 0),
      // Its choices are gone with it: those that stay say which one it was.
      { kind: 'detail', text: ofDish.length > 0 ? 'NO MORE, STAYS:' : 'NO MORE' },
      ...ofDish.flatMap((line) => [dishOf(inKitchen(line, printing), line.quantity), ...detailsOf(line)]),
    ];
  }
  // An older event may be of any line of its dish.
  const changed = change.lineId === null ? ofDish : lines.filter(({ id }) => id === change.lineId);
  return changed.flatMap((line) => [
    dishOf(inKitchen(line, printing), line.quantity),
    ...newsOf(change, line).map((text) => ({ kind: 'detail' as const, text })),
    ...detailsOf(line),
  ]);
}

const inKitchen = (line: OrderLine, { items }: Printing) => kitchenNameOf(line, items?.get(line.menu_item_id ?? ''));

const dishOf = (name: string, quantity: number): TicketLine => ({
  kind: 'dish',
  quantity: String(quantity),
  text: name.toUpperCase(),
});

function newsOf(change: LineChange, { note }: OrderLine): string[] {
  if (change.kind !== 'changed') return [change.kind === 'added' ? 'NEW' : 'NO MORE'];
  const { from, to, choices, isNoteChanged } = change;
  return [
    ...(from === to ? [] : [`INSTEAD OF ${from}`]),
    ...(choices.length > 0 ? [choices.join(', ').toUpperCase()] : []),
    ...(isNoteChanged ? [note ? 'NOTE CHANGED' : 'NOTE TAKEN OFF'] : []),
  ];
}

/** Money, which nobody cooks by. */
const ofMoney = ['discounts', 'delivery_fee', 'line_price', 'written_off'];
const isForKitchen = (change: OrderChange): boolean => change.kind !== 'field' || !ofMoney.includes(change.field);

/** "CHANGED: TIME, NOTE FOR THE KITCHEN (NONE NOW)" */
function fieldsOf(order: Order, fields: readonly string[]): TicketLine {
  const values: Record<string, string | null> = {
    customer_note: order.customer_note,
    kitchen_note: order.kitchen_note,
    allergens: order.allergens.join(),
  };
  const words = fields.map(
    (field) => `${fieldLabel(field)}${values[field] || !(field in values) ? '' : ' (none now)'}`,
  );
  return { kind: 'strong', text: `CHANGED: ${words.join(', ').toUpperCase()}` };
}

/** For the customer: includes prices, tax and payment. */
export function receipt(printing: Printing): TicketLine[] {
  const { order, restaurant } = printing;
  const { sums, taxes } = receiptSums(order, restaurant);
  const amount = (minor: number) => money(minor, order.currency);
  const pairOf = ({ kind, label, amount: minor }: SumLine): TicketLine => ({
    kind: 'pair',
    left: label,
    right: amount(minor),
    ...((kind === 'total' || kind === 'due') && { isStrong: true }),
  });
  const isSettled = order.paid_amount === order.total_amount && order.refunded_amount === 0;
  return [
    { kind: 'name', text: restaurant.name.toUpperCase() },
    ...sellerLines(restaurant).flatMap(plain),
    { kind: 'number', text: `#${numberOf(order)}` },
    ...datesOf(printing),
    ...(printing.printedAt === null ? [] : [reprint(printing)]),
    { kind: 'rule' },
    ...order.lines.flatMap((line): TicketLine[] => [
      { kind: 'dish', quantity: String(line.quantity), text: line.name, amount: amount(line.total_amount) },
      ...detailsOf(line, amount),
    ]),
    { kind: 'rule' },
    ...sums.map(pairOf),
    ...taxTable(taxes, amount),
    { kind: 'rule' },
    {
      kind: 'pair',
      left: `${paymentWord(order)} ${methodLabel(order.payment_method)}`.trim(),
      right: '',
    },
    ...(isSettled ? [] : paidOf(order).map(pairOf)),
  ];
}

/** When it was ordered and, on another day, handed over: a receipt is read years later. */
function datesOf({ order, restaurant: { timezone } }: Printing): TicketLine[] {
  const { placed_at: placed, completed_at: completed } = order;
  const isLater = completed !== null && dateOf(completed, timezone) !== dateOf(placed, timezone);
  return [
    { kind: 'strong', text: typeLabel(order.order_type) },
    ...plain(`${isLater ? 'Ordered ' : ''}${dateTimeLabel(placed, timezone)}`),
    ...(isLater ? plain(`Completed ${dateTimeLabel(completed, timezone)}`) : []),
    ...(completed === null ? plain(`Due ${dateTimeLabel(order.due_at, timezone)}`) : []),
  ];
}

/** Net, tax and gross of each rate. */
function taxTable(taxes: readonly TaxPart[], amount: (minor: number) => string): TicketLine[] {
  if (taxes.length === 0) return [];
  return [
    { kind: 'rule' },
    { kind: 'columns', first: 'Net', second: 'Tax', third: 'Gross' },
    ...taxes.flatMap(({ name, rate_bp, net_amount, tax_amount, gross_amount }): TicketLine[] => [
      { kind: 'pair', left: name === null ? 'Without tax' : taxLabel({ name, rate_bp: rate_bp ?? 0 }), right: '' },
      { kind: 'columns', first: amount(net_amount), second: amount(tax_amount), third: amount(gross_amount) },
    ]),
  ];
}

/**
 * The corrections that a ticket does not show that was printed at `printedAt` (ISO); the newest one where it shows them all, or was not
 * printed here. Empty: nothing changed that concerns the kitchen.
 */
export function changesToPrint({ events }: Pick<Order, 'events'>, printedAt: string | null): OrderEvent[] {
  const corrections = events.filter((event) => event.type === 'edited' && readChanges([event]).some(isForKitchen));
  const since = correctionsSince(corrections, printedAt);
  const wanted = since.length > 0 ? since : corrections.slice(-1);
  return readChanges(wanted).some(isForKitchen) ? wanted : [];
}

export const correctionsSince = (corrections: OrderEvent[], printedAt: string | null): OrderEvent[] =>
  printedAt === null ? [] : corrections.filter(({ arrived_at }) => arrived_at > printedAt);

function headOf(printing: Printing): TicketLine[] {
  return [
    { kind: 'name', text: printing.restaurant.name.toUpperCase() },
    { kind: 'number', text: `#${numberOf(printing.order)}` },
    { kind: 'strong', text: dueWords(printing).toUpperCase() },
    ...(printing.order.table_name ? [{ kind: 'strong', text: printing.order.table_name.toUpperCase() } as const] : []),
  ];
}

const dueWords = ({ order, restaurant, now }: Printing) =>
  `${typeLabel(order.order_type)}, due ${untilLabel(order.due_at, restaurant.timezone, now)}`;

const reprint = ({ restaurant, now }: Printing): TicketLine => ({
  kind: 'strong',
  text: `REPRINT ${timeOf(now, restaurant.timezone)}`,
});

function alarmOf(order: Order): TicketLine[] {
  const words = allergyStripLabel(order);
  return words ? [{ kind: 'rule' }, { kind: 'alarm', text: `!! ${words.toUpperCase()} !!` }] : [];
}

function footOf({ order, restaurant }: Printing): TicketLine[] {
  const pieces = order.lines.reduce((sum, line) => sum + line.quantity, 0);
  const who = [order.table_name ? '' : shortWho(order), order.delivery_address?.postal_code ?? ''];
  return [
    {
      kind: 'pair',
      left: pieces === 1 ? '1 item' : `${pieces} items`,
      right: timeOf(order.placed_at, restaurant.timezone),
    },
    ...plain(who.filter(Boolean).join(' ')),
  ];
}

const plain = (text: string | null): TicketLine[] => (text ? [{ kind: 'plain', text }] : []);

/** Apart from the dishes: below the last one they would be read as its own. */
const notesOf = ({ customer_note, kitchen_note }: Order): TicketLine[] =>
  [
    ['NOTE ON THE ORDER', customer_note],
    ['NOTE FOR THE KITCHEN', kitchen_note],
  ].flatMap(([title, note]): TicketLine[] =>
    title && note ? [{ kind: 'rule' }, { kind: 'strong', text: title }, { kind: 'detail', text: `> ${note}` }] : [],
  );

/** Choices and note of a line. `amount`: for the customer, who reads what each choice adds to the line. */
const detailsOf = ({ modifiers = [], note }: OrderLine, amount?: (minor: number) => string): TicketLine[] => [
  ...modifiers.map((modifier): TicketLine => {
    const price = amount && modifier.total_amount !== 0 ? ` (${amount(modifier.total_amount)})` : '';
    const depth = modifier.depth ? { depth: modifier.depth } : {};
    return { kind: 'detail', text: (amount ? '' : groupOf(modifier)) + modifierWords(modifier) + price, ...depth };
  }),
  ...(note ? [{ kind: 'detail', text: `> ${note}` } as const] : []),
];

const groupOf = ({ prefix, group_kitchen_name }: z.infer<typeof LineModifier>) =>
  kitchenGroup(prefix, group_kitchen_name);

/** In words, because a symbol is easily missed: "NO butter", "+ tamarind". */
function modifierWords({ prefix, name, quantity }: z.infer<typeof LineModifier>): string {
  const signs = { none: '', extra: '+ ', less: 'LESS ', no: 'NO ' };
  return `${signs[prefix]}${quantity > 1 ? `${quantity}x ` : ''}${name}`;
}
