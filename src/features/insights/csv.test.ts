import { expect, test } from 'vitest';
import { readCsv } from '../../../contract/csv.ts';
import { someInsights } from '../../../tests/support/insights.ts';
import { insightsCsv, soldOutCsv } from './csv.ts';

/** Each number of a value with the path to it. */
function numbersOf(value: unknown, path = ''): [path: string, value: number][] {
  if (typeof value === 'number') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => numbersOf(one, `${path}/${key}`));
}

const isAmount = (path: string) =>
  /revenue|amount|sales|balance|withdrawn/.test(path) && !path.endsWith('/percent_increment');

test('the export has every figure of the period', () => {
  const insights = someInsights();
  const cells = new Set(insightsCsv(insights).split(/[\r\n,]+/));
  const missing = numbersOf(insights)
    // Weekdays are named; how many orders are open now is not of the period.
    .filter(([path]) => !path.endsWith('/weekday') && path !== '/open_orders_count')
    .filter(([path, value]) => !cells.has(isAmount(path) ? (value / 100).toFixed(2) : String(value)));
  expect(missing).toEqual([]);
  expect(insightsCsv(insights)).toContain('Tuesday,');
  expect(insightsCsv(insights)).toContain('cold food,');
});

test('the export of what was lost has every dish, and nothing runs as a formula', () => {
  const item = (name: string, sold_out_minutes: number, lost_quantity: number, lost_amount: number) => ({
    menu_item_id: '018f0000-0000-7000-8000-000000000001',
    name,
    sold_out_minutes,
    lost_quantity,
    lost_amount,
  });
  const items = Array.from({ length: 12 }, (_, n) => item(`Dish ${n}`, 30 + n, 1.5, 1250));
  const csv = soldOutCsv({
    from: '2026-11-19',
    to: '2026-11-20',
    currency: 'GBP',
    as_of: '2026-11-20T18:00:00.000Z',
    total_amount: 15_950,
    items: [...items, item('=cmd|x', 5, 1, 950)],
  });
  const rows = readCsv(csv)!.map(({ cells }) => cells);
  expect(rows.slice(0, 4)).toEqual([
    ['Period', '2026-11-19', '2026-11-20'],
    ['Currency', 'GBP'],
    ['Lost in all', '159.50'],
    ['Item', 'Minutes sold out', 'Not sold', 'Lost'],
  ]);
  expect(rows).toHaveLength(4 + 13);
  expect(rows[4]).toEqual(['Dish 0', '30', '1.5', '12.50']);
  expect(csv).toContain("'=cmd");
});
