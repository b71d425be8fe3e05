import { limitFaults, piecesOf as piecesOfItem } from '../../../contract/orders/item-limits.ts';
import type { Args } from '../../../contract/call.ts';
import type { ChatDraft } from '../../../contract/chats/calls.ts';
import type { Customer } from '../../../contract/customers/calls.ts';
import type { MenuItem } from '../../../contract/menu/calls.ts';
import { isPastTime, missingOf, PAST_TIME, trimmedOrNull } from '../../../contract/orders/manual-order.ts';
import { choiceOf, isSameChoice, keepsDish } from '../../../contract/orders/line-choice.ts';
import { priceDish, type Dish, type PricedDish } from '../../../contract/orders/price-dish.ts';
import type { create, edit, Order, OrderLine, WantedDiscount, WantedLine } from '../../../contract/orders/calls.ts';
import { hasNeedle, phoneNeedles } from '../../../contract/auth/phone-search.ts';
import { isPhone, formatPhone } from '../../../contract/auth/phone.ts';

type Allergen = MenuItem['allergens'][number];
export type CreateBody = Args<typeof create>['body'];
export type EditBody = Args<typeof edit>['body'];

export interface DraftLine extends WantedLine {
  id: string;
  name: string;
  unit_amount: number;
}

/** Where the order comes from, as people at a counter see it. */
export type Source = 'walk_in' | 'phone' | 'table';

/** A new order or a correction while it is edited. */
export interface Draft {
  lines: DraftLine[];
  source: Source;
  type: 'pickup' | 'delivery';
  name: string;
  phone: string;
  customerId: string | null;
  table: string;
  address: { line_1: string; line_2: string; city: string; postal_code: string; instructions: string };
  /** The delivery location that staff chose; null: by the address. */
  locationId: string | null;
  /** A delivery fee typed by staff; empty: as the delivery locations say. */
  fee: string;
  /** Null: what the restaurant currently promises. */
  minutes: number | null;
  /** ISO; null: as soon as possible. */
  scheduledFor: string | null;
  note: string;
  allergens: Allergen[];
  /** Of promotions. */
  codes: string[];
}

export const emptyDraft = (source: Source = 'walk_in'): Draft => ({
  lines: [],
  source,
  type: 'pickup',
  name: '',
  phone: '',
  customerId: null,
  table: '',
  address: { line_1: '', line_2: '', city: '', postal_code: '', instructions: '' },
  locationId: null,
  fee: '',
  minutes: null,
  scheduledFor: null,
  note: '',
  allergens: [],
  codes: [],
});

/**
 * Adds one of a dish: to the line with the same choices and without a note, otherwise on a new line. `pieces`: the fewest of
 * the dish that can be ordered.
 */
export function addDish(draft: Draft, itemId: string, dish: PricedDish, id: string, pieces = 1): Draft {
  const present = draft.lines.find(
    (line) =>
      line.menu_item_id === itemId &&
      line.unit_amount === dish.unit_amount &&
      !trimmedOrNull(line.note) &&
      isSameChoice(line, dish),
  );
  if (present) return setLine(draft, present.id, { quantity: Math.min(99, present.quantity + 1) });
  return {
    ...draft,
    lines: [
      ...draft.lines,
      { id, menu_item_id: itemId, quantity: Math.max(1, pieces - piecesOfItem(draft.lines, itemId)), ...dish },
    ],
  };
}

/** The line as it was chosen anew. */
export function chooseAnew(draft: Draft, lineId: string, dish: PricedDish): Draft {
  const lines = draft.lines.map((line) => {
    const isStill = line.unit_amount === dish.unit_amount && isSameChoice(line, dish);
    if (line.id !== lineId || isStill) return line;
    const { id, menu_item_id, quantity, note } = line;
    return { id, menu_item_id, quantity, ...(note ? { note } : {}), ...dish };
  });
  return { ...draft, lines };
}

export const addOther = (draft: Draft, name: string, unit_amount: number, id: string): Draft => ({
  ...draft,
  lines: [...draft.lines, { id, menu_item_id: null, name: name.trim(), unit_amount, quantity: 1 }],
});

/** A quantity of zero removes the line. */
export function setLine(draft: Draft, id: string, fields: Partial<Pick<DraftLine, 'quantity' | 'note'>>): Draft {
  if (fields.quantity === 0) return { ...draft, lines: draft.lines.filter((line) => line.id !== id) };
  return { ...draft, lines: draft.lines.map((line) => (line.id === id ? { ...line, ...fields } : line)) };
}

/** Fills in a known customer and the address of their last delivery. A phone value that is not a number stays with the customer only. */
export const forCustomer = (draft: Draft, customer: Customer, address: Order['delivery_address']): Draft => ({
  ...draft,
  name: customer.name,
  phone: phoneFor(draft, customer),
  customerId: customer.id,
  allergens: [...new Set([...draft.allergens, ...customer.allergens])],
  address: address && !draft.address.line_1 ? typedAddress(address) : draft.address,
});

/** The customer's number, unless another one was typed: the order keeps what was given for it. */
function phoneFor({ phone: typed }: Draft, { phone, phone_raw }: Customer): string {
  const known = [phone, phone_raw].find((one) => one && isPhone(one));
  const isOther = isPhone(typed) && !hasNeedle(known, phoneNeedles(typed));
  return isOther || !known ? typed : formatPhone(known);
}

/** The lines of dishes that an order being corrected gets more of. */
export function linesWithMore({ lines }: Pick<Draft, 'lines'>, looked: Order): DraftLine[] {
  const had = new Map(looked.lines.map((line) => [line.id, line.quantity]));
  return lines.filter(({ id, quantity }) => quantity > (had.get(id) ?? 0));
}
export const piecesOf = ({ lines }: Pick<Draft, 'lines'>) => lines.reduce((sum, { quantity }) => sum + quantity, 0);

export const channelOf = ({ source }: Draft): CreateBody['channel'] => (source === 'phone' ? 'phone' : 'walk_in');
export const typeOf = ({ source, type }: Pick<Draft, 'source' | 'type'>): CreateBody['order_type'] =>
  source === 'table' ? 'dine_in' : type;

/**
 * Messages by field for what is missing before it can be placed; null if nothing is. What an order being corrected lacked already is
 * not required.
 */
export function missingIn(draft: Draft, looked?: Order): Record<string, string> | null {
  const lacked = Object.keys((looked && missingFrom(draftOf(looked))) ?? {});
  const missing = Object.entries(missingFrom(draft) ?? {}).filter(([field]) => !lacked.includes(field));
  const phone = draft.phone === (looked?.customer.phone ?? '') ? null : phoneFault(draft);
  if (phone) missing.push(['phone', phone]);
  return missing.length > 0 ? Object.fromEntries(missing) : null;
}

/** Why the typed phone number is invalid; it may be left out. */
export const phoneFault = ({ phone }: Pick<Draft, 'phone'>): string | null =>
  trimmedOrNull(phone) && !isPhone(phone) ? 'Some digits are missing' : null;

/** Why a dish cannot be ordered like this: in this way, or so many of it. Lines that an order being corrected has already stay. */
export function limitFault(
  draft: Pick<Draft, 'lines' | 'source' | 'type'>,
  looked: Order | undefined,
  menu: ReadonlyMap<string, Pick<Dish, 'item'>>,
): string | null {
  const type = (looked && editedType(draft, looked)) ?? looked?.order_type ?? typeOf(draft);
  return Object.values(limitFaults(draft.lines, (id) => menu.get(id)?.item, type, looked))[0] ?? null;
}

/** Why the chosen time cannot be; one that an order being corrected has already stays. `now`: epoch ms. */
export const timeFault = ({ scheduledFor }: Pick<Draft, 'scheduledFor'>, looked: Order | undefined, now: number) =>
  scheduledFor && scheduledFor !== looked?.scheduled_for && isPastTime(scheduledFor, now) ? PAST_TIME : null;

function missingFrom(draft: Draft): Record<string, string> | null {
  const missing = missingOf({
    channel: channelOf(draft),
    order_type: typeOf(draft),
    table_name: trimmedOrNull(draft.table),
    customer_id: draft.customerId,
    customer: { name: draft.name.trim(), phone: trimmedOrNull(draft.phone), email: null },
    delivery_address: addressOf(draft, ''),
  });
  if (draft.lines.length > 0) return missing;
  return { ...missing, lines: 'Choose at least one dish' };
}

export interface Place {
  country: string | null;
  currency: string;
  /** What the restaurant currently promises for such an order, minutes. */
  usualMinutes: number;
  /** What an order being corrected needs by now, minutes; null or missing: no more than was promised. */
  laterMinutes?: number | null;
  /** Of a delivery, minor units: what the customer is told. Missing: the server says. */
  deliveryFee?: number | undefined;
}

/** The call's body. Prices and names are those of this device's menu: the server uses its own, and refuses the order if they differ. */
export function createBody(
  draft: Draft,
  id: string,
  shortCode: string | undefined,
  { country, currency, usualMinutes, deliveryFee }: Place,
  discounts: WantedDiscount[] = [],
): CreateBody {
  return {
    id,
    ...(shortCode ? { short_code: shortCode } : {}),
    channel: channelOf(draft),
    order_type: typeOf(draft),
    lines: draft.lines.map(tidy),
    currency,
    ...(trimmedOrNull(draft.name) || trimmedOrNull(draft.phone) || draft.customerId
      ? { customer: { name: draft.name.trim(), phone: trimmedOrNull(draft.phone) } }
      : {}),
    ...(draft.customerId ? { customer_id: draft.customerId } : {}),
    ...(draft.source === 'table' ? { table_name: trimmedOrNull(draft.table) } : {}),
    ...(typeOf(draft) === 'delivery'
      ? {
          delivery_address: addressOf(draft, country),
          ...(deliveryFee === undefined ? {} : { delivery_fee_amount: deliveryFee }),
          ...(draft.locationId ? { delivery_location_id: draft.locationId } : {}),
        }
      : {}),
    ...(draft.scheduledFor ? { scheduled_for: draft.scheduledFor } : {}),
    prep_minutes: draft.minutes ?? usualMinutes,
    ...(trimmedOrNull(draft.note) ? { kitchen_note: trimmedOrNull(draft.note) } : {}),
    ...(draft.allergens.length > 0 ? { allergens: draft.allergens } : {}),
    ...(draft.codes.length > 0 ? { promotion_codes: draft.codes } : {}),
    ...(discounts.length > 0 ? { discounts } : {}),
  };
}

/** What differs from the order as it was opened; null if nothing does. */
export function editBody(
  draft: Draft,
  order: Order,
  { country, laterMinutes = null, deliveryFee }: Pick<Place, 'country' | 'laterMinutes' | 'deliveryFee'>,
  discounts: WantedDiscount[] | null = null,
): EditBody | null {
  const before = draftOf(order);
  const body: EditBody = {};
  if (!isSame(before.lines.map(wishOf), draft.lines.map(wishOf))) {
    const standing = new Map(order.lines.map((line) => [line.id, line]));
    body.lines = draft.lines.map((line) => {
      const stands = standing.get(line.id);
      if (!stands) return tidy(line);
      return tidy(keepsDish(stands, line) ? plainLine(line) : { ...line, modifiers: line.modifiers ?? [] });
    });
    body.lines_before = order.lines.map(({ id, quantity, note }) => ({ id, quantity, ...(note ? { note } : {}) }));
  }
  const type = editedType(draft, order);
  if (type) body.order_type = type;
  if (before.name !== draft.name || before.phone !== draft.phone)
    body.customer = {
      ...(before.name !== draft.name ? { name: draft.name.trim() } : {}),
      // An untouched number is not validated again.
      ...(before.phone !== draft.phone ? { phone: trimmedOrNull(draft.phone) } : {}),
    };
  if (before.customerId !== draft.customerId) body.customer_id = draft.customerId;
  if (before.table !== draft.table || (body.order_type === 'dine_in' && draft.table))
    body.table_name = trimmedOrNull(draft.table);
  if (typeOf(draft) === 'delivery' && (!isSame(before.address, draft.address) || body.order_type))
    body.delivery_address = addressOf(draft, country);
  const minutes = draft.minutes ?? laterMinutes;
  if (minutes !== null) body.prep_minutes = minutes;
  if (before.scheduledFor !== draft.scheduledFor) body.scheduled_for = draft.scheduledFor;
  if (before.note !== draft.note) body.kitchen_note = trimmedOrNull(draft.note);
  if (!isSame(before.allergens, draft.allergens)) body.allergens = draft.allergens;
  if (!isSame(before.codes, draft.codes)) body.promotion_codes = draft.codes;
  const isRouted = body.lines ?? body.order_type ?? body.delivery_address;
  const isOtherFee = deliveryFee !== order.delivery_fee_amount || isRouted !== undefined;
  if (deliveryFee !== undefined && (isOtherFee || body.scheduled_for !== undefined))
    body.delivery_fee_amount = deliveryFee;
  if (discounts && pricing.some((field) => body[field] !== undefined)) body.discounts = discounts;
  return Object.keys(body).length > 0 ? body : null;
}

/** Promotions look at these: a correction of a note leaves the price alone. */
const pricing = [
  'lines',
  'order_type',
  'delivery_address',
  'delivery_fee_amount',
  'scheduled_for',
  'customer',
  'customer_id',
  'promotion_codes',
] as const;

/** The type that an order gets; undefined: it keeps its own, which may be none that a till takes. */
function editedType(draft: Pick<Draft, 'source' | 'type'>, order: Order): EditBody['order_type'] {
  return typeOf(draftOf(order)) === typeOf(draft) ? undefined : typeOf(draft);
}

/** An order as a draft for its correction. */
export function draftOf(order: Order): Draft {
  return {
    ...emptyDraft(order.order_type === 'dine_in' ? 'table' : order.channel === 'phone' ? 'phone' : 'walk_in'),
    lines: order.lines.map(draftLine),
    type: order.order_type === 'delivery' ? 'delivery' : 'pickup',
    name: order.customer.name,
    phone: order.customer.phone ?? '',
    customerId: order.customer_id,
    table: order.table_name ?? '',
    address: typedAddress(order.delivery_address),
    scheduledFor: order.scheduled_for,
    note: order.kitchen_note ?? '',
    allergens: order.allergens as Allergen[],
    codes: (order.discounts ?? []).flatMap(({ code }) => code ?? []),
  };
}

/** A refused order as a new draft, with the menu's current data on its lines. */
export function draftOfRefused(body: CreateBody, menu: ReadonlyMap<string, Dish>, at: string): Draft {
  return {
    ...emptyDraft(body.order_type === 'dine_in' ? 'table' : body.channel),
    lines: body.lines.map((line): DraftLine => {
      const dish = line.menu_item_id ? menu.get(line.menu_item_id) : undefined;
      const outcome = dish && priceDish(dish, line, at);
      const read = { ...line, id: line.id ?? '', name: line.name ?? '', unit_amount: line.unit_amount ?? 0 };
      return outcome?.kind === 'priced' ? { ...read, ...outcome.dish } : read;
    }),
    type: body.order_type === 'delivery' ? 'delivery' : 'pickup',
    name: body.customer?.name ?? '',
    phone: body.customer?.phone ?? '',
    customerId: body.customer_id ?? null,
    table: body.table_name ?? '',
    address: typedAddress(body.delivery_address ?? null),
    locationId: body.delivery_location_id ?? null,
    minutes: body.prep_minutes ?? null,
    scheduledFor: body.scheduled_for ?? null,
    note: body.kitchen_note ?? '',
    allergens: body.allergens ?? [],
    codes: body.promotion_codes ?? [],
  };
}

/** What a customer began in a chat. Dishes that are gone are left out. */
export function draftOfChat(
  { customer_id, customer_name }: { customer_id: string; customer_name: string },
  { name, phone, order }: ChatDraft,
  menu: ReadonlyMap<string, Dish>,
  { at, newId }: { at: string; newId: () => string },
): Draft {
  const { lines = [], order_type, address, postal_code, scheduled_for } = order ?? {};
  return draftOfRefused(
    {
      channel: 'phone',
      order_type: order_type ?? 'pickup',
      lines: lines.filter((line) => menu.has(line.menu_item_id)).map((line) => ({ ...line, id: newId() })),
      customer: { name: name ?? customer_name, phone: phone && formatPhone(phone) },
      customer_id,
      delivery_address: {
        line_1: address ?? '',
        line_2: null,
        city: '',
        postal_code: postal_code ?? '',
        country_code: '',
        instructions: null,
      },
      scheduled_for: scheduled_for ?? null,
    },
    menu,
    at,
  );
}

function addressOf({ address }: Draft, country: string | null): NonNullable<CreateBody['delivery_address']> | null {
  if (!address.line_1.trim()) return null;
  return {
    line_1: address.line_1.trim(),
    line_2: trimmedOrNull(address.line_2),
    city: address.city.trim(),
    postal_code: address.postal_code.trim(),
    country_code: country || 'GB',
    instructions: trimmedOrNull(address.instructions),
  };
}

function typedAddress(address: Order['delivery_address']): Draft['address'] {
  return {
    line_1: address?.line_1 ?? '',
    line_2: address?.line_2 ?? '',
    city: address?.city ?? '',
    postal_code: address?.postal_code ?? '',
    instructions: address?.instructions ?? '',
  };
}

/** An order's line as the counter has it. */
function draftLine({
  id,
  menu_item_id,
  variant_id,
  name,
  unit_amount,
  quantity,
  note,
  modifiers,
}: OrderLine): DraftLine {
  const chosen = modifiers?.map(({ total_amount, group_id = '', ...one }) => ({
    ...one,
    group_id,
    each_amount: Math.round(total_amount / quantity),
  }));
  return {
    id,
    menu_item_id,
    ...(variant_id ? { variant_id } : {}),
    name,
    unit_amount,
    quantity,
    ...(note ? { note } : {}),
    ...(chosen ? { modifiers: chosen } : {}),
  };
}

/** Of a line that the order has already: what was chosen of it stays. */
const plainLine = ({ variant_id: _, modifiers: __, ...line }: DraftLine): DraftLine => line;

function tidy({ note, ...line }: DraftLine): DraftLine {
  const words = trimmedOrNull(note);
  return words ? { ...line, note: words } : line;
}

const wishOf = (line: DraftLine) => [
  line.id,
  line.quantity,
  trimmedOrNull(line.note),
  line.unit_amount,
  choiceOf(line),
];
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
