import type { Args } from '../call.ts';
import { namedOf } from '../entity-fields.ts';
import { customerFields } from './customer-fields.ts';
import type { Customer, edit } from './calls.ts';
import type { ReadPhone } from '../auth/phone-reader.ts';

export type CustomerBody = Args<typeof edit>['body'];

/** The customer with an edit applied; fields that it does not name stay. */
export function editedCustomer(customer: Customer, body: CustomerBody, readPhone: ReadPhone): Customer {
  const next: Customer = { ...customer, ...namedOf(customerFields, body) };
  if (body.name !== undefined) next.name = body.name.trim();
  if (body.phone !== undefined) Object.assign(next, readPhone(body.phone ?? ''));
  if (body.email !== undefined) next.email = body.email?.trim().toLowerCase() || null;
  if (body.tags !== undefined) next.tags = [...new Set(body.tags.map((tag) => tag.trim()))];
  if (body.allergens !== undefined) next.allergens = [...new Set(body.allergens)].toSorted();
  if (body.addresses !== undefined) next.addresses = withOneDefault(body.addresses);
  next.blocked_reason = (next.customer_status === 'blocked' && next.blocked_reason?.trim()) || null;
  return next;
}

/** The first that says so is the default, or the first of all. */
function withOneDefault(addresses: Customer['addresses']): Customer['addresses'] {
  const chosen = Math.max(
    0,
    addresses.findIndex((address) => address.is_default),
  );
  return addresses.map((address, at) => ({ ...address, id: address.id.toLowerCase(), is_default: at === chosen }));
}
