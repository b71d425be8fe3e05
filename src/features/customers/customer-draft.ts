import type { CustomerBody } from '../../../contract/customers/edit.ts';
import type { Customer, CustomerAddress } from '../../../contract/customers/calls.ts';
import { isPhone, phoneText } from '../../../contract/auth/phone.ts';
import { changedOf } from '../../lib/changed-of.ts';
import { clip } from '../../../contract/clip.ts';

/** A customer's fields while they are edited. */
export interface CustomerDraft {
  name: string;
  phone: string;
  email: string;
  note: string;
  /** Separated by commas. */
  tags: string;
  allergens: Customer['allergens'];
  /** "YYYY-MM-DD" or empty. */
  birthday: string;
  addresses: AddressDraft[];
  customer_status: Customer['customer_status'];
  blocked_reason: string;
}

export type AddressDraft = Pick<CustomerAddress, 'id' | 'label' | 'line_1' | 'city' | 'postal_code' | 'is_default'> & {
  instructions: string;
};

export const draftOf = (customer: Customer): CustomerDraft => ({
  name: customer.name,
  phone: phoneText(customer),
  email: customer.email ?? '',
  note: customer.note,
  tags: customer.tags.join(', '),
  allergens: customer.allergens,
  birthday: customer.birthday ?? '',
  addresses: customer.addresses.map((address) => ({ ...address, instructions: address.instructions ?? '' })),
  customer_status: customer.customer_status,
  blocked_reason: customer.blocked_reason ?? '',
});

export const emptyDraft: CustomerDraft = {
  name: '',
  phone: '',
  email: '',
  note: '',
  tags: '',
  allergens: [],
  birthday: '',
  addresses: [],
  customer_status: 'active',
  blocked_reason: '',
};

export const emptyAddress = (id: string): AddressDraft => ({
  id,
  label: '',
  line_1: '',
  city: '',
  postal_code: '',
  instructions: '',
  is_default: false,
});

/** Only the changed fields: another device may have changed the others. `before` is the draft as it was opened. */
export const changesOf = (before: CustomerDraft, draft: CustomerDraft): CustomerBody =>
  changedOf(valuesOf(draft), valuesOf(before));

const valuesOf = (draft: CustomerDraft): CustomerBody => ({
  name: draft.name.trim(),
  phone: draft.phone.trim() || null,
  email: draft.email.trim() || null,
  note: draft.note.trim(),
  tags: listOf(draft.tags),
  allergens: draft.allergens.toSorted(),
  birthday: draft.birthday || null,
  addresses: addressesOf(draft),
  customer_status: draft.customer_status,
  blocked_reason: (draft.customer_status === 'blocked' && draft.blocked_reason.trim()) || null,
});

/** What was left empty is none. */
const addressesOf = ({ addresses }: CustomerDraft): CustomerAddress[] =>
  addresses
    .filter((address) => address.line_1.trim() !== '')
    .map((address) => ({
      // Fields that the form does not show stay.
      line_2: null,
      country_code: '',
      ...address,
      label: address.label.trim(),
      line_1: address.line_1.trim(),
      city: address.city.trim(),
      postal_code: address.postal_code.trim(),
      instructions: address.instructions.trim() || null,
    }));

/** Whether an invalid number was typed. One that was there before, for example imported, may stay. */
export const isNoNumber = (before: CustomerDraft, { phone }: CustomerDraft): boolean =>
  phone.trim() !== '' && phone.trim() !== before.phone && !isPhone(phone);

/** Unique tags, at most 30 of 40 characters each. */
const listOf = (text: string): string[] =>
  [
    ...new Set(
      text
        .split(',')
        .map((tag) => clip(tag.trim(), 40, '').trim())
        .filter(Boolean),
    ),
  ].slice(0, 30);
