import { expect, test } from 'vitest';
import { countryDefaults } from '../../contract/auth/country-defaults.ts';
import { isCurrency, isTimeZone } from './countries.ts';

const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const codes = alphabet.flatMap((a) => alphabet.map((b) => a + b)).filter((code) => countryDefaults(code));

test('all 249 countries have a valid currency and time zone', () => {
  expect(codes).toHaveLength(249);
  const wrong = codes.filter((code) => {
    const { currency, timezone } = countryDefaults(code)!;
    return !isCurrency(currency) || !isTimeZone(timezone);
  });
  expect(wrong).toEqual([]);
});

test('unknown countries, zones and currencies are rejected', () => {
  expect([countryDefaults('XX'), countryDefaults('gb'), countryDefaults('')]).toEqual([null, null, null]);
  expect(['Mars/Base', '+01:00', '', 'Europe'].map(isTimeZone)).toEqual([false, false, false, false]);
  expect(['ZZZ', 'gbp'].map(isCurrency)).toEqual([false, false]);
});
