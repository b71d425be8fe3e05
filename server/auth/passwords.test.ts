import { expect, test } from 'vitest';
import { hashPassword, isPasswordOf, refusedPassword } from './passwords.ts';

const known = { email: 'ada.lovelace@galley.test', restaurantName: 'The Golden Anchor' };

test('a hash matches only its password', async () => {
  const stored = await hashPassword('slow boat to the harbour');
  expect(await isPasswordOf(stored, 'slow boat to the harbour')).toBe(true);
  expect(await isPasswordOf(stored, 'slow boat to the harbor')).toBe(false);
});

test('nobody’s password never matches', async () => {
  expect(await isPasswordOf(null, 'slow boat to the harbour')).toBe(false);
});

test('equivalent Unicode forms are the same password', async () => {
  const stored = await hashPassword('crème brûlée au café');
  expect(await isPasswordOf(stored, 'crème brûlée au café'.normalize('NFD'))).toBe(true);
});

test.each([
  'password',
  'PassWord1',
  'qwertyuiop',
  'iloveyou!!',
  '11111111',
  'abcabcabc',
  'The Golden Anchor',
  'thegoldenanchor',
  'Ada.Lovelace',
  'ada.lovelace@galley.test',
])('%s is refused', (password) => {
  expect(refusedPassword(password, known)).not.toBeNull();
});

test.each(['slow boat to the harbour', 'kelp-otter-94', '84017265', 'the golden anchor opens at six'])(
  '%s is accepted',
  (password) => {
    expect(refusedPassword(password, known)).toBeNull();
  },
);
