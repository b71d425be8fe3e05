import { expect, test } from 'vitest';
import { isBusy } from './busy.ts';

const page = (open: boolean, active: Partial<HTMLInputElement> | null = null) => ({
  querySelector: () => (open ? ({} as Element) : null),
  activeElement: active && ({ matches: () => true, ...active } as HTMLInputElement),
});

test('an open dialog or a filled field prevents a reload', () => {
  expect(isBusy(page(true))).toBe(true);
  expect(isBusy(page(false, { value: 'No onions, ple' }))).toBe(true);
});

test('an idle page or a focused empty field does not', () => {
  expect(isBusy(page(false))).toBe(false);
  expect(isBusy(page(false, { value: '' }))).toBe(false);
});
