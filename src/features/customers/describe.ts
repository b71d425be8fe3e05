import type { ConsentMedium, Customer } from '../../../contract/customers/calls.ts';
import { customerFields } from '../../../contract/customers/customer-fields.ts';
import { namesOf } from '../../../contract/entity-fields.ts';
import { wordsOf } from '../../components/fields/field-words.ts';
import type { DeadLetter, OutboxEntry } from '../../data/db.ts';
import { lostFields, lostPart } from '../../data/lost-fields.ts';
import { isOf } from '../../data/mutation.ts';
import { allergenList } from '../../lib/allergen-label.ts';
import { standingWords } from '../../lib/standing-words.ts';
import { links } from '../../links.ts';
import type { Described, Refusal } from '../../ui/described.ts';
import { humanize } from '../../ui/status-label.ts';
import { mediumLabels } from './labels.ts';
import { createCustomer, eraseCustomer, importCustomers, mergeCustomer, setConsent } from './mutations.ts';

const fieldWords = wordsOf(customerFields);

const fieldsOf = (body: Record<string, unknown>) => namesOf(customerFields).filter((field) => field in body);
const listed = (fields: (keyof typeof customerFields)[]) => fields.map((field) => fieldWords[field]).join(', ');

type Change = Pick<OutboxEntry, 'call' | 'path' | 'body'>;

/** Describes a change of a customer for the list of unsent changes: "Joanna Price: note, tags changed". */
export function describeCustomer(change: Change, customer: Customer | null): Described {
  const name = customer?.name || ((change.body.name as string | undefined) ?? 'A customer');
  const base = {
    place: 'Customers',
    icon: 'person' as const,
    href: customer ? links.customer(customer.id) : null,
  };
  const described = (title: string, what: string) => ({ ...base, title, subject: `${name}, ${what}` });
  if (isOf(createCustomer.call, change)) return described(`${name} added`, 'add customer');
  if (isOf(mergeCustomer.call, change)) return described(`${name}: merged with another customer`, 'merge customers');
  if (isOf(eraseCustomer.call, change)) return described(`${name} erased`, 'erase customer');
  if (isOf(setConsent.call, change)) {
    const medium = mediumLabels[change.path.medium as ConsentMedium];
    const words = change.body.granted ? 'allowed' : 'not allowed';
    return described(`${name}: marketing by ${medium} ${words}`, `marketing by ${medium}`);
  }
  const fields = listed(fieldsOf(change.body));
  return described(`${name}: ${fields} changed`, fields);
}

export const isCustomerImport = (change: Pick<OutboxEntry, 'call'>): boolean => isOf(importCustomers.call, change);

/** Describes an import, which belongs to no single customer. */
export function describeCustomerImport({ body }: Change): Described {
  const file = (body.file_name as string | undefined) ?? 'a file';
  return {
    title: `Customers imported from ${file}`,
    subject: `${file}, import customers`,
    place: 'Customers',
    icon: 'person',
    href: links.customers({ import: String(body.file_id) }),
  };
}

export function describeImportRefusal({ error }: DeadLetter): Refusal {
  return {
    why:
      error?.code === 'file_missing'
        ? 'The file did not reach the server. Nothing was imported.'
        : (Object.values(error?.field_errors ?? {})[0] ?? 'The server could not import this file.'),
    pair: null,
    restoreLabel: 'Try again',
    keepLabel: 'Understood',
  };
}

/** Why an edit was refused, or which value superseded it. */
export function describeCustomerRefusal(deadLetter: DeadLetter, timezone: string, now: number): Refusal {
  const { error, reason, entry, theirs } = deadLetter;
  const row = theirs as Customer | null;
  const fields = fieldsOf(lostPart(deadLetter));
  if (error?.code === 'customer_exists') {
    return {
      why: 'Another customer has this number or e-mail. Look at that one first, or change this edit.',
      pair: null,
      restoreLabel: null,
      keepLabel: 'Understood',
      ...(row ? { mend: { words: 'Open the customer', href: links.customer(row.id) } } : {}),
    };
  }
  if (reason === 'superseded' && row) {
    const standing = lostFields(deadLetter)?.standing;
    return {
      why: standing
        ? standingWords(standing, entry.occurredAt, timezone, now)
        : 'Someone changed it after you did. What was changed last stands.',
      pair: pairOf(deadLetter, row, fields),
      restoreLabel: 'Restore yours',
      keepLabel: 'Keep theirs',
    };
  }
  if (error?.code === 'customer_has_open_orders') {
    return {
      why: 'An order of this customer is still open. Complete or cancel it, then erase the customer again.',
      pair: null,
      restoreLabel: 'Erase again',
      keepLabel: 'Keep the customer',
      ...(row ? { mend: { words: 'Open the customer', href: links.customer(row.id) } } : {}),
    };
  }
  return {
    why:
      error?.code === 'not_found'
        ? 'The customer was erased before this arrived.'
        : 'The server refused this change. The customer has not changed.',
    pair: null,
    restoreLabel: null,
    keepLabel: 'Understood',
  };
}

function pairOf({ entry }: DeadLetter, row: Customer, fields: (keyof typeof customerFields)[]): Refusal['pair'] {
  if (isOf(setConsent.call, entry)) {
    const words = (granted: unknown) => (granted ? 'allowed' : 'not allowed');
    const standing = row.marketing_consent[entry.path.medium as ConsentMedium];
    return { theirs: words(standing?.granted), yours: words(entry.body.granted) };
  }
  return fields.length > 0 ? { theirs: valuesOf(row, fields), yours: valuesOf(entry.body, fields) } : null;
}

function valuesOf(row: Record<string, unknown>, fields: string[]): string {
  return fields.map((field) => valueWords(field, row[field])).join(', ');
}

function valueWords(field: string, value: unknown): string {
  if (field === 'allergens') return allergenList((value as string[] | undefined) ?? []) || 'none stated';
  if (field === 'addresses') return addressWords(value as Customer['addresses'] | undefined);
  if (field === 'customer_status') return humanize(String(value));
  if (Array.isArray(value)) return value.join(', ') || 'none';
  return typeof value === 'string' && value !== '' ? value : 'empty';
}

const addressWords = (addresses: Customer['addresses'] = []): string =>
  addresses.map(({ line_1: line, postal_code: code }) => `${line} ${code}`.trim()).join('; ') || 'none';
