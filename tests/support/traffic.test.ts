import { expect, test } from 'vitest';
import { FULL_SIZE, pastOrders } from './traffic.ts';

test('a full export has orders, lines and dishes, newest first', () => {
  const traffic = pastOrders({ seed: 7 });
  const rows = traffic.csv
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));
  expect(new Set(rows.map((row) => row[0])).size).toBe(FULL_SIZE.orders);
  expect(rows.length).toBe(FULL_SIZE.lines);
  expect(new Set(rows.map((row) => row[2])).size).toBe(FULL_SIZE.dishes);
  expect(rows.reduce((sum, row) => sum + Number(row[3]) * Math.round(Number(row[4]) * 100), 0)).toBe(
    traffic.total_amount,
  );
  const days = rows.map((row) => row[1]!.slice(0, 8).split('/').toReversed().join(''));
  expect(days).toEqual(days.toSorted().toReversed());
});

test('the same seed gives the same bytes, another seed others', () => {
  const small = { orders: 50, lines: 260, dishes: 40 };
  expect(pastOrders({ seed: 3, ...small }).csv).toBe(pastOrders({ seed: 3, ...small }).csv);
  expect(pastOrders({ seed: 4, ...small }).csv).not.toBe(pastOrders({ seed: 3, ...small }).csv);
});
