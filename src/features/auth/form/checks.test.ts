import { Email } from '../../../../contract/fields.ts';
import examples from 'libphonenumber-js/examples.mobile.json' with { type: 'json' };
import { getExampleNumber, isSupportedCountry } from 'libphonenumber-js';
import { expect, test } from 'vitest';
import { email, filled, newPassword, phone, sixDigits } from './checks.ts';
import { countries } from '../../../lib/countries.ts';
import { countdownLabel } from './use-countdown.ts';

test('an address needs a name, @ and a domain', () => {
  for (const value of ['ravi@spiceroute.example', ' ravi@spiceroute.example ']) expect(email(value)).toBeNull();
  for (const value of ['', 'ravi', 'ravi@', 'ravi@spiceroute', 'ra vi@spice.example'])
    expect(email(value)).not.toBeNull();
});

test('a new password needs eight characters, spaces included', () => {
  expect(newPassword('1234567')).not.toBeNull();
  expect(newPassword('  pass  ')).toBeNull();
});

test('a phone number may be empty, but not incomplete', () => {
  for (const value of ['', '+44 20 7946 0123', '(020) 7946-0123']) expect(phone(value)).toBeNull();
  expect(phone('+44')).toBe('Some digits are missing');
  expect(phone('call Ravi')).toBe('Use digits, spaces and a leading +');
});

test('accepts numbers of every selectable country, national or international', () => {
  const refused = countries().flatMap(({ code }) => {
    const known = isSupportedCountry(code) ? getExampleNumber(code, examples) : undefined;
    const numbers = known ? [known.nationalNumber, known.formatNational(), known.formatInternational()] : [];
    return numbers.filter((number) => phone(number) !== null);
  });
  expect(refused).toEqual([]);
  // Andorra, the Faroes, Greenland and New Caledonia have six-digit numbers.
  for (const number of ['312345', '211234', '221 234', '75.12.34']) expect(phone(number)).toBeNull();
});

test('rejects the same addresses as the server, with own messages', () => {
  const addresses = [
    'ravi@spiceroute.example',
    'o’brien@pub.example',
    'a..b@pub.example',
    'ravi@münchen.example',
    'a@b.c',
    'a+b@c.co',
  ];
  const isRefused = (value: string) => !Email.safeParse(value).success;
  expect(addresses.map((value) => email(value) !== null)).toEqual(addresses.map(isRefused));
  expect(addresses.map(isRefused)).toEqual([false, true, true, true, true, false]);
  expect(email(`${'a'.repeat(250)}@b.co`)).toBe('This is too long for an address');
});

test('rejects a password that is too long instead of truncating', () => {
  expect(newPassword('x'.repeat(200))).toBeNull();
  expect(newPassword('x'.repeat(201))).toBe('Use at most 200 characters');
});

test('a code has six digits', () => {
  expect(sixDigits('012345')).toBeNull();
  for (const value of ['', '12345', '1234567', '12345a']) expect(sixDigits(value)).not.toBeNull();
});

test('a required field says what is missing', () => {
  expect(filled('Enter the city')('   ')).toBe('Enter the city');
  expect(filled('Enter the city')('London')).toBeNull();
});

test('shows a wait in minutes and seconds', () => {
  expect(countdownLabel(42)).toBe('0:42');
  expect(countdownLabel(900)).toBe('15:00');
});
