import { expect, test } from 'vitest';
import { someInsights } from '../../../tests/support/insights.ts';
import { insightsCsv } from './csv.ts';

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
