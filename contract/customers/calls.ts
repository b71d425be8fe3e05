import * as z from 'zod/mini';
import { call, queue, read } from '../call.ts';
import { atMost, same, shapesOf } from '../entity-schemas.ts';
import { Allergen } from '../menu/parts.ts';
import { PHONES_MAX } from '../limits.ts';
import { DeliveryAddress, Order } from '../orders/calls.ts';
import { customerFields } from './customer-fields.ts';
import { DateFilter, pagingQuery } from '../query.ts';
import {
  Actor,
  Amount,
  Currency,
  deviceField,
  Id,
  Instant,
  LocalDate,
  operationFields,
  syncedFields,
  text,
  trimmedText,
  Email,
} from '../fields.ts';

export const CustomerStatus = z.enum(['active', 'inactive', 'blocked']);
export type CustomerStatus = z.infer<typeof CustomerStatus>;

/** By most orders and the time since the last one; `segmentOf` has the rules. */
export const customerSegments = ['new', 'regular', 'vip', 'at_risk', 'lapsed'] as const;
export const CustomerSegment = z.enum(customerSegments);
export type CustomerSegment = z.infer<typeof CustomerSegment>;

export const consentMedia = ['whatsapp', 'email', 'sms'] as const;
export const ConsentMedium = z.enum(consentMedia);
export type ConsentMedium = z.infer<typeof ConsentMedium>;

/** The last word of a customer about marketing by one medium. Missing: never asked, which means no. */
const Consent = z.object({ granted: z.boolean(), at: Instant, source: z.string() });

/** Where a customer can be found: a delivery address with its name, such as "Home". */
export const CustomerAddress = z.extend(DeliveryAddress, { id: Id, label: z.string(), is_default: z.boolean() });
export type CustomerAddress = z.infer<typeof CustomerAddress>;

const nullableText = z.nullable(z.string());

/** Of the fields of a customer: `row`, and `body` of the calls that write it. */
const customerShapes = shapesOf(customerFields, {
  phone: { row: nullableText, body: z.nullable(trimmedText(PHONES_MAX)) },
  email: { row: nullableText, body: z.nullable(Email) },
  tags: { row: z.array(z.string()), body: z.array(trimmedText(40)).check(z.maxLength(30)) },
  allergens: atMost(Allergen, 14),
  birthday: same(z.nullable(LocalDate)),
  addresses: {
    row: z.array(CustomerAddress),
    body: z
      .array(
        z.strictObject({
          id: Id,
          label: text(40),
          line_1: trimmedText(120),
          line_2: z.nullable(text(120)),
          city: text(120),
          postal_code: text(20),
          country_code: text(2),
          instructions: z.nullable(text(300)),
          is_default: z.boolean(),
        }),
      )
      .check(z.maxLength(10)),
  },
  customer_status: same(CustomerStatus),
});

/** A customer, as far as a screen or a rule needs it. */
export const Customer = z.object({
  ...syncedFields,
  ...customerShapes.row,
  /** As it was written, where `phone` does not say all. */
  phone_raw: z.nullable(z.string()),
  source: z.enum(['order', 'chat', 'reservation', 'import', 'manual']),
  marketing_consent: z.object({
    whatsapp: z.optional(Consent),
    email: z.optional(Consent),
    sms: z.optional(Consent),
  }),
  orders_count: z.int(),
  /** Orders and reservations for which nobody came. */
  no_show_count: z.int(),
  total_spent_amount: Amount,
  currency: Currency,
  first_order_at: z.nullable(Instant),
  last_order_at: z.nullable(Instant),
  chat_id: z.nullable(Id),
});
export type Customer = z.infer<typeof Customer>;

/** A number and its change from the previous period, in per cent; null without a previous value. */
const Figure = z.object({ value: z.int(), percent_increment: z.nullable(z.number()) });

/** Of the period `date`, or of the last 30 business days. */
export const CustomersDashboard = z.object({
  total_customers_count: Figure,
  new_customers_count: Figure,
  returning_customers_count: Figure,
  blocked_customers_count: Figure,
});

/** What follows from a customer's row and the time. */
const derivedFields = { segment: CustomerSegment, average_order_amount: z.nullable(Amount) };

const filterQuery = {
  /** A business day or a range of them in which the customer was created (`created_at`). */
  date: z.optional(DateFilter),
  customer_status: z.optional(CustomerStatus),
  segment: z.optional(CustomerSegment),
  /** Search words for name, phone, e-mail and tags. */
  search: z.optional(text(100)),
};

export const list = call('customers.list', 'GET', '/customers', {
  access: 'customers',
  offline: read,
  query: z.strictObject({
    ...pagingQuery,
    ...filterQuery,
  }),
  reply: z.object({ customers: z.array(z.extend(Customer, derivedFields)), dashboard: CustomersDashboard }),
  summary: 'Customers, newest order first, with figures; limit 100 by default',
});

/** The columns that an import reads, and figures. No cell runs as a formula. */
export const exportCsv = call('customers.export', 'GET', '/customers/export', {
  access: 'customers.manage',
  offline: read,
  query: z.strictObject(filterQuery),
  reply: z.object({ file_name: z.string(), csv: z.string() }),
  addition: true,
  summary: 'Customers as CSV, by the filters of the list',
});

/** Of a customer who was merged into another one, the other one. */
export const get = call('customers.get', 'GET', '/customers/{id}', {
  access: 'customers',
  offline: read,
  reply: z.extend(Customer, {
    ...derivedFields,
    /** The newest 50. */
    orders: z.array(Order),
  }),
  summary: 'A customer with orders and spend',
});

/**
 * A customer by hand. `id` is the device's. 409 `customer_exists`: a customer has the number or the address; `current` is that one.
 */
export const create = call('customers.create', 'POST', '/customers', {
  access: 'customers',
  offline: queue('never'),
  body: z.strictObject({ id: z.optional(Id), ...customerShapes.body, ...operationFields }),
  reply: Customer,
  addition: true,
  summary: 'Add a customer',
});

/**
 * Edits the named fields. For each field the newest `occurred_at` wins, then the greater `op_id`; 200 with the notice `superseded` if a
 * field of this edit lost. An unreadable phone number is stored as written. 409 `customer_exists`: another customer has the number or the
 * address. An edit of a customer who was merged into another one edits the other one.
 */
export const edit = call('customers.edit', 'PUT', '/customers/{id}', {
  access: 'customers',
  offline: queue('never'),
  body: z.extend(z.partial(z.strictObject(customerShapes.body)), { ...operationFields, ...deviceField }),
  reply: Customer,
  addition: true,
  summary: 'Edit a customer',
});

/**
 * What a customer said about marketing by one medium. Every word is kept in the history; the newest `occurred_at` counts. `source`: how it
 * was given, such as "In person".
 */
export const setConsent = call('customers.setConsent', 'PUT', '/customers/{id}/consents/{medium}', {
  access: 'customers.manage',
  offline: queue('never'),
  messages: { medium: { known: consentMedia, otherwise: 'No medium of marketing' } },
  body: z.strictObject({ granted: z.boolean(), source: trimmedText(60), ...operationFields }),
  reply: Customer,
  addition: true,
  summary: 'Note a consent to marketing, or its withdrawal',
});

export const ConsentChange = z.object({
  id: Id,
  medium: ConsentMedium,
  granted: z.boolean(),
  source: z.string(),
  at: Instant,
  actor: z.nullable(Actor),
});

export const listConsents = call('customers.listConsents', 'GET', '/customers/{id}/consents', {
  access: 'customers.manage',
  offline: read,
  reply: z.object({ changes: z.array(ConsentChange) }),
  addition: true,
  summary: 'Every consent to marketing and withdrawal of a customer, newest first',
});

/**
 * Makes one customer of two. Orders, chats, payments and consents of `other_id` move to this one, which also takes what it lacks itself;
 * the other one is gone. The reply is the customer who stays.
 */
export const merge = call('customers.merge', 'POST', '/customers/{id}/merge', {
  access: 'customers.manage',
  offline: queue('never'),
  body: z.strictObject({ other_id: Id, ...operationFields }),
  reply: Customer,
  addition: true,
  summary: 'Merge another customer into this one',
});

/**
 * Erases a person for good (decision 092): the customer, and names, numbers, addresses and free texts in orders, payments, chats, consents,
 * notifications, rejects of imports and stored replies. Orders keep their lines and totals. 409 `customer_has_open_orders` while an order
 * is under way.
 */
export const erase = call('customers.erase', 'DELETE', '/customers/{id}', {
  access: 'customers.manage',
  offline: queue('never'),
  isBodyOptional: true,
  body: z.strictObject(operationFields),
  reply: z.object({ id: Id }),
  addition: true,
  summary: 'Erase a customer’s personal data',
});
