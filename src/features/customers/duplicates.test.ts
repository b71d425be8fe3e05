import { expect, test } from 'vitest';
import { findDuplicates, findNamesake } from './duplicates.ts';

const customer = (id: string, name: string, phone: string | null = null, email: string | null = null) => ({
  id,
  name,
  phone,
  phone_raw: null as string | null,
  email,
});
const joanna = customer('1', 'Joanna Price', '+447700900142', 'jo@example.com');
const ids = (others: ReturnType<typeof customer>[]) => findDuplicates(joanna, [joanna, ...others]).map(({ id }) => id);

test('the same number in another writing, or the same name that nothing contradicts, may be one person', () => {
  expect(ids([{ ...customer('2', 'J. P.'), phone_raw: '0044 7700 900142 ext' }])).toEqual(['2']);
  expect(ids([customer('3', 'joanna  price', null, 'other@example.com')])).toEqual(['3']);
  expect(ids([customer('4', 'Joanna Price', '+447700900999', 'other@example.com')])).toEqual([]);
  expect(findDuplicates(customer('5', 'Ben'), [customer('6', 'Ben')])).toEqual([]);
});

test('finds who has a typed number or address already', () => {
  expect(findNamesake([joanna], { phone: '+44 7700 900142', email: '' }, null)?.id).toBe('1');
  expect(findNamesake([joanna], { phone: '', email: 'JO@example.com' }, null)?.id).toBe('1');
  expect(findNamesake([joanna], { phone: '', email: 'jo@example.com' }, '1')).toBeNull();
  expect(findNamesake([joanna], { phone: '', email: '' }, null)).toBeNull();
});
