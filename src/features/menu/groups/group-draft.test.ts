import { expect, test } from 'vitest';
import { newGroup } from '../../../../contract/menu/new-groups.ts';
import { changedOf } from '../../../lib/changed-of.ts';
import { id } from '../../../../tests/support/rows.ts';
import { groupDraftOf, groupValuesOf, type GroupDraft } from './group-draft.ts';

const cheese = { id: id(2), name: 'Cheese', price_amount: 150, allergens: ['milk' as const] };
const group = newGroup(
  { name: 'Toppings', selection_type: 'multiple', max_selected: 3, free_count: 1, modifiers: [cheese] },
  { id: id(1), at: '2026-11-20T19:00:00.000Z', actor: null, version: 1 },
);
const edit = (patch: Partial<GroupDraft>) => {
  const [opened, parsed] = [{}, patch].map((typed) =>
    groupValuesOf({ ...groupDraftOf(group, 'GBP'), ...typed }, 'GBP'),
  );
  if (!parsed || 'wrong' in parsed) return [...(parsed?.wrong ?? [])];
  return changedOf(parsed.values, opened && 'values' in opened ? opened.values : group);
};

test('an edit of choices sends only the fields that were changed', () => {
  expect(edit({})).toEqual({});
  expect(edit({ least: '1', most: '' })).toEqual({ min_selected: 1, max_selected: null });
  const [option] = groupDraftOf(group, 'GBP').options;
  expect(edit({ options: [{ ...option!, price: '2' }] })).toMatchObject({
    modifiers: [{ id: id(2), name: 'Cheese', price_amount: 200, allergens: ['milk'] }],
  });
});

test('the kitchen’s name of a group is edited, and taken off again', () => {
  expect(edit({ kitchen_name: ' Temp ' })).toEqual({ kitchen_name: 'Temp' });
  expect(edit({ kitchen_name: ' ' })).toEqual({});
});

test('words to be typed have no options and one answer', () => {
  expect(edit({ selection_type: 'text', least: '3' })).toEqual({
    selection_type: 'text',
    min_selected: 1,
    max_selected: null,
    free_count: 0,
    modifiers: [],
  });
});

test('no more is asked for than can be chosen', () => {
  const options = [2, 3].map((n) => ({ ...groupDraftOf(group, 'GBP').options[0]!, id: id(n) }));
  expect(edit({ options, least: '3', most: '' })).toEqual(['least']);
  expect(edit({ options, least: '2', most: '', selection_type: 'single' })).toEqual(['least']);
  expect(edit({ options, least: '3', most: '', selection_type: 'quantity' })).toMatchObject({ min_selected: 3 });
  const once = options.map((one) => ({ ...one, max_quantity: 1 }));
  expect(edit({ options: once, least: '3', most: '', selection_type: 'quantity' })).toEqual(['least']);
  expect(edit({ options, least: '2', most: '' })).toMatchObject({ min_selected: 2 });
});

test('what cannot be saved is named field by field', () => {
  expect(edit({ name: ' ', least: '4', options: [] })).toEqual(['most', 'name', 'options']);
  expect(edit({ free: 'x', options: [{ id: id(2), name: '', price: 'x' }] })).toEqual([
    'free',
    'options.0.price',
    'options.0.name',
  ]);
});
