import { expect, test } from 'vitest';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { dish, id, pathOf } from '../../../tests/support/rows.ts';
import type { DeadLetter, OutboxEntry } from '../../data/db.ts';
import { describeMenu, describeMenuRefusal } from './describe.ts';

const restaurant = { timezone: 'Europe/London', currency: 'GBP' } as Restaurant;
const now = Date.parse('2026-11-20T19:36:00.000Z');
const madras = dish(100, { name: 'Prawn madras' });
const path = pathOf(madras);
const context = { restaurant, now, category: 'Curries' };

test('a dish that is sold out says until when', () => {
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

test('a change says where it was made', () => {
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

test('several dishes that are deleted together are counted', () => {
  const body = { item_ids: [id(1), id(2), id(3)] };
  expect(describeMenu({ call: 'menu.removeItems', path, body }, null, context).title).toBe('3 items deleted');
});

const letter = (fields: Partial<DeadLetter> & { call: string; body: Record<string, unknown> }): DeadLetter => ({
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

test('a price that someone else changed first stands beside one’s own, which is in the button', () => {
  const theirs = dish(100, {
    price_amount: 1150,
    updated_at: '2026-11-20T19:10:00.000Z',
    updated_by: { kind: 'user', id: null, name: 'Ravi’s phone' },
  });
  expect(
    describeMenuRefusal(
      letter({
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
    restoreWords: 'Restore £11.95',
    keepWords: 'Keep theirs',
  });
});

test('an availability that a later tap overtook is told, with both', () => {
  const theirs = dish(100, {
    availability_changed_at: '2026-11-20T19:30:00.000Z',
    availability_changed_by: { kind: 'user', id: null, name: 'Kitchen tablet' },
  });
  const body = { availability_status: 'sold_out', unavailable_until: null };
  expect(
    describeMenuRefusal(letter({ call: 'menu.setAvailability', body, reason: 'superseded', theirs }), {
      restaurant,
      now,
    }),
  ).toEqual({
    why: 'Someone changed it later, on Kitchen tablet at 19:30, and that stands.',
    pair: { theirs: 'Available', yours: 'Sold out' },
    restoreWords: 'Restore Sold out',
    keepWords: 'Keep theirs',
  });
});

test('what was deleted cannot be restored', () => {
  const gone = letter({ call: 'menu.editItem', body: { name: 'x' }, error: { code: 'not_found', message: '' } });
  expect(describeMenuRefusal(gone, { restaurant, now })).toEqual({
    why: 'It was deleted before this arrived.',
    pair: null,
    restoreWords: null,
    keepWords: 'Understood',
  });
});

const lost = (occurredAt: string, at: string): DeadLetter => {
  const body = { price_amount: 1195, expected_price_amount: 999, description: 'Hot', device_name: 'Counter' };
  const standing = { at, by: { kind: 'user' as const, id: id(9), name: 'Ravi Menon' }, device_name: 'Ravi’s phone' };
  const theirs = dish(100, { price_amount: 1150, description: 'Hot' });
  const made = letter({ call: 'menu.editItem', body, reason: 'superseded', theirs });
  return {
    ...made,
    entry: { ...made.entry, occurredAt },
    notice: { code: 'superseded', current: theirs, fields: { price_amount: standing } },
  };
};

test('a price that lost names the device and shows that field alone', () => {
  expect(
    describeMenuRefusal(lost('2026-11-20T19:12:00.000Z', '2026-11-20T19:10:00.000Z'), { restaurant, now }),
  ).toEqual({
    why: 'Someone changed it first, on Ravi’s phone at 19:10.',
    pair: { theirs: '£11.50', yours: '£11.95' },
    restoreWords: 'Restore £11.95',
    keepWords: 'Keep theirs',
  });
  expect(
    describeMenuRefusal(lost('2026-11-20T19:02:00.000Z', '2026-11-20T19:10:00.000Z'), { restaurant, now }).why,
  ).toBe('Someone changed it later, on Ravi’s phone at 19:10, and that stands.');
});

test('what an edit says of the operation is no field', () => {
  const body = { price_amount: 1195, expected_price_amount: 999, device_name: 'Counter', op_id: id(1) };
  expect(describeMenu({ call: 'menu.editItem', path, body }, madras, context).title).toBe(
    'Prawn madras changed: price',
  );
});
