import { expect, test } from 'vitest';
import { comparisonLabel, periodLabel, periodOf, usualPeriods } from './periods.ts';

const today = '2026-03-01';

test('the usual periods end today or before', () => {
  expect(Object.fromEntries(usualPeriods(today).map(([date, label]) => [label, date]))).toEqual({
    'Last 7 days': '2026-02-23..2026-03-01',
    Today: '2026-03-01',
    Yesterday: '2026-02-28',
    'Last 28 days': '2026-02-02..2026-03-01',
    'This month': '2026-03-01..2026-03-01',
    'Last month': '2026-02-01..2026-02-28',
    'Last 52 weeks': '2025-03-03..2026-03-01',
  });
});

test('an address that names no period shows the last 7 days', () => {
  expect(periodOf('date=nonsense', today)).toBe('2026-02-23..2026-03-01');
  expect(periodOf('date=2026-02-01..2026-02-03', today)).toBe('2026-02-01..2026-02-03');
});

test('a period is called by its name or its dates', () => {
  expect(periodLabel('2026-03-01', today)).toBe('Today');
  expect(periodLabel('2026-01-05..2026-01-06', today)).toMatch(/5 Jan.* to .*6 Jan/);
});

test.each([
  ['2026-03-01', '2026-03-01', 'the same day a week before'],
  ['2026-02-28', '2026-03-01', 'the same days a week before'],
  ['2026-02-23', '2026-03-01', 'the week before'],
  ['2026-02-02', '2026-03-01', 'the 28 days before'],
])('%s to %s is compared with %s', (from, to, label) => {
  expect(comparisonLabel({ from, to })).toBe(label);
});
