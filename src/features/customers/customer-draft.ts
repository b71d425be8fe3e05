import type { CustomerBody } from '../../../contract/customers/edit.ts';
import type { Customer, CustomerAddress } from '../../../contract/customers/calls.ts';
import { isPhone, phoneText } from '../../../contract/auth/phone.ts';
import { customerFields } from '../../../contract/customers/customer-fields.ts';
import { DEFAULT_CURRENCY } from '../../../contract/limits.ts';
import { type DraftOf, draftOf as draftOfFields, readDraft } from '../../components/fields/field-drafts.ts';
import type { Parsed } from '../../ui/form/use-draft-form.ts';
import { clip } from '../../../contract/clip.ts';

// None of them is an amount.
const { tags: _, addresses: __, ...typedFields } = customerFields;

/** A customer's fields while they are edited. */
export interface CustomerDraft extends DraftOf<typeof typedFields> {
  /** Separated by commas. */
  tags: string;
  addresses: AddressDraft[];
}

export type AddressDraft = Pick<CustomerAddress, 'id' | 'label' | 'line_1' | 'city' | 'postal_code' | 'is_default'> & {
  instructions: string;
};

export const draftOf = (customer: Customer | null): CustomerDraft => ({
  ...draftOfFields(typedFields, customer ?? {}, DEFAULT_CURRENCY),
  phone: customer ? phoneText(customer) : '',
  tags: (customer?.tags ?? []).join(', '),
  addresses: (customer?.addresses ?? []).map((one) => ({ ...one, instructions: one.instructions ?? '' })),
});

export const emptyAddress = (id: string): AddressDraft => ({
  id,
  label: '',
  line_1: '',
  city: '',
  postal_code: '',
  instructions: '',
  is_default: false,
});

/** The fields as the API takes them, or which of them are wrong. `before` is the draft as it was opened. */
export function readCustomer(before: CustomerDraft, draft: CustomerDraft): Parsed<CustomerBody, ReadonlySet<string>> {
  const email = draft.email.trim();
  const wrong = new Set([
    ...(draft.name.trim() === '' ? ['name'] : []),
    ...(isNoNumber(before, draft) ? ['phone'] : []),
    ...(email !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? ['email'] : []),
  ]);
  return wrong.size > 0 ? { wrong } : { values: valuesOf(draft) };
}

/** As the API takes them, whatever is wrong. */
export const valuesOf = (draft: CustomerDraft): CustomerBody => ({
  ...readDraft(typedFields, draft, DEFAULT_CURRENCY, new Set()),
  note: draft.note.trim(),
  tags: listOf(draft.tags),
  allergens: draft.allergens.toSorted(),
  addresses: addressesOf(draft),
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
const isNoNumber = (before: CustomerDraft, { phone }: CustomerDraft): boolean =>
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
