import { expect, test } from 'vitest';
import { noFilters, readFilters, tabPatch, writeFilters } from './filters.ts';
import { allDates } from '../queries.ts';
import { scopeOf } from './scope.ts';

const wall = { timezone: 'Europe/London', business_day_cutoff_time: '04:00' };
// 01:30 in the night after Friday, 20 November.
const night = Date.parse('2026-11-21T01:30:00.000Z');

test('today is the business day, also after midnight', () => {
  const range = { from: '2026-11-20T04:00:00.000Z', to: '2026-11-21T04:00:00.000Z' };
  expect(scopeOf(noFilters, wall, night)).toEqual({
    range,
    today: range,
    plan: 'today',
    words: 'Today, 20 Nov',
  });
});

test('reads long ranges by key, or scans with other filters', () => {
  const week = { ...noFilters, date: '2026-11-14..2026-11-20' };
  expect(scopeOf(week, wall, night)).toMatchObject({ plan: 'keys', words: '14 Nov to 20 Nov' });
  expect(scopeOf({ ...week, search: 'dal' }, wall, night).plan).toBe('scan');
  expect(scopeOf({ ...week, sort: { field: 'total', descending: true } }, wall, night).plan).toBe('scan');
  expect(scopeOf({ ...noFilters, date: 'all' }, wall, night)).toMatchObject({ plan: 'keys', words: 'All dates' });
});

test('scheduled orders are of any day or their due day', () => {
  const later = { ...noFilters, isForLater: true };
  const today = { from: '2026-11-20T04:00:00.000Z', to: '2026-11-21T04:00:00.000Z' };
  expect(scopeOf(later, wall, night)).toEqual({ range: allDates, today, plan: 'later', words: 'All dates' });
  expect(scopeOf({ ...later, date: '2026-11-22' }, wall, night)).toEqual({
    range: { from: '2026-11-22T04:00:00.000Z', to: '2026-11-23T04:00:00.000Z' },
    today,
    plan: 'later',
    words: '22 Nov',
  });
});

test('open orders are of any date, by due time', () => {
  const open = readFilters('?order_status=open');
  expect(open).toMatchObject({ status: 'open', date: null, sort: { field: 'due', descending: false } });
  expect(scopeOf(open, wall, night)).toMatchObject({ range: allDates, plan: 'open', words: 'All dates' });
  expect(scopeOf({ ...open, date: '2026-11-21' }, wall, night)).toMatchObject({ plan: 'open', words: '21 Nov' });
  expect(writeFilters(open)).toBe('');
});

test('leaving open orders resets sort and date', () => {
  const open = readFilters('?order_status=open&orders=dal&sort=-total&date=2026-11-21');
  const ready = { status: 'ready', isForLater: false } as const;
  expect(writeFilters({ ...open, ...tabPatch(open, ready) })).toBe('?order_status=ready&orders=dal');
  const all = readFilters('?date=all&sort=total');
  expect(writeFilters({ ...all, ...tabPatch(all, ready) })).toBe('?order_status=ready&date=all&sort=total');
  expect(writeFilters({ ...all, ...tabPatch(all, { status: 'open', isForLater: false }) })).toBe('');
});

test('names days by date, yesterday, and other years', () => {
  const words = (date: string) => scopeOf({ ...noFilters, date }, wall, night).words;
  expect(words('2026-11-19')).toBe('Yesterday, 19 Nov');
  expect(words('2026-11-18')).toBe('18 Nov');
  expect(words('2025-11-18')).toBe('18 Nov 2025');
});
