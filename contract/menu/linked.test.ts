import { expect, test } from 'vitest';
import { dish, id } from '../../tests/support/rows.ts';
import { withLinked } from './linked.ts';
import type { ModifierGroup } from './modifiers.ts';
import { newGroup } from './new-groups.ts';

const fries = id(50);
const sides = newGroup(
  {
    name: 'Sides',
    selection_type: 'single',
    modifiers: [
      { id: id(41), name: 'Fries', linked_item_id: fries },
      { id: id(42), name: 'Salad' },
    ],
  },
  { id: id(40), at: '2026-11-20T12:00:00.000Z', actor: null, version: 0 },
);
const states = (group: ModifierGroup, item: Parameters<typeof dish>[1] | null) =>
  withLinked(new Map([[group.id, group]]), (one) => (item && one === fries ? dish(50, item) : undefined))
    .get(group.id)!
    .modifiers.map((one) => [one.availability_status, one.unavailable_until]);

test('a modifier is sold out and hidden with the dish that it is', () => {
  const until = '2026-11-20T20:00:00.000Z';
  const other = ['available', null];
  expect(states(sides, {})).toEqual([other, other]);
  expect(states(sides, { availability_status: 'sold_out', unavailable_until: until })).toEqual([
    ['sold_out', until],
    other,
  ]);
  expect(states(sides, { availability_status: 'hidden' })).toEqual([['hidden', null], other]);
  expect(states(sides, null)).toEqual([other, other]);
});

test('of two marks the one that lasts longer counts', () => {
  const [first, ...others] = sides.modifiers;
  const soldOut = (until: string | null) => ({ availability_status: 'sold_out' as const, unavailable_until: until });
  const marked = (until: string | null) => ({ ...sides, modifiers: [{ ...first!, ...soldOut(until) }, ...others] });
  const [early, late] = ['2026-11-20T08:00:00.000Z', '2026-11-20T20:00:00.000Z'];
  expect(states(marked(early), soldOut(late))[0]).toEqual(['sold_out', late]);
  expect(states(marked(early), soldOut(null))[0]).toEqual(['sold_out', null]);
  expect(states(marked(late), soldOut(early))[0]).toEqual(['sold_out', late]);
  expect(states(marked(null), { availability_status: 'hidden', unavailable_until: late })[0]).toEqual([
    'sold_out',
    null,
  ]);
});
