import { expect, test } from 'vitest';
import { addDays, dateOf, dateLabel, dayLabel, shortUntil, timeOf, untilLabel } from './wall-clock.ts';

const friday = '2026-11-20T19:42:00.000Z';
const london = 'Europe/London';

test("times are in the restaurant's time zone", () => {
  expect(timeOf(friday, london)).toBe('19:42');
  expect(timeOf(friday, 'Asia/Tokyo')).toBe('04:42');
  expect(dateOf(friday, 'Asia/Tokyo')).toBe('2026-11-21');
  expect(timeOf('2026-11-20T00:05:00.000Z', london)).toBe('00:05');
});

test('names days as people do', () => {
  const word = (instant: string) => dayLabel(instant, london, friday);
  expect(word('2026-11-20T23:59:00.000Z')).toBe('today');
  expect(word('2026-11-21T00:00:00.000Z')).toBe('tomorrow');
  expect(word('2026-11-19T12:00:00.000Z')).toBe('yesterday');
  expect(word('2026-11-23T12:00:00.000Z')).toBe('Mon');
  expect(word('2026-11-27T12:00:00.000Z')).toBe('27 Nov');
  expect(word('2027-01-02T12:00:00.000Z')).toBe('2 Jan 2027');
});

test('shortens an end time as far as it stays clear', () => {
  expect(untilLabel('2026-11-20T20:45:00.000Z', london, friday)).toBe('20:45');
  expect(untilLabel('2026-11-21T12:00:00.000Z', london, friday)).toBe('tomorrow 12:00');
  expect(shortUntil('2026-11-21T12:00:00.000Z', london, friday)).toBe('Sat 12:00');
});

test('counts dates across months and years', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  expect(dateLabel('2026-11-20', '2026-11-21')).toBe('20 Nov');
});
