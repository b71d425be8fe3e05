import { expect, test } from 'vitest';
import { dish } from '../../../tests/support/rows.ts';
import { changedFields, draftOf } from './item-draft.ts';

const now = new Date('2026-11-20T19:00:00.000Z');
const item = dish(100, { name: 'Dal', price_amount: 795, allergens: ['milk'] });

test('an edit names only what was changed, so that another device’s edit of the rest stands', () => {
  expect(changedFields(item, { ...draftOf(item), price_amount: 795 }, now)).toEqual({});
  expect(changedFields(item, { ...draftOf(item), price_amount: 850 }, now)).toEqual({
    price_amount: 850,
    expected_price_amount: 795,
  });
  expect(
    changedFields(item, { ...draftOf(item), allergens: [], allergens_confirmed: true, price_amount: 795 }, now),
  ).toEqual({
    allergens: [],
    allergens_confirmed_at: '2026-11-20T19:00:00.000Z',
  });
});
