import { expect, test } from 'vitest';
import { order } from '../../../tests/support/rows.ts';
import { findOfferedPhone } from './offered-phone.ts';

const orderBy = (phone: string | null, no = 501) => order(no, { customer: { name: 'Joanna', phone, email: null } });
const joanna = { id: '1', name: 'Joanna Price', phone: '+447700900142', phone_raw: null, email: 'jo@example.com' };
const offer = (orders: ReturnType<typeof orderBy>[], others: (typeof joanna)[] = []) =>
  findOfferedPhone(joanna, orders, [joanna, ...others]);

test('offers the number of the newest order that has one, if it is another', () => {
  expect(offer([orderBy(null), orderBy('+447700900199', 502), orderBy('+447700900142', 503)])).toBe('+447700900199');
  expect(offer([orderBy('+447700900142'), orderBy('+447700900199', 502)])).toBeNull();
  expect(offer([])).toBeNull();
});

test('offers no number that cannot be called or that somebody else has', () => {
  expect(offer([orderBy('12')])).toBeNull();
  expect(offer([orderBy('+447700900199')], [{ ...joanna, id: '2', phone: '+447700900199' }])).toBeNull();
});

test('offers a number to a record without one, and none that it has as typed', () => {
  const raw = { ...joanna, phone: null, phone_raw: '5 55 01' } as unknown as typeof joanna;
  expect(findOfferedPhone(raw, [orderBy('55501')], [raw])).toBeNull();
  expect(findOfferedPhone(raw, [orderBy('+447700900199')], [raw])).toBe('+447700900199');
});
