import { expect, test } from 'vitest';
import { comparisonLabel, movedComparison, periodLabel, periodOf, usualPeriods } from './periods.ts';

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
  const usual = { date: '2026-02-23..2026-03-01', compareDate: null };
  expect(periodOf('date=nonsense', today)).toEqual(usual);
  // The server has no figures of so many days at once.
  expect(periodOf('date=2020-01-01..2026-03-01', today)).toEqual(usual);
});

test('an address names the days and those to compare them with', () => {
  expect(periodOf('date=2026-02-01..2026-02-03', today)).toEqual({
    date: '2026-02-01..2026-02-03',
    compareDate: null,
  });
  expect(periodOf('date=2026-02-01..2026-02-03&compare_date=2025-12-24', today)).toEqual({
    date: '2026-02-01..2026-02-03',
    compareDate: '2025-12-24',
  });
});

test('a comparison with the year before goes along to another period, one with named days does not', () => {
  const date = '2026-02-23..2026-03-01';
  expect(movedComparison({ date, compareDate: '2025-02-24..2025-03-02' }, today)).toBe('2025-03-02');
  expect(movedComparison({ date, compareDate: '2025-02-24..2025-03-01' }, today)).toBeNull();
  expect(movedComparison({ date, compareDate: null }, today)).toBeNull();
});

test('a period is called by its name or its dates', () => {
  expect(periodLabel('2026-03-01', today)).toBe('Today');
  // As the server names one day.
  expect(periodLabel('2026-03-01..2026-03-01', today)).toBe('Today');
  expect(periodLabel('2026-01-05..2026-01-06', today)).toMatch(/5 Jan.* to .*6 Jan/);
});

test.each([
  ['2026-03-01..2026-03-01', '2026-02-22..2026-02-22', 'the same day a week before'],
  ['2026-02-28..2026-03-01', '2026-02-21..2026-02-22', 'the same days a week before'],
  ['2026-02-23..2026-03-01', '2026-02-16..2026-02-22', 'the week before'],
  ['2026-02-02..2026-03-01', '2026-01-05..2026-02-01', 'the 28 days before'],
  ['2026-02-23..2026-03-01', '2025-02-24..2025-03-02', 'the same days 52 weeks before'],
  ['2026-02-23..2026-03-01', '2026-01-05..2026-01-06', '5 Jan to 6 Jan'],
])('%s beside %s is compared with %s', (date, compareDate, label) => {
  expect(comparisonLabel(date, compareDate, today)).toBe(label);
});
