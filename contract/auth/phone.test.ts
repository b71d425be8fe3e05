import { expect, test } from 'vitest';
import { formatPhone, readInternational } from './phone.ts';

test.each([
  ['+447946012345', '+44 7946 012 345'],
  ['+12125550123', '+1 2125 550 123'],
  ['+4477009005', '+44 77009 005'],
  ['+999123456789', '+999123456789'],
  ['ask at the bar', 'ask at the bar'],
])('%s is formatted in groups and parsed back', (phone, formatted) => {
  expect(formatPhone(phone)).toBe(formatted);
  if (phone.startsWith('+')) expect(readInternational(formatted)).toBe(phone);
});
