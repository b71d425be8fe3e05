import { expect, test } from 'vitest';
import { changesOf, isNoNumber, type CustomerDraft } from './customer-draft.ts';

const before: CustomerDraft = {
  name: 'Joanna Price',
  phone: '+447700900142',
  email: '',
  note: 'Bell 4',
  tags: 'regular, office',
  allergens: ['milk', 'eggs'],
  customer_status: 'active',
};

test('only what was changed is sent', () => {
  expect(changesOf(before, { ...before })).toEqual({});
  expect(changesOf(before, { ...before, allergens: ['eggs', 'milk'], name: ' Joanna Price ' })).toEqual({});
  expect(changesOf(before, { ...before, note: 'Bell 5', customer_status: 'blocked' })).toEqual({
    note: 'Bell 5',
    customer_status: 'blocked',
  });
});

test('a field that was emptied is taken away, a tag counts once', () => {
  expect(changesOf(before, { ...before, phone: ' ', tags: 'regular,, regular , late' })).toEqual({
    phone: null,
    tags: ['regular', 'late'],
  });
});

test('a phone that is no number is not taken from who types it; one that came like that may stay', () => {
  expect(isNoNumber(before, { ...before, phone: 'ask Tom' })).toBe(true);
  expect(isNoNumber(before, { ...before, phone: '020 7946 0999' })).toBe(false);
  expect(isNoNumber(before, { ...before, phone: '' })).toBe(false);
  const imported = { ...before, phone: 'ask Tom' };
  expect(isNoNumber(imported, { ...imported, note: 'Bell 5' })).toBe(false);
});
