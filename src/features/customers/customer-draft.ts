import type { CustomerBody } from '../../../contract/customers/edit.ts';
import type { Customer } from '../../../contract/customers/calls.ts';
import { isPhone } from '../../../contract/auth/phone.ts';

/** A customer's fields as they are typed. */
export interface CustomerDraft {
  name: string;
  phone: string;
  email: string;
  note: string;
  /** Separated by commas. */
  tags: string;
  allergens: Customer['allergens'];
  customer_status: Customer['customer_status'];
}

export const draftOf = (customer: Customer): CustomerDraft => ({
  name: customer.name,
  phone: customer.phone ?? customer.phone_raw ?? '',
  email: customer.email ?? '',
  note: customer.note,
  tags: customer.tags.join(', '),
  allergens: customer.allergens,
  customer_status: customer.customer_status,
});

/** What was changed, and nothing else: another device may have changed the rest meanwhile. `before`: the draft as it was opened. */
export function changesOf(before: CustomerDraft, draft: CustomerDraft): CustomerBody {
  const body: CustomerBody = {};
  if (draft.name.trim() !== before.name) body.name = draft.name.trim();
  if (draft.phone.trim() !== before.phone) body.phone = draft.phone.trim() || null;
  if (draft.email.trim() !== before.email) body.email = draft.email.trim() || null;
  if (draft.note.trim() !== before.note) body.note = draft.note.trim();
  if (listOf(draft.tags).join() !== listOf(before.tags).join()) body.tags = listOf(draft.tags);
  if (draft.allergens.toSorted().join() !== before.allergens.toSorted().join()) body.allergens = draft.allergens;
  if (draft.customer_status !== before.customer_status) body.customer_status = draft.customer_status;
  return body;
}

/** A number that was typed and is none; one that came like that, as it was imported or told, may stay. */
export const isNoNumber = (before: CustomerDraft, { phone }: CustomerDraft): boolean =>
  phone.trim() !== '' && phone.trim() !== before.phone && !isPhone(phone);

/** Each tag once, at most 30 of 40 letters. */
const listOf = (text: string): string[] =>
  [
    ...new Set(
      text
        .split(',')
        .map((tag) => tag.trim().slice(0, 40).trim())
        .filter(Boolean),
    ),
  ].slice(0, 30);
