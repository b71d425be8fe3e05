import * as z from 'zod/mini';
import { call, online, read } from '../call.ts';
import { Amount, Currency, Instant, text } from '../fields.ts';
import { importBodyLimit, importFields, importFile, ImportRejects } from '../import/shapes.ts';

/** `bytes`: a larger file is imported in parts, because an order that is here already is not added again. */
export const ORDER_IMPORT = { bytes: 10 * 1024 * 1024, rows: 200_000, dishes: 5000, rowsShown: 5 };

/** What is read of a till's file. `status`: what says whether a row is a sale. */
const columnFields = ['number', 'date', 'time', 'name', 'quantity', 'price', 'discount', 'location', 'status'] as const;

export const OrderImport = z.object({
  ...importFields,
  /** `checked`: the file was read, and nothing was imported. */
  status: z.enum(['checked', 'queued', 'running', 'done', 'failed']),
  columns: z.array(z.object({ field: z.enum(columnFields), heading: z.string() })),
  /** Headings of columns that are not read. */
  other_columns: z.array(z.string()),
  currency: Currency,
  /** What the file has. */
  orders: z.int(),
  lines: z.int(),
  dishes: z.int(),
  total_amount: Amount,
  first_order_at: z.nullable(Instant),
  last_order_at: z.nullable(Instant),
  /** Orders that were looked at so far. */
  orders_done: z.int(),
  /** While `checked`, what an import would do; afterwards what it did. */
  orders_added: z.int(),
  /** Orders that are here and get lines that were missing. */
  orders_completed: z.int(),
  /** Here already. */
  orders_skipped: z.int(),
  /** Stored as one order with another one, by an earlier import. They are not added again. */
  orders_joined: z.int(),
  lines_added: z.int(),
  dishes_added: z.int(),
  categories_added: z.int(),
  /** How the file was read, where that is not plain. */
  remarks: z.array(z.string()),
});
export type OrderImport = z.infer<typeof OrderImport>;

const CheckedOrders = z.extend(OrderImport, {
  head: z.array(z.string()),
  /** The first rows of the file, as they are in it. */
  first_rows: z.array(z.array(z.string())),
});
export type CheckedOrders = z.infer<typeof CheckedOrders>;

/**
 * Stores a till's CSV of past orders under an id that the device made, reads it, and says what an import would do. No order is changed. The
 * same file again answers the same; another file under the id is 409 `id_taken`. 422 `invalid_fields` says why a file cannot be read.
 */
export const checkOrders = call('orders.checkImport', 'PUT', '/orders/imports/{id}', {
  access: 'account',
  offline: online('account_data'),
  isMultipart: true,
  bodyLimit: importBodyLimit(ORDER_IMPORT.bytes),
  body: z.strictObject({
    file: importFile(ORDER_IMPORT.bytes),
    file_name: z.optional(text(200)),
  }),
  reply: CheckedOrders,
  addition: true,
  summary: 'Send a file of past orders and see what an import would do',
});

/** Imports a checked file by a job; `getOrderImport` tells how far it is. A second request changes nothing. */
export const startOrderImport = call('orders.startImport', 'POST', '/orders/imports/{id}/start', {
  access: 'account',
  offline: online('account_data'),
  body: z.strictObject({}),
  isBodyOptional: true,
  reply: OrderImport,
  addition: true,
  summary: 'Import a checked file of past orders',
});

export const getOrderImport = call('orders.getImport', 'GET', '/orders/imports/{id}', {
  access: 'account',
  offline: read,
  reply: OrderImport,
  addition: true,
  summary: 'How far an import of past orders is, and its result',
});

export const getOrderImportRejects = call('orders.getImportRejects', 'GET', '/orders/imports/{id}/rejects', {
  access: 'account',
  offline: read,
  reply: ImportRejects,
  addition: true,
  summary: 'The rows of a file of past orders that cannot be read, with the reasons',
});
