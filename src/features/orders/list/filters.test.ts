import { expect, test } from 'vitest';
import { narrows, noFilters, readFilters, writeFilters, type OrderFilters } from './filters.ts';

const full: OrderFilters = {
  status: 'closed',
  isForLater: true,
  date: '2026-11-01..2026-11-20',
  search: 'korma hargreave',
  types: ['delivery', 'pickup'],
  payments: ['unpaid'],
  sources: ['whatsapp'],
  sort: { field: 'due', descending: false },
  page: 3,
  limit: 30,
};

test('no filters means no query string', () => {
  expect(writeFilters(noFilters)).toBe('');
  expect(readFilters('')).toEqual(noFilters);
});

test('every filter survives a round trip through the address', () => {
  expect(readFilters(writeFilters(full))).toEqual(full);
  expect(writeFilters(full)).toBe(
    '?order_status=closed&scheduled=1&date=2026-11-01..2026-11-20&orders=korma+hargreave&order_type=delivery,pickup&payment_status=unpaid&channel=whatsapp&limit=30&page_no=3',
  );
});

test('ignores invalid parts of an address and keeps the rest', () => {
  const query =
    '?order_status=eaten&date=2026-02-31x&orders=dal&order_type=delivery,rocket,delivery&sort=-weight&limit=1000&page_no=-4';
  expect(readFilters(query)).toEqual({ ...noFilters, search: 'dal', types: ['delivery'] });
});

test('a reversed range is swapped; one day becomes that day', () => {
  expect(readFilters('?date=2026-11-20..2026-11-01').date).toBe('2026-11-01..2026-11-20');
  expect(readFilters('?date=2026-11-20..2026-11-20').date).toBe('2026-11-20');
  expect(readFilters('?date=all').date).toBe('all');
});

test('only words, type, payment and source narrow the list', () => {
  expect(narrows({ ...noFilters, status: 'ready', date: 'all', page: 2 })).toBe(false);
  expect(narrows({ ...noFilters, search: ' x ' })).toBe(true);
  expect(narrows({ ...noFilters, sources: ['phone'] })).toBe(true);
});
