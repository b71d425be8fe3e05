import { expect, test } from 'vitest';
import { amountsIn, timesIn } from './read-amounts.ts';

test('amounts and times are read however they are written', () => {
  expect(amountsIn('£1,234.50, 11,95 €, $ 5 and 12.50')).toEqual(['1234.50', '11.95', '5.00', '12.50']);
  expect(timesIn('from 11:00 to 10 pm, 9h30')).toEqual([660, 1320, 570]);
});
