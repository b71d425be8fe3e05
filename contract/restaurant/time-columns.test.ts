import { expect, test } from 'vitest';
import { toCsv } from '../csv.ts';
import { timeColumns } from './time-columns.ts';

const cells = (instant: string | null, timezone: string, cutoff = '04:00') =>
  toCsv(
    timeColumns<string | null>('Placed', (row) => row, { timezone, business_day_cutoff_time: cutoff }, 'Business day'),
    [instant],
  )
    .slice(1)
    .split('\r\n')
    .slice(0, 2);

test.each([
  ['2026-07-03T18:05:00.000Z', 'Europe/London', '2026-07-03 19:05', '2026-07-03'],
  ['2026-07-03T23:30:00.000Z', 'Europe/London', '2026-07-04 00:30', '2026-07-03'],
  ['2026-07-04T02:59:59.000Z', 'America/New_York', '2026-07-03 22:59', '2026-07-03'],
  ['2026-07-03T18:05:00.000Z', 'Asia/Kolkata', '2026-07-03 23:35', '2026-07-03'],
  ['2026-10-25T01:30:00.000Z', 'Europe/London', '2026-10-25 01:30', '2026-10-24'],
])('%s in %s is %s, of the business day %s', (instant, timezone, local, day) => {
  expect(cells(instant, timezone)).toEqual(['Placed,Placed (local time),Business day', `${instant},${local},${day}`]);
});

test('a time that is missing leaves its cells empty', () => {
  expect(cells(null, 'Europe/London')[1]).toBe(',,');
});
