import { expect, test } from 'vitest';
import { newItem } from '../../../../contract/menu/new-rows.ts';
import { dish, id } from '../../../../tests/support/rows.ts';
import { changedOf } from '../../../lib/changed-of.ts';
import { draftOf, valuesOf, withSeen, type ItemDraft } from './item-draft.ts';
import { basisPointsOf } from '../../../components/fields/field-drafts.ts';

const now = new Date('2026-11-20T19:00:00.000Z');
const item = dish(100, { name: 'Dal', price_amount: 795, allergens: ['milk'] });
const change = (patch: Partial<ItemDraft>, row = item) => {
  const draft = { ...draftOf(row, 'GBP'), ...patch };
  const [opened, parsed] = [draftOf(row, 'GBP'), draft].map((typed) => valuesOf(typed, 'GBP'));
  if (!parsed || 'wrong' in parsed) return [...(parsed?.wrong ?? [])];
  const changed = changedOf(parsed.values, opened && 'values' in opened ? opened.values : row);
  return withSeen(row, changed, draft.allergens_confirmed, now);
};

test('an edit sends only the fields that were changed', () => {
  expect(change({})).toEqual({});
  expect(change({ price_amount: '8.50' })).toEqual({ price_amount: 850, expected_price_amount: 795 });
  expect(change({ allergens: [], allergens_confirmed: true })).toEqual({
    allergens: [],
    allergens_confirmed_at: '2026-11-20T19:00:00.000Z',
  });
  expect(change({ tax_rate_bp: '12.5', prep_minutes: '25', kitchen_station: ' Grill ' })).toEqual({
    tax_rate_bp: 1250,
    prep_minutes: 25,
    kitchen_station: 'Grill',
  });
});

test('an edit of a row from before there were variants names none', () => {
  const { variants: _, modifier_groups: __, availability_windows: ___, tax_rate_bp: ____, ...old } = item;
  expect(change({}, old)).toEqual({});
});

test('variants are named without what is sold out, and the usual one gives the price', () => {
  const typed = { sku: null, is_default: false };
  const variants = [
    { ...typed, id: id(1), name: 'Small', price_amount: '7' },
    { ...typed, id: id(2), name: ' Large ', price_amount: '9.50', is_default: true },
  ];
  expect(change({ variants })).toEqual({
    price_amount: 950,
    pricing_type: 'variants',
    expected_price_amount: 795,
    variants: [
      { id: id(1), name: 'Small', price_amount: 700, sku: null, is_default: false },
      { id: id(2), name: 'Large', price_amount: 950, sku: null, is_default: true },
    ],
  });
  const place = { bookId: id(1), categoryId: id(2), currency: 'GBP' };
  const birth = { id: id(3), at: now.toISOString(), actor: null, version: 1 };
  const wanted = [{ id: id(1), name: 'Small', price_amount: 700 }];
  const sized = newItem({ name: 'Dal', price_amount: 700, variants: wanted }, birth, place);
  expect(change({}, sized)).toEqual({});
});

test('what cannot be taken is named field by field', () => {
  const variants = [{ id: id(1), name: '', price_amount: 'ten', sku: null, is_default: false }];
  expect(change({ name: ' ', tax_rate_bp: '120', prep_minutes: '0', variants })).toEqual(
    expect.arrayContaining(['name', 'tax_rate_bp', 'prep_minutes', 'variants.0.name', 'variants.0.price_amount']),
  );
  expect(change({ price_amount: '' })).toEqual(['price_amount']);
  expect(['20', '12,5 %', '0', '101', '1.234', 'x'].map(basisPointsOf)).toEqual([2000, 1250, 0, null, null, null]);
});

test('limits, calories and the price before are read as they are typed', () => {
  const draft = { ...draftOf(null, 'GBP'), name: 'Samosa', price_amount: '1.20' };
  const typed = { ...draft, min_quantity: '4', max_quantity: ' 12 ', compare_at_amount: '1.5', calories: '0' };
  expect(valuesOf(typed, 'GBP')).toMatchObject({
    values: { min_quantity: 4, max_quantity: 12, compare_at_amount: 150, calories: 0, is_featured: false },
  });
  expect(valuesOf(draft, 'GBP')).toMatchObject({
    values: { min_quantity: 1, max_quantity: null, compare_at_amount: null, calories: null, order_types: [] },
  });
  const wrong = { ...typed, max_quantity: '3', calories: '20001', compare_at_amount: 'x' };
  expect(valuesOf(wrong, 'GBP')).toEqual({ wrong: new Set(['max_quantity', 'compare_at_amount', 'calories']) });
});
