import { expect, test } from 'vitest';
import { countryDefaults } from '../../contract/auth/country-defaults.ts';
import { isCurrency, isTimeZone } from './countries.ts';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const codes = letters.flatMap((a) => letters.map((b) => a + b)).filter((code) => countryDefaults(code));

test('the 249 countries propose a currency and a time zone that exist', () => {
  expect(codes).toHaveLength(249);
  const wrong = codes.filter((code) => {
    const { currency, timezone } = countryDefaults(code)!;
    return !isCurrency(currency) || !isTimeZone(timezone);
  });
  expect(wrong).toEqual([]);
});

test('what is no country, zone or currency is none', () => {
  expect([countryDefaults('XX'), countryDefaults('gb'), countryDefaults('')]).toEqual([null, null, null]);
  expect(['Mars/Base', '+01:00', '', 'Europe'].map(isTimeZone)).toEqual([false, false, false, false]);
  expect(['ZZZ', 'gbp'].map(isCurrency)).toEqual([false, false]);
});
