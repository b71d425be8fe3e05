import { describe, expect, test } from 'vitest';
import { id, order } from '../../../../tests/support/rows.ts';
import { otherPhoneSearches, phoneSearches, SEARCHED_PHONE } from '../../../../tests/support/phone-searches.ts';
import type { OrderLine } from '../../../../contract/orders/calls.ts';
import { noFilters } from './filters.ts';
import { comparer, isInTab, matcher } from './match.ts';

const line = (name: string): OrderLine => ({
  id: id(9),
  menu_item_id: null,
  name,
  quantity: 1,
  unit_amount: 500,
  total_amount: 500,
});

const joanna = order(542, {
  order_no: '142',
  customer: { name: 'Joanna Price', phone: '+447700900772', email: null },
  lines: [line('Prawn madras'), line('Jalapeño naan')],
  order_type: 'delivery',
  payment_status: 'paid',
});

const finds = (search: string) => matcher({ ...noFilters, search })(joanna);

describe('the search of orders', () => {
  test.each(['142', '#142', '14', 'joanna', 'PRICE', 'madras', 'jalapeno', 'price madras', '07700 900772', '900772'])(
    'finds it by “%s”',
    (words) => {
      expect(finds(words)).toBe(true);
    },
  );

  test.each(phoneSearches)('finds a telephone number by “%s”', (typed) => {
    const dialled = order(544, { customer: { name: 'Ada', phone: SEARCHED_PHONE, email: null } });
    expect(matcher({ ...noFilters, search: typed })(dialled)).toBe(true);
    const other = order(545, { customer: { name: 'Ada', phone: '+447700900772', email: null } });
    expect(matcher({ ...noFilters, search: typed })(other)).toBe(false);
  });

  test.each(otherPhoneSearches)('does not find another number by “%s”', (typed) => {
    const dialled = order(544, { customer: { name: 'Ada', phone: SEARCHED_PHONE, email: null } });
    expect(matcher({ ...noFilters, search: typed })(dialled)).toBe(false);
  });

  test("finds a manual order by its device's code too", () => {
    const taken = order(543, { order_no: '', short_code: 'K7' });
    expect(matcher({ ...noFilters, search: '#k7' })(taken)).toBe(true);
    expect(matcher({ ...noFilters, search: 'k' })(taken)).toBe(false);
  });

  test.each(['#14', '143', 'hargreave', 'price korma', '900773'])('does not find it by “%s”', (words) => {
    expect(finds(words)).toBe(false);
  });

  test('combines with type and payment', () => {
    expect(matcher({ ...noFilters, search: 'madras', types: ['delivery'], payments: ['paid'] })(joanna)).toBe(true);
    expect(matcher({ ...noFilters, search: 'madras', types: ['pickup'] })(joanna)).toBe(false);
  });
});

test('closed orders are the rejected and the cancelled ones', () => {
  expect(['rejected', 'cancelled', 'completed', 'ready'].map((status) => isInTab(status as 'ready', 'closed'))).toEqual(
    [true, true, false, false],
  );
  expect(isInTab('completed', null)).toBe(true);
});

test('orders of equal total stay newest first', () => {
  const early = order(501, { total_amount: 900, placed_at: '2026-11-20T18:00:00.000Z' });
  const late = order(502, { total_amount: 900, placed_at: '2026-11-20T19:00:00.000Z' });
  const dear = order(503, { total_amount: 1900, placed_at: '2026-11-20T17:00:00.000Z' });
  const sorted = [early, dear, late].sort(comparer({ field: 'total', descending: false }));
  expect(sorted.map((one) => one.id)).toEqual([late.id, early.id, dear.id]);
});
