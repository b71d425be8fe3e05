import { choice, list, optionalText, own, plainText } from '../entity-fields.ts';
import { EMAIL_MAX, PHONES_MAX } from '../limits.ts';
import type { Allergen } from '../menu/parts.ts';
import type { CustomerAddress, CustomerStatus } from './calls.ts';

/** The fields of a customer that are edited by hand. What was said about marketing has a call of its own. */
export const customerFields = {
  name: plainText(120, { label: 'Name', isInEveryRow: true, isRequired: true }),
  /** E.164; `phone_raw` has the whole text where it says more, or could not be read (contract/auth/phone.ts). */
  phone: optionalText(PHONES_MAX, { label: 'Phone', isInEveryRow: true }),
  email: optionalText(EMAIL_MAX, { label: 'E-mail', isInEveryRow: true }),
  note: plainText(1000, { label: 'Note', isInEveryRow: true }),
  tags: list<string>()({ label: 'Tags', isInEveryRow: true }),
  /** Empty means "not said", never "none". */
  allergens: list<Allergen>()({ label: 'Allergies', isInEveryRow: true }),
  birthday: optionalText(10, { label: 'Birthday', isInEveryRow: true }),
  addresses: own<CustomerAddress[]>()([], { label: 'Addresses', isInEveryRow: true }),
  customer_status: choice<CustomerStatus>()('active', { label: 'Status', isInEveryRow: true }),
  /** Kept only while the customer is blocked. */
  blocked_reason: optionalText(300, { label: 'Reason for blocking', isInEveryRow: true }),
};
