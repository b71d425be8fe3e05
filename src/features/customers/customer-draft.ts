import type { CustomerBody } from '../../../contract/customers/edit.ts';
import type { Customer, CustomerAddress } from '../../../contract/customers/calls.ts';
import { isPhone, phoneText } from '../../../contract/auth/phone.ts';
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
export function changesOf(before: CustomerDraft, draft: CustomerDraft): CustomerBody {
  const body: CustomerBody = {};
  if (draft.name.trim() !== before.name) body.name = draft.name.trim();
  if (draft.phone.trim() !== before.phone) body.phone = draft.phone.trim() || null;
  if (draft.email.trim() !== before.email) body.email = draft.email.trim() || null;
  if (draft.note.trim() !== before.note) body.note = draft.note.trim();
  if (listOf(draft.tags).join() !== listOf(before.tags).join()) body.tags = listOf(draft.tags);
  if (draft.allergens.toSorted().join() !== before.allergens.toSorted().join()) body.allergens = draft.allergens;
  if (draft.birthday !== before.birthday) body.birthday = draft.birthday || null;
  if (JSON.stringify(draft.addresses) !== JSON.stringify(before.addresses)) body.addresses = addressesOf(draft);
  if (draft.customer_status !== before.customer_status) body.customer_status = draft.customer_status;
  const [reason, reasonBefore] = [draft, before].map(reasonOf);
  if (reason !== reasonBefore) body.blocked_reason = reason || null;
  return body;
}

const reasonOf = ({ customer_status: status, blocked_reason: reason }: CustomerDraft) =>
  status === 'blocked' ? reason.trim() : '';

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
