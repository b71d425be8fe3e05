import { expect, test } from 'vitest';
import { codeOf, newRecoveryCodes, newTotpSecret, recoveryHash, stepOf } from './totp.ts';

/** "12345678901234567890" in base 32. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('agrees with RFC 6238 at %i seconds', (seconds, code) => {
  expect(codeOf(RFC_SECRET, Math.floor(seconds / 30))).toBe(code);
});

test('accepts the codes around now, and none twice', () => {
  const now = new Date(1_111_111_111_000);
  const step = 37_037_037;
  const at = (offset: number, after = 0) => stepOf(RFC_SECRET, codeOf(RFC_SECRET, step + offset), { now, after });
  expect([at(-2), at(-1), at(0), at(1), at(2)]).toEqual([null, step - 1, step, step + 1, null]);
  expect(at(0, step)).toBe(null);
  expect(stepOf(RFC_SECRET, '050 471', { now, after: 0 })).toBe(step);
  expect(stepOf(RFC_SECRET, '', { now, after: 0 })).toBe(null);
});

test('makes secrets of 160 bits and recovery codes that differ', () => {
  expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
  const codes = newRecoveryCodes();
  expect([codes.length, new Set(codes).size, codes.every((code) => /^[a-z2-7]{5}-[a-z2-7]{5}$/.test(code))]).toEqual([
    10,
    10,
    true,
  ]);
  expect(recoveryHash(codes[0]!.toUpperCase().replace('-', ' '))).toBe(recoveryHash(codes[0]!));
});
