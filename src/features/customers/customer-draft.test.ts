import { expect, test } from 'vitest';
import { changedOf } from '../../lib/changed-of.ts';
import { draftOf, readCustomer, valuesOf, type CustomerDraft } from './customer-draft.ts';

const before: CustomerDraft = {
  ...draftOf(null),
  name: 'Joanna Price',
  phone: '+447700900142',
  email: '',
  note: 'Bell 4',
  tags: 'regular, office',
  allergens: ['milk', 'eggs'],
  customer_status: 'active',
};

const changesOf = (opened: CustomerDraft, draft: CustomerDraft) => changedOf(valuesOf(draft), valuesOf(opened));
const isRefused = (opened: CustomerDraft, draft: CustomerDraft) => 'wrong' in readCustomer(opened, draft);

test('sends only what was changed', () => {
  expect(changesOf(before, { ...before })).toEqual({});
  expect(changesOf(before, { ...before, allergens: ['eggs', 'milk'], name: ' Joanna Price ' })).toEqual({});
  expect(changesOf(before, { ...before, note: 'Bell 5', customer_status: 'blocked' })).toEqual({
    note: 'Bell 5',
    customer_status: 'blocked',
  });
});

test('an emptied field is removed; a tag counts once', () => {
  expect(changesOf(before, { ...before, phone: ' ', tags: 'regular,, regular , late' })).toEqual({
    phone: null,
    tags: ['regular', 'late'],
  });
});

test('rejects a typed invalid number but keeps an imported one', () => {
  expect(isRefused(before, { ...before, phone: 'ask Tom' })).toBe(true);
  expect(isRefused(before, { ...before, phone: '020 7946 0999' })).toBe(false);
  expect(isRefused(before, { ...before, phone: '' })).toBe(false);
  const imported = { ...before, phone: 'ask Tom' };
  expect(isRefused(imported, { ...imported, note: 'Bell 5' })).toBe(false);
});

test('a reason for blocking counts only while the customer is blocked; an empty address is none', () => {
  const blocked = { ...before, customer_status: 'blocked' as const, blocked_reason: ' Never pays ' };
  expect(changesOf(before, blocked)).toEqual({ customer_status: 'blocked', blocked_reason: 'Never pays' });
  expect(changesOf(blocked, { ...blocked, customer_status: 'active' })).toEqual({
    customer_status: 'active',
    blocked_reason: null,
  });
  const address = { id: 'a', label: '', line_1: ' ', city: '', postal_code: '', instructions: '', is_default: false };
  expect(changesOf(before, { ...before, addresses: [address] })).toEqual({});
});
