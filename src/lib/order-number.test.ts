import { expect, test } from 'vitest';
import { numberOf } from './order-number.ts';

test('an offline order shows its code until it is numbered', () => {
  expect(numberOf({ order_no: '', short_code: 'K7' })).toBe('K7');
  expect(numberOf({ order_no: '148', short_code: 'K7' })).toBe('148');
});
