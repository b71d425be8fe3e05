import { describe, expect, test } from 'vitest';
import type { Customer } from '../../../contract/customers/calls.ts';
import * as calls from '../../../contract/orders/calls.ts';
import { newLine } from '../../../contract/orders/manual-order.ts';
import { dish, id, order, priced } from '../../../tests/support/rows.ts';
import { previewOf } from './preview.ts';
import type { Order, OrderLine } from '../../../contract/orders/calls.ts';
import {
  addDish,
  addOther,
  createBody,
  draftOf,
  draftOfChat,
  draftOfRefused,
  editBody,
  emptyDraft,
  forCustomer,
  limitFault,
  missingIn,
  piecesOf,
  setLine,
  type Draft,
} from './draft.ts';

const naan = dish(100, { name: 'Garlic naan', price_amount: 350 });
const madras = dish(101, { name: 'Prawn madras', price_amount: 1150, allergens: ['crustaceans'] });
const place = { country: 'GB', currency: 'GBP', usualMinutes: 25 };
const totalOf = (draft: Draft, looked?: Order) => previewOf(draft, looked, place, 0).total_amount;

describe('a manual order', () => {
  test('keeps to the limits of its dishes', () => {
    const samosa = dish(102, { name: 'Samosa', order_types: ['pickup'], min_quantity: 4, max_quantity: 5 });
    const menu = new Map([[samosa.id, { item: samosa }]]);
    const add = (to: ReturnType<typeof emptyDraft>, line: number) =>
      addDish(to, samosa.id, priced(samosa), id(line), samosa.min_quantity);
    const draft = add(emptyDraft(), 1);
    expect([piecesOf(draft), limitFault(draft, undefined, menu)]).toEqual([4, null]);
    const noted = add(setLine(draft, id(1), { note: 'Mild' }), 2);
    expect([piecesOf(noted), limitFault(noted, undefined, menu)]).toEqual([5, null]);
    expect(limitFault(setLine(noted, id(2), { quantity: 2 }), undefined, menu)).toBe('Samosa: 5 at most in one order');
    expect(limitFault({ ...draft, type: 'delivery' }, undefined, menu)).toBe('Samosa: not for delivery');
    // Lines that an order has already stay as they are.
    const standing = order(1, { lines: [{ ...newLine(draft.lines[0]!), quantity: 1 }] });
    expect(limitFault(draftOf(standing), standing, menu)).toBeNull();
    expect(limitFault(setLine(draftOf(standing), id(1), { quantity: 2 }), standing, menu)).toBe(
      'Samosa: order at least 4',
    );
  });

  test('goes on with what a customer began in a chat, at the prices of the menu, without dishes that are gone', () => {
    const menu = new Map([[naan.id, { item: naan, category: null, book: null, groups: new Map() }]]);
    let made = 10;
    const draft = draftOfChat(
      { customer_id: id(7), customer_name: 'Priya Nair' },
      {
        at: '2026-11-20T18:30:00.000Z',
        name: null,
        phone: '+442079460018',
        order: {
          order_type: 'delivery',
          lines: [
            { menu_item_id: naan.id, quantity: 2, note: 'Well done' },
            { menu_item_id: id(999), quantity: 1 },
          ],
          address: '5 Quay Street',
          postal_code: 'SE1 2AB',
          scheduled_for: null,
        },
        table: null,
      },
      menu,
      { at: '2026-11-20T18:31:00.000Z', newId: () => id((made += 1)) },
    );
    expect(draft).toMatchObject({
      source: 'phone',
      type: 'delivery',
      name: 'Priya Nair',
      phone: '+44 2079 460 018',
      customerId: id(7),
      address: { line_1: '5 Quay Street', postal_code: 'SE1 2AB' },
    });
    expect(draft.lines).toMatchObject([
      { id: id(11), name: 'Garlic naan', quantity: 2, note: 'Well done', unit_amount: 350 },
    ]);
  });

  test('adds one per tap, on a new line beside notes', () => {
    let draft = addDish(
      addDish(emptyDraft(), naan.id, priced(naan, 'Tandoor'), id(1)),
      naan.id,
      priced(naan, 'Tandoor'),
      id(2),
    );
    expect(draft.lines.map(({ name, quantity }) => [name, quantity])).toEqual([['Garlic naan', 2]]);
    draft = addDish(setLine(draft, id(1), { note: 'Well done' }), naan.id, priced(naan, 'Tandoor'), id(2));
    expect(draft.lines.map(({ note, quantity }) => [note, quantity])).toEqual([
      ['Well done', 2],
      [undefined, 1],
    ]);
    expect([totalOf(draft), piecesOf(draft)]).toEqual([1050, 3]);
    expect(setLine(draft, id(1), { quantity: 0 }).lines.map((line) => line.id)).toEqual([id(2)]);
  });

  test("totals its dishes; a correction keeps the order's fees", () => {
    const draft = addDish(emptyDraft(), naan.id, priced(naan, 'Tandoor'), id(1));
    const fees = { delivery_fee_amount: 250, tip_amount: 100 };
    const delivered = order(3, { order_type: 'delivery', subtotal_amount: 700, ...fees, total_amount: 1050 });
    const corrected = { ...draftOf(delivered), lines: draft.lines };
    expect([totalOf(draft), totalOf(corrected, delivered)]).toEqual([350, 700]);
    expect(totalOf({ ...corrected, type: 'pickup' }, delivered)).toBe(450);
  });

  test('says what is missing before it can be placed', () => {
    expect(missingIn(emptyDraft())).toEqual({ lines: expect.any(String) });
    const full = addDish(emptyDraft(), naan.id, priced(naan, null), id(1));
    expect(missingIn(full)).toBeNull();
    expect(Object.keys(missingIn({ ...full, source: 'table' }) ?? {})).toEqual(['table_name']);
    expect(Object.keys(missingIn({ ...full, source: 'phone', type: 'delivery' }) ?? {})).toEqual([
      'delivery_address',
      'customer',
    ]);
  });

  test('keeps another number that was typed before its customer was chosen', () => {
    const blank = { addresses: [], allergens: [], phone_raw: null };
    const joanna = { ...blank, id: id(8), name: 'Joanna Price', phone: '+447700900142' } as unknown as Customer;
    const phoneOf = (typed: string, known = joanna) =>
      forCustomer({ ...emptyDraft('phone'), phone: typed }, known, null).phone;
    expect(['', '07700', '07700 900142'].map((typed) => phoneOf(typed))).toEqual(Array(3).fill('+44 7700 900 142'));
    expect(phoneOf('020 7946 0199')).toBe('020 7946 0199');
    expect(phoneOf('020 7946 0199', { ...joanna, phone: null })).toBe('020 7946 0199');
  });

  test('needs a valid phone number or none', () => {
    const full = addDish(emptyDraft('phone'), naan.id, priced(naan, null), id(1));
    const fieldsOf = (phone: string) => Object.keys(missingIn({ ...full, name: 'Joanna', phone }) ?? {});
    expect(['abc', '0794', '020 7946 0123', '51234', ''].map(fieldsOf)).toEqual([['phone'], ['phone'], [], [], []]);
  });

  test("is sent with the data of this device's menu", () => {
    const draft = {
      ...addOther(addDish(emptyDraft('phone'), madras.id, priced(madras, 'Curry'), id(1)), ' Corkage ', 500, id(2)),
      name: ' Joanna ',
      phone: '020 7946 0123',
      type: 'delivery' as const,
      address: { ...emptyDraft().address, line_1: '4 Mill Lane', city: 'London', postal_code: 'E1 4AA' },
    };
    const body = createBody(draft, id(9), 'K7', place);
    expect(calls.create.options.body.parse(body)).toEqual(body);
    expect(body).toMatchObject({
      short_code: 'K7',
      channel: 'phone',
      order_type: 'delivery',
      prep_minutes: 25,
      customer: { name: 'Joanna', phone: '020 7946 0123' },
      delivery_address: { line_1: '4 Mill Lane', country_code: 'GB' },
      lines: [
        { name: 'Prawn madras', unit_amount: 1150, allergens: ['crustaceans'], kitchen_station: 'Curry' },
        { menu_item_id: null, name: 'Corkage', unit_amount: 500 },
      ],
    });
  });

  test("that was refused is restored at the menu's current prices", () => {
    const draft = { ...addDish(emptyDraft('table'), naan.id, priced(naan, null), id(1)), table: '4' };
    const body = createBody(draft, id(9), undefined, place);
    const dearer = { item: { ...naan, price_amount: 400 }, category: null, book: null, groups: new Map() };
    const again = draftOfRefused(body, new Map([[naan.id, dearer]]), '2026-11-20T18:30:00.000Z');
    expect(again).toEqual({ ...draft, minutes: 25, lines: [{ ...draft.lines[0], unit_amount: 400 }] });
  });
});

describe('the correction of an order', () => {
  const line = (n: number, name: string): OrderLine => ({
    id: id(n),
    menu_item_id: naan.id,
    name,
    quantity: 1,
    unit_amount: 350,
    total_amount: 350,
  });
  const standing = order(500, {
    order_status: 'accepted',
    order_type: 'dine_in',
    table_name: '4',
    lines: [line(1, 'Garlic naan'), line(2, 'Plain naan')],
  });

  test('is empty when nothing was changed', () => {
    expect(editBody(draftOf(standing), standing, place)).toBeNull();
  });

  test('may lack what the order lacked before', () => {
    const bare = order(501, { order_type: 'delivery', lines: [line(1, 'Garlic naan')] });
    expect(missingIn(draftOf(bare), bare)).toBeNull();
    expect(Object.keys(missingIn({ ...draftOf(bare), lines: [] }, bare) ?? {})).toEqual(['lines']);
  });

  test('keeps an untouched number and rejects a new invalid one', () => {
    const noted = order(502, {
      customer: { name: 'Priya', phone: 'none', email: null },
      lines: [line(1, 'Garlic naan')],
    });
    const renamed = { ...draftOf(noted), name: 'Priya Nair' };
    expect(missingIn(renamed, noted)).toBeNull();
    expect(editBody(renamed, noted, place)).toEqual({ customer: { name: 'Priya Nair' } });
    expect(Object.keys(missingIn({ ...renamed, phone: 'next door' }, noted) ?? {})).toEqual(['phone']);
  });

  test('names the changes and the lines that were seen', () => {
    const draft = setLine({ ...draftOf(standing), table: '5' }, id(1), { quantity: 3 });
    const body = editBody(draft, standing, place)!;
    expect(calls.edit.options.body.parse(body)).toEqual(body);
    expect(body).toMatchObject({
      table_name: '5',
      lines: [
        { id: id(1), quantity: 3 },
        { id: id(2), quantity: 1 },
      ],
      lines_before: [
        { id: id(1), quantity: 1 },
        { id: id(2), quantity: 1 },
      ],
    });
    expect(Object.keys(body).toSorted()).toEqual(['lines', 'lines_before', 'table_name']);
  });
});
