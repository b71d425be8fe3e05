import { expect, test } from 'vitest';
import { readDate } from './written-date.ts';

/** "2026-11-20 19:42:00", with the offset behind it. */
function written(text: string): string | null {
  const date = readDate(text);
  if (!date) return null;
  const { first, second, year, isSure } = date.parts;
  const day = isSure ? `${year}-${second}-${first}` : `${first}|${second}|${year}`;
  const time = new Date(date.time).toISOString().slice(11, 19);
  return `${day} ${time}${date.offset === null ? '' : ` ${date.offset}`}`;
}

test.each([
  ['Nov 20, 2026 7:42 PM', '2026-11-20 19:42:00'],
  ['November 20, 2026, 7:42:05 p.m.', '2026-11-20 19:42:05'],
  ['Friday, November 20th, 2026 at 7:42 PM', '2026-11-20 19:42:00'],
  ['Nov 20 2026 12 AM', '2026-11-20 00:00:00'],
  ['20 Nov 2026 19:42', '2026-11-20 19:42:00'],
  ['20. November 2026, 19:42 Uhr', '2026-11-20 19:42:00'],
  ['20-Dez-26', '2026-12-20 12:00:00'],
  ['3 août 2026 à 20:05', '2026-8-3 20:05:00'],
  ['1 juillet 2026', '2026-7-1 12:00:00'],
  ['20 de noviembre de 2026 19:42', '2026-11-20 19:42:00'],
  ['2026-Nov-20 19:42', '2026-11-20 19:42:00'],
  ['20Nov2026', '2026-11-20 12:00:00'],
  ['20261120', '2026-11-20 12:00:00'],
  ['20261120T194200Z', '2026-11-20 19:42:00 0'],
  ['2026-11-20T19:42:00.123+01:00', '2026-11-20 19:42:00 60'],
  ['Fri Nov 20 2026 19:42:00 GMT+0100 (Central European Standard Time)', '2026-11-20 19:42:00 60'],
  ['1795203720', '2026-11-20 19:42:00 0'],
  ['1795203720000', '2026-11-20 19:42:00 0'],
  ['46346.820833333', '2026-11-20 19:42:00'],
  ['46346', '2026-11-20 12:00:00'],
  ['03/08/2026 7:42 pm', '3|8|2026 19:42:00'],
  ['3/8/26 7 PM', '3|8|2026 19:00:00'],
  ['Nov 20', null],
  ['Smarch 20, 2026', null],
  ['Nov 20, 2026 25:00', null],
  ['12345', null],
  ['yesterday', null],
])('%s', (text, expected) => {
  expect(written(text)).toBe(expected);
});
