import type { PhoneFields } from '../auth/phone.ts';
import { phoneKeys, phoneKeysOf } from '../auth/phone-search.ts';
import { foldName } from '../names.ts';

export type Person = PhoneFields & { name: string; email: string | null };

/**
 * Customers by what a row of a file says: the one with its number, else the one with its address, else, for a row that has neither, the one
 * with its name who has neither.
 */
export class KnownPeople<Known extends { customer: Person }> {
  readonly #byNumber = new Map<string, Known>();
  readonly #byEmail = new Map<string, Known>();
  readonly #byName = new Map<string, Known>();

  /** One who is known already is found by what is new of them as well. */
  add(known: Known): void {
    const { phone, email, name } = known.customer;
    const own = phoneKeys(phone);
    for (const key of phoneKeysOf(known.customer))
      if (own.includes(key) || !this.#byNumber.has(key)) this.#byNumber.set(key, known);
    if (email) this.#byEmail.set(email, known);
    if (!phone && !email) this.#byName.set(foldName(name), known);
  }

  find(row: Person): Known | undefined {
    const hasNeither = !row.phone && !row.email;
    return (
      this.withNumber(row) ?? this.withEmail(row) ?? (hasNeither ? this.#byName.get(foldName(row.name)) : undefined)
    );
  }

  withNumber(row: PhoneFields): Known | undefined {
    const known = phoneKeysOf(row).flatMap((key) => this.#byNumber.get(key) ?? []);
    return known.find(({ customer }) => customer.phone === row.phone) ?? known[0];
  }

  withEmail({ email }: Pick<Person, 'email'>): Known | undefined {
    return email ? this.#byEmail.get(email) : undefined;
  }
}
