import { expect, test } from 'vitest';
import { focusFirst, refusedOf, errorFor } from './use-form.ts';

const values = { email: 'ravi@spiceroute.example', password: 'Sunshine2024!' };
const words = 'This is one of the commonest passwords; choose another';

test("a server's error stays until its field changes", () => {
  const refused = refusedOf({ password: words, device_name: 'Too long' }, values);
  expect(Object.keys(refused)).toEqual(['password']);
  expect(errorFor(refused, 'password', values.password)).toBe(words);
  expect(errorFor(refused, 'password', 'slow boat to the harbour')).toBeNull();
  expect(errorFor(refused, 'email', values.email)).toBeNull();
});

test('the first invalid field on the page takes the focus', () => {
  const focused: string[] = [];
  const element = (name: string) => ({ name, focus: () => focused.push(name) }) as unknown as Element;
  const form = { elements: ['address', 'city', 'phone'].map(element) };
  expect(focusFirst(form, { phone: 'no', city: 'no' })).toBe(true);
  expect(focusFirst(form, { address: undefined })).toBe(false);
  expect(focused).toEqual(['city']);
});
