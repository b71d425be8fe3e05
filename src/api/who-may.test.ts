import { expect, test } from 'vitest';
import { notAllowedText, whoMay } from './who-may.ts';

test('names everybody whose role has a permission', () => {
  expect(whoMay('account')).toBe('the owner');
  expect(whoMay('settings')).toBe('the owner or a manager');
  expect(whoMay('money.read')).toBe('the owner, a manager or an accountant');
  expect(whoMay('orders.pause')).toBe('the owner, a manager, a cashier or the kitchen');
  expect(notAllowedText('people')).toBe('Only the owner or a manager can do this');
});
