import { expect, test } from 'vitest';
import { dish, id } from '../../tests/support/rows.ts';
import { seeded, type Seeded } from '../../tests/support/seeded.ts';
import type { MenuItem } from './calls.ts';
import type { ModifierGroup } from './modifiers.ts';
import { faultsOf, newGroup } from './new-groups.ts';
import { absenceOf, type OfferedDish } from './orderable.ts';

const NOW = '2026-11-20T12:00:00.000Z';
const birth = (n: number) => ({ id: id(n), at: NOW, actor: null, version: 0 });
const evening = {
  id: id(9),
  validity: 'always' as const,
  weekdays: [],
  start_time: '17:00',
  end_time: '23:00',
  start_date: null,
  end_date: null,
};
const off = (until: string | null) => ({ availability_status: 'sold_out' as const, unavailable_until: until });
const of = (item: Partial<MenuItem>, groups: ModifierGroup[] = []): OfferedDish => ({
  item: dish(100, item),
  category: null,
  book: null,
  groups: new Map(groups.map((group) => [group.id, group])),
});
const group = (n: number, fields: Partial<Parameters<typeof newGroup>[0]>): ModifierGroup =>
  newGroup({ name: `Group ${n}`, selection_type: 'single', min_selected: 1, ...fields }, birth(n));
const at = (dishes: OfferedDish, then = NOW) => absenceOf(dishes, 'Europe/London', then);

test('a dish without choices is there or sold out', () => {
  expect(at(of({}))).toBe(null);
  expect(at(of(off(null)))).toEqual({ why: 'sold_out', of: null, until: null });
  expect(at(of(off('2026-11-20T14:00:00.000Z')))).toMatchObject({ why: 'sold_out', until: '2026-11-20T14:00:00.000Z' });
});

test('outside its windows it is back when the latest of them opens', () => {
  expect(at(of({ availability_windows: [evening] }))).toEqual({
    why: 'outside_windows',
    of: null,
    until: '2026-11-20T17:00:00.000Z',
  });
  const both = of({ availability_windows: [evening], ...off('2026-11-20T23:30:00.000Z') });
  expect(at(both)).toMatchObject({ why: 'sold_out', until: '2026-11-21T17:00:00.000Z' });
});

test('it needs one of its variants', () => {
  const [small, large] = [11, 12].map((n) => ({
    ...dish(100),
    id: id(n),
    name: `Size ${n}`,
    sku: null,
    is_default: false,
  }));
  expect(at(of({ variants: [small!, { ...large!, ...off(null) }] }))).toBe(null);
  const gone = of({
    variants: [
      { ...small!, ...off('2026-11-20T15:00:00.000Z') },
      { ...large!, ...off(null) },
    ],
  });
  expect(at(gone)).toEqual({ why: 'no_choice', of: null, until: '2026-11-20T15:00:00.000Z' });
});

test('it needs enough of each required group, as deep as they go', () => {
  const below = group(22, { name: 'Bread', modifiers: [{ id: id(41), name: 'Naan' }] });
  const above = group(21, { modifiers: [{ id: id(31), name: 'Set', nested_group_ids: [below.id] }] });
  const refs = { modifier_groups: [{ id: above.id }] };
  const noNaan = {
    ...below,
    modifiers: below.modifiers.map((one) => ({ ...one, ...off('2026-11-20T13:00:00.000Z') })),
  };
  expect(at(of(refs, [above, below]))).toBe(null);
  expect(at(of(refs, [above, noNaan]))).toEqual({
    why: 'no_choice',
    of: 'Group 21',
    until: '2026-11-20T13:00:00.000Z',
  });
  expect(at(of(refs, [above, { ...noNaan, min_selected: 0 }]))).toBe(null);
  const two = group(23, {
    selection_type: 'quantity',
    min_selected: 2,
    modifiers: [{ id: id(51), name: 'Dip', max_quantity: 1 }],
  });
  expect(at(of({ modifier_groups: [{ id: two.id }] }, [two]))).toMatchObject({ why: 'no_choice', until: null });
});

/** A random dish with at most two levels below its groups. */
function randomDish(random: Seeded): OfferedDish {
  const ends = [null, '2026-11-20T11:00:00.000Z', '2026-11-20T13:30:00.000Z', '2026-11-20T18:00:00.000Z'];
  const state = () => (random.chance(0.5) ? {} : off(random.pick(ends)));
  let n = 1000;
  const groups: ModifierGroup[] = [];
  const grow = (depth: number): string[] =>
    Array.from({ length: random.between(0, 2) }, () => {
      const made = group(n++, {
        selection_type: random.pick(['single', 'multiple', 'quantity', 'text']),
        min_selected: random.between(0, 2),
        modifiers: Array.from({ length: random.between(0, 3) }, () => ({
          id: id(n++),
          name: 'Choice',
          max_quantity: random.pick([null, 1, 2]),
          nested_group_ids: depth < 2 ? grow(depth + 1) : [],
        })),
      });
      groups.push({ ...made, modifiers: made.modifiers.map((one) => ({ ...one, ...state() })) });
      return made.id;
    });
  const refs = grow(0).map((one) => ({ id: one }));
  return of(
    { modifier_groups: refs, ...state(), ...(random.chance(0.3) && { availability_windows: [evening] }) },
    groups,
  );
}

/** By trying: is there a way to choose at that minute? */
function canOrder({ item, groups }: OfferedDish, then: number): boolean {
  const isThere = (one: { availability_status: string; unavailable_until: string | null }) =>
    one.availability_status === 'available' ||
    (one.unavailable_until !== null && Date.parse(one.unavailable_until) <= then);
  const ways = (groupId: string): boolean => {
    const own = groups.get(groupId)!;
    if (own.selection_type === 'text') return own.min_selected <= 1;
    const pieces = own.modifiers.flatMap((one) => {
      if (!isThere(one) || !one.nested_group_ids.every(ways)) return [];
      const most = own.selection_type === 'quantity' ? (one.max_quantity ?? 99) : 1;
      return Array.from({ length: most }, () => one);
    });
    const most = own.selection_type === 'single' ? 1 : 99;
    return Math.min(pieces.length, most) >= own.min_selected;
  };
  const hour = new Date(then).getUTCHours();
  const isServed = (item.availability_windows ?? []).length === 0 || (hour >= 17 && hour < 23);
  return isThere(item) && (item.modifier_groups ?? []).every((one) => ways(one.id)) && isServed;
}

test('agrees with trying each minute of a day', () => {
  const random = seeded(23);
  const seen = new Set<string>();
  for (let round = 0; round < 400; round += 1) {
    const one = randomDish(random);
    const start = Date.parse(NOW);
    const minutes = Array.from({ length: 24 * 60 }, (_, i) => start + i * 60_000);
    const first = minutes.find((then) => canOrder(one, then));
    const absence = at(one);
    seen.add(absence?.why ?? 'there');
    if (first === start) expect(absence).toBe(null);
    else expect(absence?.until).toBe(first === undefined ? null : new Date(first).toISOString());
  }
  expect([...seen].toSorted()).toEqual(['no_choice', 'outside_windows', 'sold_out', 'there']);
});

test.each<[string, Parameters<typeof group>[1]]>([
  ['more than its options', { selection_type: 'multiple', min_selected: 3 }],
  ['two where one can be chosen', { selection_type: 'single', min_selected: 2 }],
  ['more than its limit', { selection_type: 'multiple', min_selected: 2, max_selected: 1 }],
  [
    'more pieces than each option allows',
    {
      selection_type: 'quantity',
      min_selected: 3,
      modifiers: [31, 32].map((n) => ({ id: id(n), name: `Option ${n}`, max_quantity: 1 })),
    },
  ],
  ['more than one answer in words', { selection_type: 'text', min_selected: 2, modifiers: [] }],
])('a dish whose group wants %s cannot be ordered', (_name, fields) => {
  const two = [31, 32].map((n) => ({ id: id(n), name: `Option ${n}` }));
  const wants = group(21, { modifiers: two, ...fields });
  expect(at(of({ modifier_groups: [{ id: wants.id }] }, [wants]))).toEqual({
    why: 'no_choice',
    of: 'Group 21',
    until: null,
  });
  expect(faultsOf(wants, [])).not.toBeNull();
  // What is wrong already does not stand in the way of another change.
  expect(faultsOf({ ...wants, name: 'Sides' }, [wants], wants)).toBeNull();
});

test('a deleted option leaves too few', () => {
  const three = [31, 32, 33].map((n) => ({ id: id(n), name: `Option ${n}` }));
  const before = group(21, { selection_type: 'multiple', min_selected: 3, modifiers: three });
  const after = { ...before, modifiers: before.modifiers.slice(1) };
  const refs = { modifier_groups: [{ id: before.id }] };
  expect(at(of(refs, [before]))).toBeNull();
  expect(at(of(refs, [after]))).toMatchObject({ why: 'no_choice' });
  expect(faultsOf(after, [before], before)).toEqual({ min_selected: 'No more than 2 can be chosen' });
});
