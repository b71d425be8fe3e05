import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { Base64 } from './fields.ts';

test('a file of megabytes is base64, and what does not belong is found at its end', () => {
  const text = 'QUJD'.repeat(4_000_000);
  const isTaken = (given: string) => z.safeParse(Base64, given).success;
  for (let round = 0; round < 20; round += 1) expect(isTaken(text)).toBe(true);
  expect(['QQ==', 'QUI=', 'QUJD'].map(isTaken)).toEqual([true, true, true]);
  expect(['', '=', '==', 'Q===', 'QQ=A', 'Q Q', `${text}é`, `${text}===`].map(isTaken)).not.toContain(true);
});
