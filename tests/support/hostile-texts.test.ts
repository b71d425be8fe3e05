import { expect, test } from 'vitest';
import { hostileTexts } from './hostile-texts.ts';

test('the two hundred hostile texts are unique and storable', () => {
  expect(hostileTexts.length).toBeGreaterThanOrEqual(200);
  expect(new Set(hostileTexts).size).toBe(hostileTexts.length);
  expect(hostileTexts.filter((text) => text.includes('\0') || !text.isWellFormed())).toEqual([]);
});
