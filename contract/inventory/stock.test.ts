import { expect, test } from 'vitest';
import { seeded } from '../../tests/support/seeded.ts';
import type { RecentMovement } from './calls.ts';
import { newInventoryItem } from './new-rows.ts';
import {
  faultsOfMovement,
  foldStock,
  fromThousandths,
  RECENT_MOVEMENTS,
  recentHistory,
  toThousandths,
  withMovement,
} from './stock.ts';

const AT = '2026-11-20T19:00:00.000Z';
const item = newInventoryItem(
  { kind: 'ingredient', name: 'Flour', low_stock_threshold: '5' },
  { id: 'f', at: AT, actor: null, version: 0 },
  'GBP',
);

const movement = (n: number, minute: number, quantity: { change: string } | { counted: string }): RecentMovement => ({
  id: `m${String(n).padStart(3, '0')}`,
  movement_type: 'counted' in quantity ? 'recount' : 'adjustment',
  quantity_change: 'change' in quantity ? quantity.change : null,
  counted_quantity: 'counted' in quantity ? quantity.counted : null,
  reason: null,
  order_id: null,
  occurred_at: new Date(Date.parse(AT) + minute * 60_000).toISOString(),
  actor: null,
  device_name: null,
});

test.each([
  ['0', 0],
  ['-0', 0],
  ['12', 12_000],
  ['0.1', 100],
  ['-0.25', -250],
  ['7.125', 7125],
])('reads %s as %i thousandths', (text, thousandths) => {
  expect(toThousandths(text)).toBe(thousandths);
  expect(toThousandths(fromThousandths(thousandths))).toBe(thousandths);
});

test('adds fractions without drifting', () => {
  const tenths = Array.from({ length: 30 }, (_, i) => movement(i, i, { change: '0.1' }));
  expect(fromThousandths(foldStock(0, tenths))).toBe('3');
  expect(tenths.reduce(withMovement, item).quantity).toBe('3');
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])('gives the same row in every order of arrival (seed %i)', (seed) => {
  const random = seeded(seed);
  const made = Array.from({ length: RECENT_MOVEMENTS }, (_, n) =>
    movement(
      n,
      random.between(0, 10),
      random.chance(0.2)
        ? { counted: fromThousandths(random.between(0, 9999)) }
        : { change: fromThousandths(random.between(-9999, 9999) || 1) },
    ),
  );
  const rows = [made, random.shuffled(made), random.shuffled(made)].map((list) => list.reduce(withMovement, item));
  expect(rows[1]).toEqual(rows[0]);
  expect(rows[2]).toEqual(rows[0]);
});

test('keeps the sum when old movements leave the row', () => {
  const changes = Array.from({ length: 40 }, (_, n) => movement(n, n, { change: '1.5' }));
  const row = changes.reduce(withMovement, item);
  expect(row.recent_movements).toHaveLength(RECENT_MOVEMENTS);
  expect(row.quantity).toBe('60');
  expect(recentHistory(row).at(-1)).toMatchObject({ change: '1.5', after: '60' });
});

test('a count resets what happened before it, not after', () => {
  const row = [
    movement(1, 1, { change: '10' }),
    movement(3, 30, { change: '-2' }),
    movement(2, 20, { counted: '7' }),
    movement(4, 10, { change: '-5' }),
  ].reduce(withMovement, item);
  expect(row).toMatchObject({ quantity: '5', stock_status: 'low' });
  expect(recentHistory(row).map(({ change, after }) => [change, after])).toEqual([
    ['10', '10'],
    ['-5', '5'],
    ['2', '7'],
    ['-2', '5'],
  ]);
});

test('a repeated movement counts once', () => {
  const once = withMovement(item, movement(1, 1, { change: '3' }));
  expect(withMovement(once, movement(1, 1, { change: '3' }))).toBe(once);
});

test.each([
  [{ movement_type: 'recount', counted_quantity: '3' }, null],
  [{ movement_type: 'recount', quantity_change: '3' }, 'counted_quantity'],
  [{ movement_type: 'restock', quantity_change: '-3' }, 'quantity_change'],
  [{ movement_type: 'waste', quantity_change: '3' }, 'quantity_change'],
  [{ movement_type: 'adjustment', quantity_change: '0' }, 'quantity_change'],
  [{ movement_type: 'adjustment', quantity_change: '1', counted_quantity: '1' }, 'counted_quantity'],
  [{ movement_type: 'transfer', quantity_change: '-3' }, null],
] as const)('judges %j', (body, field) => {
  expect(Object.keys(faultsOfMovement(body) ?? {})).toEqual(field ? [field] : []);
});
