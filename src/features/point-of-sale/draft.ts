import type { Args } from '../../../contract/call.ts';
import type { Customer } from '../../../contract/customers/calls.ts';
import type { MenuItem } from '../../../contract/menu/calls.ts';
import { missingOf, trimmedOrNull } from '../../../contract/orders/manual-order.ts';
import { withFood } from '../../../contract/orders/totals.ts';
import type { create, edit, Order, WantedLine } from '../../../contract/orders/calls.ts';
import { isPhone, phoneWords } from '../../../contract/auth/phone.ts';

type Allergen = MenuItem['allergens'][number];
export type CreateBody = Args<typeof create>['body'];
export type EditBody = Args<typeof edit>['body'];

export interface DraftLine extends WantedLine {
  id: string;
  name: string;
  unit_amount: number;
}

/** Where the order comes from: how people at a counter think of it. */
export type Source = 'walk_in' | 'phone' | 'table';

/** An order while it is being taken, or corrected. */
export interface Draft {
  lines: DraftLine[];
  source: Source;
  type: 'pickup' | 'delivery';
  name: string;
  phone: string;
  customerId: string | null;
  table: string;
  address: { line_1: string; line_2: string; city: string; postal_code: string; instructions: string };
  /** Null: what the restaurant promises now. */
  minutes: number | null;
  /** ISO; null: as soon as possible. */
  scheduledFor: string | null;
  note: string;
  allergens: Allergen[];
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
  minutes: null,
  scheduledFor: null,
  note: '',
  allergens: [],
});

/** One more of a dish: on the line that has it without a note, else on a new one. */
export function addDish(draft: Draft, dish: MenuItem, kitchenStation: string | null, id: string): Draft {
  const present = draft.lines.find((line) => line.menu_item_id === dish.id && !trimmedOrNull(line.note));
  if (present) return setLine(draft, present.id, { quantity: Math.min(99, present.quantity + 1) });
  const line: DraftLine = {
    id,
    menu_item_id: dish.id,
    name: dish.name,
    unit_amount: dish.price_amount,
    quantity: 1,
    kitchen_station: kitchenStation,
    // Left out where nobody has said: unknown is not none.
    ...(dish.allergens_confirmed_at || dish.allergens.length > 0 ? { allergens: dish.allergens } : {}),
  };
  return { ...draft, lines: [...draft.lines, line] };
}

export const addOther = (draft: Draft, name: string, unit_amount: number, id: string): Draft => ({
  ...draft,
  lines: [...draft.lines, { id, menu_item_id: null, name: name.trim(), unit_amount, quantity: 1 }],
});

/** A quantity of nothing takes the line off. */
export function setLine(draft: Draft, id: string, fields: Partial<Pick<DraftLine, 'quantity' | 'note'>>): Draft {
  if (fields.quantity === 0) return { ...draft, lines: draft.lines.filter((line) => line.id !== id) };
  return { ...draft, lines: draft.lines.map((line) => (line.id === id ? { ...line, ...fields } : line)) };
}

/** The order is for somebody who is known, at the address of their last delivery. What stands for a number and is none stays with the customer. */
export const forCustomer = (draft: Draft, customer: Customer, address: Order['delivery_address']): Draft => ({
  ...draft,
  name: customer.name,
  phone: phoneWords([customer.phone, customer.phone_raw, draft.phone].find((phone) => phone && isPhone(phone)) ?? ''),
  customerId: customer.id,
  allergens: [...new Set([...draft.allergens, ...customer.allergens])],
  address: address && !draft.address.line_1 ? typedAddress(address) : draft.address,
});

/** What the dishes come to. */
export const foodOf = ({ lines }: Pick<Draft, 'lines'>) =>
  lines.reduce((sum, { quantity, unit_amount }) => sum + quantity * unit_amount, 0);
/** What is to be paid: the fees of an order that is corrected stay. */
export const totalOf = (draft: Pick<Draft, 'lines'>, looked?: Order) =>
  looked ? withFood(looked, foodOf(draft)).total_amount : foodOf(draft);
export const piecesOf = ({ lines }: Pick<Draft, 'lines'>) => lines.reduce((sum, { quantity }) => sum + quantity, 0);

const channelOf = ({ source }: Draft): CreateBody['channel'] => (source === 'phone' ? 'phone' : 'walk_in');
const typeOf = ({ source, type }: Draft): CreateBody['order_type'] => (source === 'table' ? 'dine_in' : type);

/**
 * What has to be said before it can be taken, by field; null when nothing is missing. What an order that is corrected lacked already
 * does not stand in the way.
 */
export function missingIn(draft: Draft, looked?: Order): Record<string, string> | null {
  const lacked = Object.keys((looked && missingFrom(draftOf(looked))) ?? {});
  const missing = Object.entries(missingFrom(draft) ?? {}).filter(([field]) => !lacked.includes(field));
  const phone = draft.phone === (looked?.customer.phone ?? '') ? null : phoneFault(draft);
  if (phone) missing.push(['phone', phone]);
  return missing.length > 0 ? Object.fromEntries(missing) : null;
}

/** What is wrong with the number that was typed; it may be left out. */
export const phoneFault = ({ phone }: Pick<Draft, 'phone'>): string | null =>
  trimmedOrNull(phone) && !isPhone(phone) ? 'Some digits are missing' : null;

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

interface Place {
  country: string | null;
  currency: string;
  /** What the restaurant promises for an order of this kind now, minutes. */
  usualMinutes: number;
}

/** The call's body. Prices and names are what this device's menu said: the server takes its own, and says so when they differ. */
export function createBody(
  draft: Draft,
  id: string,
  shortCode: string | undefined,
  { country, currency, usualMinutes }: Place,
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
    ...(typeOf(draft) === 'delivery' ? { delivery_address: addressOf(draft, country) } : {}),
    ...(draft.scheduledFor ? { scheduled_for: draft.scheduledFor } : {}),
    prep_minutes: draft.minutes ?? usualMinutes,
    ...(trimmedOrNull(draft.note) ? { kitchen_note: trimmedOrNull(draft.note) } : {}),
    ...(draft.allergens.length > 0 ? { allergens: draft.allergens } : {}),
  };
}

/** What is different from the order as it was looked at; null when nothing is. */
export function editBody(draft: Draft, order: Order, { country }: Pick<Place, 'country'>): EditBody | null {
  const before = draftOf(order);
  const body: EditBody = {};
  if (!isSame(before.lines.map(wishOf), draft.lines.map(wishOf))) {
    body.lines = draft.lines.map(tidy);
    body.lines_before = order.lines.map(({ id, quantity, note }) => ({ id, quantity, ...(note ? { note } : {}) }));
  }
  if (typeOf(before) !== typeOf(draft)) body.order_type = typeOf(draft);
  if (before.name !== draft.name || before.phone !== draft.phone)
    body.customer = {
      ...(before.name !== draft.name ? { name: draft.name.trim() } : {}),
      // A number that nobody touched is not judged anew.
      ...(before.phone !== draft.phone ? { phone: trimmedOrNull(draft.phone) } : {}),
    };
  if (before.customerId !== draft.customerId) body.customer_id = draft.customerId;
  if (before.table !== draft.table || (body.order_type === 'dine_in' && draft.table))
    body.table_name = trimmedOrNull(draft.table);
  if (typeOf(draft) === 'delivery' && (!isSame(before.address, draft.address) || body.order_type))
    body.delivery_address = addressOf(draft, country);
  if (draft.minutes !== null) body.prep_minutes = draft.minutes;
  if (before.scheduledFor !== draft.scheduledFor) body.scheduled_for = draft.scheduledFor;
  if (before.note !== draft.note) body.kitchen_note = trimmedOrNull(draft.note);
  if (!isSame(before.allergens, draft.allergens)) body.allergens = draft.allergens;
  return Object.keys(body).length > 0 ? body : null;
}

/** An order as a draft of its correction. */
export function draftOf(order: Order): Draft {
  return {
    ...emptyDraft(order.order_type === 'dine_in' ? 'table' : order.channel === 'phone' ? 'phone' : 'walk_in'),
    lines: order.lines.map(({ id, menu_item_id, name, unit_amount, quantity, note }) => ({
      id,
      menu_item_id,
      name,
      unit_amount,
      quantity,
      ...(note ? { note } : {}),
    })),
    type: order.order_type === 'delivery' ? 'delivery' : 'pickup',
    name: order.customer.name,
    phone: order.customer.phone ?? '',
    customerId: order.customer_id,
    table: order.table_name ?? '',
    address: typedAddress(order.delivery_address),
    scheduledFor: order.scheduled_for,
    note: order.kitchen_note ?? '',
    allergens: order.allergens as Allergen[],
  };
}

/** An order that was refused, to be looked at and taken again: what the menu says now stands on its lines. */
export function draftOfRefused(body: CreateBody, menu: ReadonlyMap<string, MenuItem>): Draft {
  return {
    ...emptyDraft(body.order_type === 'dine_in' ? 'table' : body.channel),
    lines: body.lines.map((line) => {
      const dish = line.menu_item_id ? menu.get(line.menu_item_id) : undefined;
      return {
        ...line,
        id: line.id ?? '',
        name: dish?.name ?? line.name ?? '',
        unit_amount: dish?.price_amount ?? line.unit_amount ?? 0,
      };
    }),
    type: body.order_type === 'delivery' ? 'delivery' : 'pickup',
    name: body.customer?.name ?? '',
    phone: body.customer?.phone ?? '',
    customerId: body.customer_id ?? null,
    table: body.table_name ?? '',
    address: typedAddress(body.delivery_address ?? null),
    minutes: body.prep_minutes ?? null,
    scheduledFor: body.scheduled_for ?? null,
    note: body.kitchen_note ?? '',
    allergens: body.allergens ?? [],
  };
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

function tidy({ note, ...line }: DraftLine): DraftLine {
  const words = trimmedOrNull(note);
  return words ? { ...line, note: words } : line;
}

const wishOf = ({ id, quantity, note }: DraftLine) => [id, quantity, trimmedOrNull(note)];
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
