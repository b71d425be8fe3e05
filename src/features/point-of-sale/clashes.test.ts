import { expect, test } from 'vitest';
import { clashesOf } from './clashes.ts';
import type { MenuDish } from './dishes-of.ts';
import type { DraftLine } from './draft.ts';

const line = (menu_item_id: string | null, name: string) => ({ menu_item_id, name }) as DraftLine;
const items = new Map(
  [
    { id: 'butter', allergens: ['milk', 'tree_nuts'], may_contain: [], allergens_confirmed_at: '2026-01-01' },
    { id: 'naan', allergens: ['gluten'], may_contain: ['milk'], allergens_confirmed_at: '2026-01-01' },
    { id: 'rice', allergens: [], may_contain: [], allergens_confirmed_at: null },
  ].map((item) => [item.id, { item, groups: new Map() } as unknown as MenuDish]), // fields that are not read are left out
);

test("names each dish that conflicts with the customer's allergy", () => {
  const lines = [line('butter', 'Butter chicken'), line('naan', 'Naan'), line('rice', 'Rice'), line(null, 'Corkage')];
  expect(clashesOf({ allergens: ['milk'], lines }, items)).toEqual([
    'Butter chicken: contains milk',
    'Naan: may contain milk',
  ]);
  expect(clashesOf({ allergens: [], lines }, items)).toEqual([]);
});
