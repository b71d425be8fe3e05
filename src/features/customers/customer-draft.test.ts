import { expect, test } from 'vitest';
import { changesOf, type CustomerDraft } from './customer-draft.ts';

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
