import { expect, test } from 'vitest';
import { id } from '../../../tests/support/rows.ts';
import type { Customer } from '../../../contract/customers.ts';
import type { DeadLetter, OutboxEntry } from '../../data/db.ts';
import { describeCustomer, describeCustomerRefusal } from './describe.ts';

const joanna = {
  id: id(1),
  name: 'Joanna Price',
  note: 'Bell 4',
  allergens: ['milk'],
  customer_status: 'active',
} as unknown as Customer;
const entry = (body: Record<string, unknown>) =>
  ({ call: 'customers.edit', path: { id: id(1) }, body }) as unknown as OutboxEntry;
const letter = (more: Partial<DeadLetter>) =>
  ({ entry: entry({ note: 'Bell 5' }), error: null, reason: 'rejected', theirs: joanna, ...more }) as DeadLetter;

test('an edit names the customer and what was changed', () => {
  expect(describeCustomer(entry({ note: 'Bell 5', allergens: [], op_id: id(2) }), joanna)).toMatchObject({
    title: 'Joanna Price: note, allergies changed',
    subject: 'Joanna Price, note, allergies',
    href: `/restaurant/customers?customer=${id(1)}`,
  });
});

test('an edit that came too late shows both values and can be restored', () => {
  expect(describeCustomerRefusal(letter({ reason: 'superseded' }))).toMatchObject({
    pair: { theirs: 'Bell 4', yours: 'Bell 5' },
    restoreWords: 'Restore yours',
  });
});

test('a number that another customer has leads to where it can be put right', () => {
  expect(describeCustomerRefusal(letter({ error: { code: 'customer_exists', message: '' } }))).toMatchObject({
    restoreWords: null,
    mend: { words: 'Open the customer' },
  });
});
