import { expect, test } from 'vitest';
import { id } from '../../../tests/support/rows.ts';
import type { Customer } from '../../../contract/customers/calls.ts';
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
const deadLetter = (more: Partial<DeadLetter>) =>
  ({ entry: entry({ note: 'Bell 5' }), error: null, reason: 'rejected', theirs: joanna, ...more }) as DeadLetter;
const refusal = (more: Partial<DeadLetter>) =>
  describeCustomerRefusal(deadLetter(more), 'Europe/London', Date.parse('2026-11-20T19:36:00.000Z'));

test('an edit names the customer and the changed fields', () => {
  expect(describeCustomer(entry({ note: 'Bell 5', allergens: [], op_id: id(2) }), joanna)).toMatchObject({
    title: 'Joanna Price: note, allergies changed',
    subject: 'Joanna Price, note, allergies',
    href: `/restaurant/customers?customer=${id(1)}`,
  });
});

test('a late edit shows both values and can be restored', () => {
  expect(refusal({ reason: 'superseded' })).toMatchObject({
    pair: { theirs: 'Bell 4', yours: 'Bell 5' },
    restoreLabel: 'Restore yours',
  });
});

test('a duplicate phone number links to where it is corrected', () => {
  expect(refusal({ error: { code: 'customer_exists', message: '' } })).toMatchObject({
    restoreLabel: null,
    mend: { words: 'Open the customer' },
  });
});

test('a superseded edit says who changed the field and when', () => {
  const standing = { at: '2026-11-20T19:10:00.000Z', by: null, device_name: 'Counter' };
  const entry = {
    ...deadLetter({}).entry,
    body: { note: 'Bell 5', name: 'Jo' },
    occurredAt: '2026-11-20T19:02:00.000Z',
  };
  const notice = { code: 'superseded' as const, fields: { note: standing } };
  expect(refusal({ reason: 'superseded', entry, notice })).toMatchObject({
    why: 'Someone changed it later, on Counter at 19:10, and that stands.',
    pair: { theirs: 'Bell 4', yours: 'Bell 5' },
  });
});
