import { expect, test } from 'vitest';
import { backupWords } from './words.ts';

const now = Date.parse('2026-11-20T18:30:00.000Z');
const words = (at: string | null) => backupWords(at, 'Europe/London', now);

test("shows the last backup in the restaurant's time zone", () => {
  expect(words('2026-11-20T03:00:00.000Z')).toBe('Last backup on the server: 03:00.');
  expect(words('2026-11-19T19:00:00.000Z')).toBe('Last backup on the server: yesterday 19:00.');
});

test('suggests telling somebody when it is over two days old', () => {
  expect(words('2026-11-18T03:00:00.000Z')).toContain('more than two days ago. Tell the person');
  expect(words(null)).toBe('The server has no daily backup yet.');
});
