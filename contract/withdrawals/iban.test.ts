import { expect, test } from 'vitest';
import { ibanFault } from './iban.ts';

test('IBANs of any country are right by their length and check digits', () => {
  for (const right of [
    'GB82WEST12345698765432',
    'DE89370400440532013000',
    'FR1420041010050500013M02606',
    'NO9386011117947',
    'MT84MALT011000012345MTLCAST001S',
    'LC55HEMM000100010012001200023015',
    'SA0380000000608010167519',
  ])
    expect(ibanFault(right)).toBeNull();
});

test('anything else that begins like one says what is wrong', () => {
  expect(ibanFault('GB00BAD')).toBe('An IBAN of GB has 22 characters, and this one has 7');
  expect(ibanFault('GB82WEST1234569876543')).toContain('has 22 characters');
  expect(ibanFault('GB82WEST12345698765423')).toContain('wrong character');
  expect(ibanFault('DE89370400440532013001')).toContain('wrong character');
  expect(ibanFault('ZZ89370400440532013000')).toBe('No IBAN begins with ZZ');
});

test('numbers of other kinds are left to the bank', () => {
  for (const number of ['55779911', '98765432104471', '0012345678', '000123456789'])
    expect(ibanFault(number)).toBeNull();
});
