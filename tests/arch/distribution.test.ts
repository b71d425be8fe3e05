import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { describe, expect, test } from 'vitest';

// One database holds all restaurants. Should it become too small, its tables are distributed by restaurant_id (Citus, docs/operations.md):
// then each key of a distributed table contains that column, and nothing refers from one kind of table to another. What stands against it
// is listed here, so that nothing new comes without a reason.

/** Tables on one node, read before the restaurant is known. */
const local: Record<string, string> = {
  email_codes: 'sent to an address',
  passkey_challenges: 'of a browser that has not signed in yet',
  passkeys: 'find the person who signs in',
  rate_limits: 'of addresses on the network',
  sessions: 'find the restaurant of a token',
  sign_in_returns: 'of a browser that has not signed in yet',
  user_identities: 'find the person who signs in',
  users: 'find the restaurant of an address',
  contact_messages: 'of nobody’s restaurant',
  webhook_events: 'name an account of a provider, not a restaurant',
  vapid_keys: 'one for the installation',
};

/** Keys of distributed tables that are unique beyond a restaurant, and what finds the restaurant by them. They need a table of their own. */
const global: Record<string, string> = {
  'channels(phone_no_id)': 'a message of WhatsApp',
  'checkouts(provider,provider_reference)': 'a provider’s webhook',
  'checkouts(reference_hash)': 'the page after a payment',
  'memberships(invitation_hash)': 'the link of an invitation',
  'payment_accounts(provider,account)': 'a provider’s webhook',
  'restaurants(slug)': 'an address of a website',
  'subscription_invoices(provider_reference)': 'a provider’s webhook',
  'subscriptions(provider_reference)': 'a provider’s webhook',
  'withdrawal_requests(reference)': 'a provider’s webhook',
  'withdrawal_requests(provider,provider_reference)': 'a provider’s webhook',
};

/** References that end where a table is distributed: whoever deletes the row there deletes this one. `memberships`: of an account. */
const references = new Set(['memberships', 'sign_ins', 'push_subscriptions']);

const folder = join(import.meta.dirname, '../../server/db/schema');
const modules = await Promise.all(
  readdirSync(folder).map((file) => import(join(folder, file)) as Promise<Record<string, unknown>>),
);
const tables = modules
  .flatMap((module) => Object.values(module))
  .filter((value): value is PgTable => value instanceof PgTable)
  .map((table) => getTableConfig(table));
const distributed = tables.filter(({ name }) => !(name in local));

describe('a table', () => {
  test('has the restaurant in its primary key, or is on one node for a reason', () => {
    const without = tables.filter(({ columns, primaryKeys }) => {
      const key = [...columns.filter((column) => column.primary), ...primaryKeys.flatMap((one) => one.columns)];
      return !key.some(({ name }) => name === 'restaurant_id');
    });
    expect(without.map(({ name }) => name).toSorted()).toEqual(Object.keys(local).toSorted());
  });

  test('is unique within a restaurant, or finds one', () => {
    const found = distributed.flatMap(({ name, columns, uniqueConstraints, indexes }) =>
      [
        ...columns.filter((column) => column.isUnique).map((column) => [column.name]),
        ...uniqueConstraints.map((one) => one.columns.map((column) => column.name)),
        ...indexes
          .filter(({ config }) => config.unique)
          .map(({ config }) => config.columns.map((column) => ('name' in column ? String(column.name) : ''))),
      ]
        .filter((key) => !key.includes('restaurant_id'))
        .map((key) => `${name}(${key.join()})`),
    );
    expect(found.toSorted()).toEqual(Object.keys(global).toSorted());
  });

  test('refers to none of another kind', () => {
    const referring = distributed.filter(({ foreignKeys }) => foreignKeys.length > 0).map(({ name }) => name);
    expect(new Set(referring)).toEqual(references);
  });
});
