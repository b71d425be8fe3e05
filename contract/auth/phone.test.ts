import { expect, test } from 'vitest';
import { phoneWords, readPhone } from './phone.ts';

test.each([
  ['+447946012345', '+44 7946 012 345'],
  ['+12125550123', '+1 2125 550 123'],
  ['+4477009005', '+44 77009 005'],
  ['+999123456789', '+999123456789'],
  ['ask at the bar', 'ask at the bar'],
])('%s is shown in groups, and read back as it was', (phone, words) => {
  expect(phoneWords(phone)).toBe(words);
  if (phone.startsWith('+')) expect(readPhone(words, 'GB')).toBe(phone);
});
