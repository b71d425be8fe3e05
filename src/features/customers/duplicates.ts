import { readPhone } from '../../../contract/auth/phone.ts';
import type { Customer } from '../../../contract/customers/calls.ts';
import { fold } from '../../lib/fold.ts';

type Known = Pick<Customer, 'id' | 'name' | 'phone' | 'phone_raw' | 'email'>;

/** Another customer with this number or e-mail, which the server would refuse. */
export function findNamesake<C extends Known>(
  customers: readonly C[],
  { phone, email }: { phone: string; email: string },
  ownId: string | null,
): C | null {
  const number = readPhone(phone, null);
  const address = email.trim().toLowerCase();
  if (!number && !address) return null;
  return (
    customers.find(
      (other) =>
        other.id !== ownId &&
        ((number !== null && other.phone === number) || (address !== '' && other.email === address)),
    ) ?? null
  );
}

/**
 * Customers who may be the same person: the same number written in another way, or the same name where one of the two lacks a number or
 * an address, so that nothing contradicts it.
 */
export function findDuplicates<C extends Known>(customer: Known, customers: readonly C[]): C[] {
  const digits = tailOf(customer);
  const name = fold(customer.name);
  return customers.filter((other) => {
    if (other.id === customer.id) return false;
    if (digits !== '' && tailOf(other) === digits) return true;
    if (!name.includes(' ') || fold(other.name) !== name) return false;
    const agree = (one: string | null, two: string | null) => !one || !two || one === two;
    return agree(customer.phone, other.phone) || agree(customer.email, other.email);
  });
}

/** The last nine digits, which do not depend on how the dialling code is written. */
function tailOf({ phone, phone_raw: raw }: Known): string {
  const digits = (phone ?? raw ?? '').replaceAll(/\D/g, '');
  return digits.length >= 9 ? digits.slice(-9) : '';
}
