import { expect, test } from 'vitest';
import { newGroup } from '../../../../contract/menu/new-groups.ts';
import { newItem } from '../../../../contract/menu/new-rows.ts';
import { category, dish, id } from '../../../../tests/support/rows.ts';
import { allTargets, boardTargets, CHOICES, type BoardTarget } from './board-targets.ts';

const birth = (n: number) => ({ id: id(n), at: '2026-11-20T18:30:00.000Z', actor: null, version: 1 });

test('sizes and choices stand below their dish, and choices on a tab of their own, too', () => {
  const salsa = newGroup(
    { name: 'Salsa', selection_type: 'single', modifiers: [{ id: id(31), name: 'Verde' }] },
    birth(30),
  );
  const sauces = newGroup(
    {
      name: 'Sauce',
      selection_type: 'single',
      modifiers: [{ id: id(21), name: 'Hot', nested_group_ids: [salsa.id] }],
    },
    birth(20),
  );
  const sized = newItem(
    {
      name: 'Dosa',
      price_amount: 600,
      variants: [{ id: id(11), name: 'Large', price_amount: 900 }],
      modifier_groups: [{ id: sauces.id }],
    },
    birth(10),
    { bookId: id(1), categoryId: category.id, currency: 'GBP' },
  );
  // A row of before there were sizes.
  const { variants: _, ...old } = dish(100, { name: 'Dal' });
  const targets = boardTargets([sized, old], [sauces, salsa]);
  const brief = ({ id: own, name, tabId }: BoardTarget) => [own, name, tabId];
  const choices = [
    [id(21), 'Sauce: Hot', CHOICES],
    [id(31), 'Salsa: Verde', CHOICES],
  ];
  expect(targets.map(brief)).toEqual([[id(10), 'Dosa', category.id], [id(100), 'Dal', category.id], ...choices]);
  expect(targets[0]!.parts.map(brief)).toEqual([[id(11), 'Dosa, Large', category.id], ...choices]);
  expect(allTargets(targets).map((one) => one.id)).toEqual([id(10), id(11), id(100), id(21), id(31)]);
});

test('a dish that did not change keeps its target', () => {
  const [dal, dosa, groups] = [dish(100), dish(101), []];
  const [before] = boardTargets([dal, dosa], groups);
  expect(boardTargets([dal, { ...dosa, name: 'Dosa' }], groups)[0]).toBe(before);
  expect(boardTargets([dal], [])[0]).not.toBe(before);
});
