import { expect, test } from 'vitest';
import { splitCodes, splitWhen } from './read-when.ts';

const items = ['Friday fish', 'Chicken korma', 'Today’s soup'].map((name) => ({ name }) as never);
const whenOf = (text: string) => {
  const { when, rest } = splitWhen(text, { items });
  return [when, rest.replaceAll(/\s+/g, ' ').trim()];
};

test.each([
  ['2 korma tomorrow at 1pm', 'tomorrow at 1pm', '2 korma'],
  ['2 korma for Saturday 19:30 please', 'for saturday 19:30', '2 korma please'],
  ['at 7, 2 korma', 'at 7', ', 2 korma'],
  ['2 korma for 21 November at noon', 'for 21 november at noon', '2 korma'],
  ['2 korma on the day after tomorrow', 'on the day after tomorrow', '2 korma'],
])('%s is for a time', (text, when, rest) => {
  expect(whenOf(text)).toEqual([when, rest]);
});

test.each([
  'a friday fish',
  'one today’s soup',
  '2 marinated olives',
  '3 octopus',
  '1 with sun dried tomatoes',
  'for 2',
  '7 naan, 30 papadums',
])('%s says nothing of a time', (text) => {
  expect(splitWhen(text, { items }).when).toBe(null);
});

test.each([
  ['2 korma with code WELCOME10', ['WELCOME10'], '2 korma'],
  ['my discount code is welcome10', ['welcome10'], ''],
  ['promo code: summer', ['summer'], ''],
  ['use voucher AB-12 for 2 naan', ['AB-12'], 'for 2 naan'],
])('%s has a code', (text, codes, rest) => {
  const split = splitCodes(text);
  expect([split.codes, split.rest.trim()]).toEqual([codes, rest]);
});

test.each(['my postcode is SE1', 'post code SE1 9PA', 'the door code is 4711', 'have you a code please'])(
  '%s has no code of a promotion',
  (text) => {
    expect(splitCodes(text).codes).toEqual([]);
  },
);
