import { expect, test } from 'vitest';
import { findCurrency, parseAmount } from './price.ts';

test.each([
  ['£4.50', 4.5, 'GBP'],
  ['4,50€', 4.5, 'EUR'],
  ['$12', 12, 'USD'],
  ['12.-', 12, null],
  ['1.250,00', 1250, null],
  ['₦4,500', 4500, 'NGN'],
  ['9.95', 9.95, null],
  ['(7.50)', 7.5, null],
])('reads %s', (text, value, currency) => {
  const amount = parseAmount(text)!;
  expect([amount.value, findCurrency(amount.symbol), amount.trust]).toEqual([value, currency, 1]);
});

test.each([
  ['E4.50', 4.5],
  ['£1O.50', 10.5],
  ['£15:95', 15.95],
  ['7-45', 7.45],
  ['f1375', 1375],
])('reads the misread %s with less trust', (text, value) => {
  const amount = parseAmount(text)!;
  expect(amount.value).toBe(value);
  expect(amount.trust).toBeLessThan(0.8);
});

test.each(['Soup', '020', '12.5%', 'E10', '7946', '12:00', '£', '500ml', '2x'])(
  'finds no certain price in %s',
  (text) => {
    const amount = parseAmount(text);
    expect(amount === null || amount.symbol === null).toBe(true);
    if (amount) expect(amount.decimals === 0 || amount.trust < 0.6).toBe(true);
  },
);
