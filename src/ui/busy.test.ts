import { expect, test } from 'vitest';
import { isBusy } from './busy.ts';

const page = (open: boolean, active: Partial<HTMLInputElement> | null = null) => ({
  querySelector: () => (open ? ({} as Element) : null),
  activeElement: active && ({ matches: () => true, ...active } as HTMLInputElement),
});

test('an open dialog and a field that is being filled in hold a reload back', () => {
  expect(isBusy(page(true))).toBe(true);
  expect(isBusy(page(false, { value: 'No onions, ple' }))).toBe(true);
});

test('a page at rest, and a field that is merely focused, hold nothing back', () => {
  expect(isBusy(page(false))).toBe(false);
  expect(isBusy(page(false, { value: '' }))).toBe(false);
});
