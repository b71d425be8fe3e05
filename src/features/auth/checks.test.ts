import { expect, test } from 'vitest';
import { email, filled, newPassword, phone } from './checks.ts';
import { clockWords } from './use-countdown.ts';

test('an address needs a name, an at sign and a domain', () => {
  for (const value of ['ravi@spiceroute.example', ' ravi@spiceroute.example ']) expect(email(value)).toBeNull();
  for (const value of ['', 'ravi', 'ravi@', 'ravi@spiceroute', 'ra vi@spice.example'])
    expect(email(value)).not.toBeNull();
});

test('a new password has at least eight characters, spaces included', () => {
  expect(newPassword('1234567')).not.toBeNull();
  expect(newPassword('  pass  ')).toBeNull();
});

test('a phone number may wait, but not be half a number', () => {
  for (const value of ['', '+44 20 7946 0123', '(020) 7946-0123']) expect(phone(value)).toBeNull();
  expect(phone('+44 20')).toBe('Some digits are missing');
  expect(phone('+44 20 7946 0123 4567 8901')).toBe('These are too many digits');
  expect(phone('call Ravi')).toBe('Use digits, spaces and a leading +');
});

test('a required field says what it wants', () => {
  expect(filled('Enter the city')('   ')).toBe('Enter the city');
  expect(filled('Enter the city')('London')).toBeNull();
});

test('a wait is shown in minutes and seconds', () => {
  expect(clockWords(42)).toBe('0:42');
  expect(clockWords(900)).toBe('15:00');
});
