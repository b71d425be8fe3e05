import { phoneKeys, phoneKeysOf } from '../../../contract/auth/phone-search.ts';
import type { Customer } from '../../../contract/customers/calls.ts';
import { fold } from '../../../contract/fold.ts';
import { groupBy } from '../../lib/group-by.ts';

type Known = Pick<Customer, 'id' | 'name' | 'phone' | 'phone_raw' | 'email'>;

/** Another customer with this number or e-mail, which the server would refuse. */
export function findNamesake<C extends Known>(
  customers: readonly C[],
  { phone, email }: { phone: string; email: string },
  ownId: string | null,
): C | null {
  const numbers = phoneKeys(phone);
  const address = email.trim().toLowerCase();
  if (numbers.length === 0 && !address) return null;
  return (
    customers.find(
      (other) =>
        other.id !== ownId &&
        (phoneKeysOf(other).some((key) => numbers.includes(key)) || (address !== '' && other.email === address)),
    ) ?? null
  );
}

/**
 * Customers who may be the same person: the same number written in another way, or the same name where one of the two lacks a number or
 * an address, so that nothing contradicts it.
 */
export function findDuplicates<C extends Known>(customer: Known, customers: readonly C[]): C[] {
  const keys = phoneKeysOf(customer);
  const name = fold(customer.name);
  return customers.filter((other) => {
    if (other.id === customer.id) return false;
    if (phoneKeysOf(other).some((key) => keys.some((own) => isSameNumber(own, key)))) return true;
    if (!name.includes(' ') || fold(other.name) !== name) return false;
    const agree = (one: string | null, two: string | null) => !one || !two || one === two;
    return agree(customer.phone, other.phone) || agree(customer.email, other.email);
  });
}

/** Every customer whose number somebody else has, too: they may be merged. */
export function findShared<C extends Known>(customers: readonly C[]): Set<C> {
  const byKey = groupBy(
    customers.flatMap((one) => phoneKeysOf(one).map((key) => ({ key, one }))),
    ({ key }) => key,
  );
  return new Set([...byKey.values()].filter((same) => same.length > 1).flatMap((same) => same.map(({ one }) => one)));
}

/** The last nine digits do not depend on how the dialling code is written. */
const isSameNumber = (one: string, other: string): boolean =>
  one === other || (one.length >= 9 && other.length >= 9 && one.slice(-9) === other.slice(-9));
