import { expect, test } from 'vitest';
import { decimal, exampleAmount, exponentOf, money, parseMoney } from './money.ts';

test("shows minor units with the currency's digits", () => {
  expect(money(3840, 'GBP')).toBe('£38.40');
  expect(money(1200, 'JPY')).toBe('JP¥1,200');
  expect(decimal(12_345, 'KWD')).toBe('12.345');
  expect([exponentOf('GBP'), exponentOf('JPY'), exponentOf('KWD')]).toEqual([2, 0, 3]);
});

test.each([
  ['11.50', 1150],
  ['11,5', 1150],
  ['£ 11', 1100],
  [' 0.05 ', 5],
  ['11.', 1100],
])('reads %s as an amount of pounds', (text, amount) => {
  expect(parseMoney(text, 'GBP')).toBe(amount);
});

test.each(['', 'abc', '11.505', '-3', '1.2.3', '11 50', '99999999'])('rejects “%s” as an amount of pounds', (text) => {
  expect(parseMoney(text, 'GBP')).toBeNull();
});

test('yen have no decimals, dinars have three', () => {
  expect(parseMoney('1200', 'JPY')).toBe(1200);
  expect(parseMoney('12.5', 'JPY')).toBeNull();
  expect(parseMoney('1.234', 'KWD')).toBe(1234);
});

test('an example passes its own check, in every currency', () => {
  for (const currency of Intl.supportedValuesOf('currency'))
    for (const units of [11.5, 0.5])
      expect([currency, decimal(parseMoney(exampleAmount(currency, units), currency) ?? -1, currency)]).toEqual([
        currency,
        exampleAmount(currency, units),
      ]);
  expect(['GBP', 'JPY', 'KWD'].map((currency) => exampleAmount(currency))).toEqual(['11.50', '1150', '11.500']);
});
