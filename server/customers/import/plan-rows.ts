import { phoneKeys, phoneKeysOf } from '../../../contract/auth/phone-search.ts';
import type { ImportRow } from '../../../contract/customers/import-rows.ts';
import type { OnDuplicate } from '../../../contract/customers/import-calls.ts';
import { consentMedia, type ConsentMedium, type Customer } from '../../../contract/customers/calls.ts';
import { withConsent } from '../../../contract/customers/consent.ts';
import { mergedPhone } from '../../../contract/customers/merge.ts';
import { blankCustomer } from '../../../contract/customers/new-rows.ts';
import { foldName } from '../../../contract/names.ts';
import type { Actor } from '../../../contract/fields.ts';
import { changedFields } from '../../db/changed-fields.ts';
import type { FieldChange, FieldChanges } from '../../db/field-merge.ts';

export interface KnownCustomer {
  customer: Customer;
  fieldChanges: FieldChanges;
}

export interface ImportConsent {
  customerId: string;
  medium: ConsentMedium;
  granted: boolean;
}

export interface PlanOptions {
  onDuplicate: OnDuplicate;
  /** When the person asked for the import: edits that are newer stay. ISO. */
  requestedAt: string;
  now: string;
  actor: Actor;
  /** Of the import. */
  opId: string;
  currency: string;
  countryCode: string | null;
  newId: () => string;
}

export type RowResult = 'created' | 'updated' | 'skipped';

export const IMPORT_SOURCE = 'Import';

/**
 * What rows of a file do to the known customers, without doing it: a row is the customer with its number, else the one with its address,
 * else, for a row that has neither, the one with its name who has neither. Rows of one file are compared with each other as well.
 */
export class ImportPlan {
  readonly changed = new Map<string, KnownCustomer>();
  readonly consents: ImportConsent[] = [];
  readonly #options: PlanOptions;
  readonly #byNumber = new Map<string, KnownCustomer>();
  readonly #byEmail = new Map<string, KnownCustomer>();
  readonly #byName = new Map<string, KnownCustomer>();

  constructor(known: readonly KnownCustomer[], options: PlanOptions) {
    this.#options = options;
    for (const one of known) this.#index(one);
  }

  add(row: ImportRow): RowResult {
    const { phone, email, name } = row;
    const found =
      this.#withNumber(row) ??
      (email ? this.#byEmail.get(email) : undefined) ??
      (phone || email ? undefined : this.#byName.get(foldName(name)));
    if (!found) {
      this.#write({ customer: this.#blank(), fieldChanges: {} }, row);
      return 'created';
    }
    if (this.#options.onDuplicate === 'skip') return 'skipped';
    return this.#write(found, row) ? 'updated' : 'skipped';
  }

  #blank(): Customer {
    const { newId: makeId, now, actor, currency } = this.#options;
    return blankCustomer({ id: makeId(), version: 0, at: now, actor, source: 'import', currency });
  }

  /** Applies the row in place, so that the next row of the same person finds it. False: nothing differs. */
  #write(known: KnownCustomer, row: ImportRow): boolean {
    const { requestedAt, opId, actor } = this.#options;
    const before = known.customer;
    const wanted = changedFields(before, this.#withRow(before, row)) ?? {};
    const isNewer = (field: string) => (known.fieldChanges[field]?.at ?? '') > requestedAt;
    const wins = Object.entries(wanted).filter(([field]) => !isNewer(field));
    const newMedia = consentMedia.filter((medium) => this.#isNewConsent(before, medium, row.consent[medium]));
    let customer: Customer = { ...before, ...Object.fromEntries(wins) };
    for (const medium of newMedia) {
      const granted = row.consent[medium]!;
      customer = withConsent(customer, medium, { granted, at: requestedAt, source: IMPORT_SOURCE });
      this.consents.push({ customerId: before.id, medium, granted });
    }
    if (wins.length === 0 && customer === before) return false;
    if (!changedFields(before, customer)) return false;
    const change: FieldChange = { at: requestedAt, op_id: opId, by: actor, device_name: null };
    known.customer = customer;
    known.fieldChanges = { ...known.fieldChanges, ...Object.fromEntries(wins.map(([field]) => [field, change])) };
    this.changed.set(customer.id, known);
    this.#index(known);
    return true;
  }

  #withRow(customer: Customer, row: ImportRow): Customer {
    const next = { ...customer };
    next.name = row.name || customer.name || row.phone || row.email || '';
    // Two may have one number; the first found has it as its own.
    const holder = this.#withNumber(row);
    if (row.phone && (!holder || holder.customer.id === customer.id))
      Object.assign(next, holder ? mergedPhone(customer, row) : { phone: row.phone, phone_raw: row.phone_raw });
    // The address may be another customer's: the number decides who this is.
    if (row.email && !this.#byEmail.has(row.email)) next.email = row.email;
    if (row.birthday) next.birthday = row.birthday;
    if (row.note) next.note = row.note;
    next.tags = [...new Set([...customer.tags, ...row.tags])].slice(0, 30);
    next.addresses = this.#withAddress(customer.addresses, row);
    return next;
  }

  #withAddress(addresses: Customer['addresses'], { address, postal_code, city }: ImportRow): Customer['addresses'] {
    const isThere = addresses.some(
      (one) =>
        foldName(one.line_1) === foldName(address) && one.postal_code.toLowerCase() === postal_code.toLowerCase(),
    );
    if ((!address && !postal_code) || isThere || addresses.length >= 10) return addresses;
    const added = {
      id: this.#options.newId(),
      label: '',
      line_1: address,
      line_2: null,
      city,
      postal_code,
      country_code: this.#options.countryCode ?? '',
      instructions: null,
      is_default: addresses.length === 0,
    };
    return [...addresses, added];
  }

  /** A file can take a consent away. It can give one only where nobody has said anything: who said no is not asked by a file. */
  #isNewConsent(customer: Customer, medium: ConsentMedium, granted: boolean | undefined): boolean {
    const standing = customer.marketing_consent[medium];
    if (granted === undefined) return false;
    return granted ? !standing : (standing?.granted ?? false) && standing!.at < this.#options.requestedAt;
  }

  #withNumber(row: ImportRow): KnownCustomer | undefined {
    const known = phoneKeysOf(row).flatMap((key) => this.#byNumber.get(key) ?? []);
    return known.find(({ customer }) => customer.phone === row.phone) ?? known[0];
  }

  #index(known: KnownCustomer): void {
    const { phone, email, name } = known.customer;
    const own = phoneKeys(phone);
    for (const key of phoneKeysOf(known.customer))
      if (own.includes(key) || !this.#byNumber.has(key)) this.#byNumber.set(key, known);
    if (email) this.#byEmail.set(email, known);
    if (!phone && !email) this.#byName.set(foldName(name), known);
  }
}
