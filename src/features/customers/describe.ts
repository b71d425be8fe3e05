import type { Customer } from '../../../contract/customers/calls.ts';
import type { DeadLetter, OutboxEntry } from '../../data/db.ts';
import { lostFields, lostPart } from '../../data/lost-fields.ts';
import { allergenList } from '../../lib/allergen-label.ts';
import { standingWords } from '../../lib/standing-words.ts';
import { links } from '../../routes.ts';
import type { Described, Refusal } from '../../ui/described.ts';
import { humanize } from '../../ui/status-label.ts';

export const isOfCustomer = ({ call }: Pick<OutboxEntry, 'call'>): boolean => call.startsWith('customers.');

const fieldWords: Record<string, string> = {
  name: 'name',
  phone: 'phone',
  email: 'e-mail',
  note: 'note',
  tags: 'tags',
  allergens: 'allergies',
  customer_status: 'status',
};

const fieldsOf = (body: Record<string, unknown>) => Object.keys(fieldWords).filter((field) => field in body);
const listed = (fields: string[]) => fields.map((field) => fieldWords[field]).join(', ');

/** What an edit of a customer says, for the list of unsent changes: "Joanna Price: note, tags changed". */
export function describeCustomer(change: Pick<OutboxEntry, 'path' | 'body'>, customer: Customer | null): Described {
  const name = customer?.name ?? 'A customer';
  const fields = listed(fieldsOf(change.body));
  return {
    title: `${name}: ${fields} changed`,
    subject: `${name}, ${fields}`,
    place: 'Customers',
    icon: 'person',
    href: customer ? links.customer(customer.id) : null,
  };
}

/** Why an edit was refused, or what stands in its place. */
export function describeCustomerRefusal(letter: DeadLetter, timezone: string, now: number): Refusal {
  const { error, reason, entry, theirs } = letter;
  const row = theirs as Customer | null;
  const fields = fieldsOf(lostPart(letter));
  if (error?.code === 'customer_exists') {
    return {
      why: 'Another customer has this number or e-mail. Look at that one first, or change this edit.',
      pair: null,
      restoreWords: null,
      keepWords: 'Understood',
      ...(row ? { mend: { words: 'Open the customer', href: links.customer(row.id) } } : {}),
    };
  }
  if (reason === 'superseded' && row) {
    const standing = lostFields(letter)?.standing;
    return {
      why: standing
        ? standingWords(standing, entry.occurredAt, timezone, now)
        : 'Someone changed it after you did. What was changed last stands.',
      pair: { theirs: valuesOf(row, fields), yours: valuesOf(entry.body, fields) },
      restoreWords: 'Restore yours',
      keepWords: 'Keep theirs',
    };
  }
  return {
    why:
      error?.code === 'not_found'
        ? 'The customer was deleted before this arrived.'
        : 'The server refused this change. The customer has not changed.',
    pair: null,
    restoreWords: null,
    keepWords: 'Understood',
  };
}

function valuesOf(row: Record<string, unknown>, fields: string[]): string {
  return fields.map((field) => valueWords(field, row[field])).join(', ');
}

function valueWords(field: string, value: unknown): string {
  if (field === 'allergens') return allergenList((value as string[] | undefined) ?? []) || 'none stated';
  if (field === 'customer_status') return humanize(String(value));
  if (Array.isArray(value)) return value.join(', ') || 'none';
  return typeof value === 'string' && value !== '' ? value : 'empty';
}
