import type { ImportRow } from '../../../contract/customers/import-rows.ts';
import type { OnDuplicate } from '../../../contract/customers/import-calls.ts';
import { consentMedia, type ConsentMedium, type Customer } from '../../../contract/customers/calls.ts';
import { withConsent } from '../../../contract/customers/consent.ts';
import { KnownPeople } from '../../../contract/customers/known-people.ts';
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

/** What rows of a file do to the known customers, without doing it. Rows of one file are compared with each other as well. */
export class ImportPlan {
  readonly changed = new Map<string, KnownCustomer>();
  readonly consents: ImportConsent[] = [];
  readonly #options: PlanOptions;
  readonly #people = new KnownPeople<KnownCustomer>();

  constructor(known: readonly KnownCustomer[], options: PlanOptions) {
    this.#options = options;
    for (const one of known) this.#people.add(one);
  }

  add(row: ImportRow): RowResult {
    const found = this.#people.find(row);
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
    this.#people.add(known);
    return true;
  }

  #withRow(customer: Customer, row: ImportRow): Customer {
    const next = { ...customer };
    next.name = row.name || customer.name || row.phone || row.email || '';
    // Two may have one number; the first found has it as its own.
    const holder = this.#people.withNumber(row);
    if (row.phone && (!holder || holder.customer.id === customer.id))
      Object.assign(next, holder ? mergedPhone(customer, row) : { phone: row.phone, phone_raw: row.phone_raw });
    // The address may be another customer's: the number decides who this is.
    if (row.email && !this.#people.withEmail(row)) next.email = row.email;
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
}
