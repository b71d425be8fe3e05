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

test('an address without filters opens on the open orders, by due time', () => {
  const open = { ...noFilters, status: 'open', sort: { field: 'due', descending: false } } as const;
  expect(readFilters('')).toEqual(open);
  expect(writeFilters(open)).toBe('');
  expect(readFilters('?order_status=open')).toEqual(open);
});

test('all orders of today and of a named day have their addresses', () => {
  expect(writeFilters(noFilters)).toBe('?order_status=all');
  expect(readFilters('?order_status=all')).toEqual(noFilters);
  expect(readFilters('?date=all')).toEqual({ ...noFilters, date: 'all' });
  expect(writeFilters({ ...noFilters, date: 'all' })).toBe('?date=all');
  expect(writeFilters({ ...readFilters(''), date: '2026-11-21' })).toBe('?order_status=open&date=2026-11-21');
  expect(writeFilters({ ...noFilters, isForLater: true })).toBe('?scheduled=1&sort=-placed');
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
  expect(readFilters(query)).toEqual({ ...readFilters(''), search: 'dal', types: ['delivery'] });
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
