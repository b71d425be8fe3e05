import { isPhone } from '../../../contract/auth/phone.ts';
import { phoneKeys, phoneKeysOf } from '../../../contract/auth/phone-search.ts';
import type { Customer } from '../../../contract/customers/calls.ts';
import type { Order } from '../../../contract/orders/calls.ts';
import { findNamesake } from './duplicates.ts';

/**
 * The number that the newest order was given, if the customer's record has another: an order keeps its own, and a person decides whether it
 * is the customer's. Null: there is none, or somebody else has it, who may be merged instead. `orders`: newest first.
 */
export function findOfferedPhone(
  customer: Pick<Customer, 'id' | 'phone' | 'phone_raw'>,
  orders: readonly Pick<Order, 'customer'>[],
  all: Parameters<typeof findNamesake>[0],
): string | null {
  const given = orders.find(({ customer: { phone } }) => phone !== null && isPhone(phone))?.customer.phone ?? null;
  if (given === null || phoneKeys(given).every((key) => phoneKeysOf(customer).includes(key))) return null;
  return findNamesake(all, { phone: given, email: '' }, customer.id) ? null : given;
}
