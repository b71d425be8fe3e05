import type { Args } from '../call.ts';
import type { Customer, edit } from './calls.ts';
import { readPhone } from '../auth/phone.ts';

export type CustomerBody = Args<typeof edit>['body'];

export const customerFields = ['name', 'phone', 'email', 'note', 'tags', 'allergens', 'customer_status'] as const;

/**
 * The customer with what an edit names; what it does not name stays. `countryCode` reads a number without its dialling code; null where it
 * is not at hand: the server knows it.
 */
export function editedCustomer(customer: Customer, body: CustomerBody, countryCode: string | null): Customer {
  const next = { ...customer };
  if (body.name !== undefined) next.name = body.name.trim();
  if (body.phone !== undefined) Object.assign(next, phoneOf(body.phone, countryCode));
  if (body.email !== undefined) next.email = body.email?.trim().toLowerCase() || null;
  if (body.note !== undefined) next.note = body.note;
  if (body.tags !== undefined) next.tags = [...new Set(body.tags.map((tag) => tag.trim()))];
  if (body.allergens !== undefined) next.allergens = [...new Set(body.allergens)].toSorted();
  if (body.customer_status !== undefined) next.customer_status = body.customer_status;
  return next;
}

function phoneOf(said: string | null, countryCode: string | null): Pick<Customer, 'phone' | 'phone_raw'> {
  const phone = said ? readPhone(said, countryCode) : null;
  return { phone, phone_raw: phone ? null : said };
}
