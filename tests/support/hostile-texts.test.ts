import { expect, test } from 'vitest';
import { hostileTexts } from './hostile-texts.ts';

test('there are two hundred hostile texts, all different, and each can be stored', () => {
  expect(hostileTexts.length).toBeGreaterThanOrEqual(200);
  expect(new Set(hostileTexts).size).toBe(hostileTexts.length);
  expect(hostileTexts.filter((text) => text.includes('\0') || !text.isWellFormed())).toEqual([]);
});
