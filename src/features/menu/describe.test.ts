import { describe, expect, test } from 'vitest';
import { remainingBulk } from '../../../contract/menu/bulk-item.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { dish, id, pathOf } from '../../../tests/support/rows.ts';
import type { DeadLetter, OutboxEntry } from '../../data/db.ts';
import { describeMenu, describeMenuRefusal, describeMenuStanding } from './describe.ts';

const restaurant = { timezone: 'Europe/London', currency: 'GBP' } as Restaurant;
const now = Date.parse('2026-11-20T19:36:00.000Z');
const madras = dish(100, { name: 'Prawn madras' });
const path = pathOf(madras);
const context = { restaurant, now, category: 'Curries' };

test('a sold-out dish says until when', () => {
  const change = (body: Record<string, unknown>) => ({ call: 'menu.setAvailability', path, body });
  const say = (body: Record<string, unknown>) => describeMenu(change(body), madras, context).title;
  expect(say({ availability_status: 'sold_out', unavailable_until: '2026-11-20T20:45:00.000Z' })).toBe(
    'Prawn madras sold out until 20:45',
  );
  expect(say({ availability_status: 'sold_out', unavailable_until: '2026-11-21T12:00:00.000Z' })).toBe(
    'Prawn madras sold out until tomorrow 12:00',
  );
  expect(say({ availability_status: 'hidden', unavailable_until: null })).toBe('Prawn madras hidden');
  expect(say({ is_available: true })).toBe('Prawn madras available again');
});

test('a change says in which category it was made', () => {
  expect(
    describeMenu({ call: 'menu.editItem', path, body: { price_amount: 1195, op_id: id(1) } }, madras, context),
  ).toEqual({
    title: 'Prawn madras changed: price',
    subject: 'Prawn madras, price',
    place: 'Menu, Curries',
    icon: 'menu',
    href: `/restaurant/menu/${path.id}/category/${path.categoryId}`,
  });
});

test('counts dishes that are deleted together', () => {
  const body = { item_ids: [id(1), id(2), id(3)] };
  expect(describeMenu({ call: 'menu.removeItems', path, body }, null, context).title).toBe('3 items deleted');
});

const deadLetter = (fields: Partial<DeadLetter> & { call: string; body: Record<string, unknown> }): DeadLetter => ({
  key: id(1),
  seq: 1,
  at: '2026-11-20T19:20:00.000Z',
  entry: {
    call: fields.call,
    path,
    body: fields.body,
    occurredAt: '2026-11-20T19:12:00.000Z',
  } as unknown as OutboxEntry,
  reason: fields.reason ?? 'rejected',
  error: fields.error ?? null,
  notice: null,
  theirs: fields.theirs ?? null,
  yours: null,
});

test('a price conflict shows both prices; the button has yours', () => {
  const theirs = dish(100, {
    price_amount: 1150,
    updated_at: '2026-11-20T19:10:00.000Z',
    updated_by: { kind: 'user', id: null, name: 'Ravi’s phone' },
  });
  expect(
    describeMenuRefusal(
      deadLetter({
        call: 'menu.editItem',
        body: { price_amount: 1195 },
        error: { code: 'changed_elsewhere', message: '' },
        theirs,
      }),
      { restaurant, now },
    ),
  ).toEqual({
    why: 'Someone changed it first, on Ravi’s phone at 19:10.',
    pair: { theirs: '£11.50', yours: '£11.95' },
    restoreLabel: 'Restore £11.95',
    keepLabel: 'Keep theirs',
  });
});

test('a superseded availability shows both values', () => {
  const theirs = dish(100, {
    availability_changed_at: '2026-11-20T19:30:00.000Z',
    availability_changed_by: { kind: 'user', id: null, name: 'Kitchen tablet' },
  });
  const body = { availability_status: 'sold_out', unavailable_until: null };
  expect(
    describeMenuRefusal(deadLetter({ call: 'menu.setAvailability', body, reason: 'superseded', theirs }), {
      restaurant,
      now,
    }),
  ).toEqual({
    why: 'Someone changed it later, on Kitchen tablet at 19:30, and that stands.',
    pair: { theirs: 'Available', yours: 'Sold out' },
    restoreLabel: 'Restore Sold out',
    keepLabel: 'Keep theirs',
  });
});

test('a size is named, also when it is gone', () => {
  const sized = dish(101, {
    name: 'Dosa',
    variants: [{ ...madras, id: id(11), name: 'Large', sku: null, is_default: true }],
  });
  const body = { variant_id: id(11), availability_status: 'sold_out', unavailable_until: null };
  expect(describeMenu({ call: 'menu.setAvailability', path, body }, sized, context).title).toBe('Dosa, Large sold out');
  const gone = deadLetter({
    call: 'menu.setAvailability',
    body: { ...body, variant_id: id(12) },
    error: {
      code: 'invalid_fields',
      message: '',
      field_errors: { variant_id: 'This item has no such variant' },
    },
    theirs: sized,
  });
  expect(describeMenuRefusal(gone, context)).toEqual({
    why: 'It was removed before this arrived.',
    pair: null,
    restoreLabel: null,
    keepLabel: 'Understood',
  });
});

test('deleted rows cannot be restored', () => {
  const gone = deadLetter({ call: 'menu.editItem', body: { name: 'x' }, error: { code: 'not_found', message: '' } });
  expect(describeMenuRefusal(gone, { restaurant, now })).toEqual({
    why: 'It was deleted before this arrived.',
    pair: null,
    restoreLabel: null,
    keepLabel: 'Understood',
  });
});

const lost = (occurredAt: string, at: string): DeadLetter => {
  const body = { price_amount: 1195, expected_price_amount: 999, description: 'Hot', device_name: 'Counter' };
  const standing = { at, by: { kind: 'user' as const, id: id(9), name: 'Ravi Menon' }, device_name: 'Ravi’s phone' };
  const theirs = dish(100, { price_amount: 1150, description: 'Hot' });
  const made = deadLetter({ call: 'menu.editItem', body, reason: 'superseded', theirs });
  return {
    ...made,
    entry: { ...made.entry, occurredAt },
    notice: { code: 'superseded', current: theirs, fields: { price_amount: standing } },
  };
};

test('a superseded price names the device and only that field', () => {
  expect(
    describeMenuRefusal(lost('2026-11-20T19:12:00.000Z', '2026-11-20T19:10:00.000Z'), { restaurant, now }),
  ).toEqual({
    why: 'Someone changed it first, on Ravi’s phone at 19:10.',
    pair: { theirs: '£11.50', yours: '£11.95' },
    restoreLabel: 'Restore £11.95',
    keepLabel: 'Keep theirs',
  });
  expect(
    describeMenuRefusal(lost('2026-11-20T19:02:00.000Z', '2026-11-20T19:10:00.000Z'), { restaurant, now }).why,
  ).toBe('Someone changed it later, on Ravi’s phone at 19:10, and that stands.');
});

test("the operation's own fields are not listed as edited", () => {
  const body = { price_amount: 1195, expected_price_amount: 999, device_name: 'Counter', op_id: id(1) };
  expect(describeMenu({ call: 'menu.editItem', path, body }, madras, context).title).toBe(
    'Prawn madras changed: price',
  );
});

test('says how many rows were moved, and that a later move stands', () => {
  const places = (count: number) => Array.from({ length: count }, (_, i) => ({ id: id(i), sort_order: i }));
  const say = (count: number) =>
    describeMenu({ call: 'menu.reorderItems', path, body: { places: places(count) } }, madras, context);
  expect(say(1)).toMatchObject({ title: 'Prawn madras moved', subject: 'Prawn madras, place in the list' });
  expect(say(12).title).toBe('12 items moved');
  expect(describeMenuStanding({ call: 'menu.reorderItems' })).toBe('Moved on another device later. That place stands.');
  expect(describeMenuStanding({ call: 'menu.editItem' })).toBeNull();
});

describe('an edit of many items', () => {
  const call = 'menu.bulkItems';
  const say = (items: object[]) => describeMenu({ call, path: {}, body: { items } }, madras, context).title;

  test('says what it did', () => {
    const variants = [{ id: id(7), name: 'Large', price_amount: 900 }];
    expect(say([{ id: madras.id, price_amount: 1195, expected_price_amount: 1095 }])).toBe(
      'Prawn madras changed: price',
    );
    expect(
      say([
        { id: id(1), price_amount: 1, tax_rate_bp: 500 },
        { id: id(2), price_amount: 2, variants },
      ]),
    ).toBe('2 items changed: price, tax rate, sizes');
    expect(say([1, 2, 3].map((n) => ({ id: id(n), availability_status: 'sold_out' })))).toBe('3 items sold out');
    expect(
      say([
        { id: id(1), category_id: id(3), menu_book_id: id(4), sort_order: 2 },
        { id: id(2), category_id: id(3) },
      ]),
    ).toBe('2 items moved to another category');
  });

  test('compares only what lost, dish by dish', () => {
    const items = [
      { id: madras.id, price_amount: 1195, expected_price_amount: 1095, tax_rate_bp: 500 },
      { id: id(2), price_amount: 1295 },
    ];
    const standing = { at: '2026-11-20T19:10:00.000Z', by: null, device_name: 'Ravi’s phone' };
    const current = [{ ...madras, price_amount: 1150 }];
    const lost = deadLetter({ call, body: { items }, reason: 'superseded', theirs: current as never });
    const notice = { code: 'superseded' as const, current, fields: { [`${madras.id}.price_amount`]: standing } };
    expect(describeMenuRefusal({ ...lost, notice }, { restaurant, now })).toEqual({
      why: '1 of 2 items keep what is there. Someone changed it first, on Ravi’s phone at 19:10.',
      pair: { theirs: 'Prawn madras: £11.50', yours: 'Prawn madras: £11.95' },
      restoreLabel: 'Restore yours',
      keepLabel: 'Keep theirs',
    });
    expect(remainingBulk(items, Object.keys(notice.fields))).toEqual([{ id: madras.id, price_amount: 1195 }]);
  });

  test('says that nothing was changed when something of it is gone', () => {
    const error = { code: 'not_found', message: '' };
    const gone = deadLetter({ call, body: { items: [{ id: id(2), category_id: id(3) }] }, error });
    expect(describeMenuRefusal(gone, { restaurant, now }).why).toBe(
      'An item, or the category, is not there any more. Nothing was changed.',
    );
  });
});
