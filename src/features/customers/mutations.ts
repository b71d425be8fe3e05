import { plainDigits, readInternational } from '../../../contract/auth/phone.ts';
import type { ReadPhone } from '../../../contract/auth/phone-reader.ts';
import { withConsent } from '../../../contract/customers/consent.ts';
import { editedCustomer } from '../../../contract/customers/edit.ts';
import { newCustomer } from '../../../contract/customers/new-rows.ts';
import * as calls from '../../../contract/customers/calls.ts';
import * as importCalls from '../../../contract/customers/import-calls.ts';
import { DEFAULT_CURRENCY } from '../../../contract/limits.ts';
import { actorOf, mutation, stampOf, update } from '../../data/mutation.ts';

/** The server reads the telephone number, for the restaurant's country. It also knows the currency. */
export const createCustomer = mutation({
  call: calls.create,
  table: 'customers',
  effect: 'create',
  rows: ({ body }) => [body.id ?? ''],
  change: (row, { body: { id, occurred_at: _, op_id: __, ...body } }, info) =>
    row ??
    newCustomer(
      body,
      { id: id ?? '', version: 0, at: info.occurredAt, actor: actorOf(info), currency: DEFAULT_CURRENCY },
      readTyped,
    ),
});

export const editCustomer = update({
  call: calls.edit,
  table: 'customers',
  rows: ({ path }) => [path.id],
  change: (customer, { body }, info) => {
    return { ...editedCustomer(customer, body, readTyped), ...stampOf(info) };
  },
});

export const setConsent = update({
  call: calls.setConsent,
  table: 'customers',
  rows: ({ path }) => [path.id],
  change: (customer, { path, body: { granted, source } }, info) => {
    const medium = path.medium as calls.ConsentMedium;
    const next = withConsent(customer, medium, { granted, at: info.occurredAt, source });
    return next === customer ? next : { ...next, ...stampOf(info) };
  },
});

/** Each row is changed alone, so what the other customer had comes with the server's answer. */
export const mergeCustomer = update({
  call: calls.merge,
  table: 'customers',
  rows: ({ path, body }) => [path.id, body.other_id],
  change: (customer, { body }, info) => {
    return customer.id === body.other_id ? null : { ...customer, ...stampOf(info) };
  },
});

export const eraseCustomer = mutation({
  call: calls.erase,
  table: 'customers',
  effect: 'delete',
  rows: ({ path }) => [path.id],
  change: () => null,
  isOvertaken: (code) => code === 'not_found',
});

/** The file goes before it (decision 076). The customers come with the next pull. */
export const importCustomers = update({
  call: importCalls.importCustomers,
  table: 'restaurants',
  rows: ({ body }) => [body.restaurant_id ?? ''],
  change: (restaurant) => {
    return restaurant;
  },
});

/** What this device can read of a number until the server has. */
const readTyped: ReadPhone = (typed) => {
  const phone = readInternational(typed);
  return { phone, phone_raw: phone ? null : plainDigits(typed).trim() || null };
};
