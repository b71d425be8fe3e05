import * as z from 'zod/mini';
import { call, carried, queue, read } from '../call.ts';
import { Id, operationFields, text } from '../fields.ts';
import { importBodyLimit, importFields, importFile, ImportRejects } from '../import/shapes.ts';

export const CUSTOMER_IMPORT = { bytes: 5 * 1024 * 1024, rows: 20_000 };

/** What an import reads. */
export const importColumns = [
  'name',
  'first_name',
  'last_name',
  'phone',
  'email',
  'address',
  'postal_code',
  'city',
  'birthday',
  'tags',
  'note',
  'marketing_consent',
  'email_consent',
  'sms_consent',
  'whatsapp_consent',
] as const;
export type ImportColumn = (typeof importColumns)[number];

/** By our column, that of the file: its number from 0, or its heading if no other has it. */
export const ImportMapping = z.partialRecord(z.enum(importColumns), z.union([z.int().check(z.gte(0)), text(200)]));
export type ImportMapping = z.infer<typeof ImportMapping>;

/** A known customer stays as they are, or takes what the file says. */
export const OnDuplicate = z.enum(['skip', 'update']);
export type OnDuplicate = z.infer<typeof OnDuplicate>;

export const CustomerImport = z.object({
  ...importFields,
  /** `uploaded`: the file is here, and nobody has said what to do with it. */
  status: z.enum(['uploaded', 'queued', 'running', 'done', 'failed']),
  rows_total: z.int(),
  /** Rows that were looked at so far. */
  rows_done: z.int(),
  created: z.int(),
  updated: z.int(),
  skipped: z.int(),
});
export type CustomerImport = z.infer<typeof CustomerImport>;

const File = importFile(CUSTOMER_IMPORT.bytes);

/** Forms have only texts. */
const Flag = z.union([z.boolean(), z.enum(['true', 'false', '1', '0'])]);

/**
 * Imports customers from a CSV: as a form with the part `file`, or by the `file_id` of a file that a device has sent before. `mapping` is
 * guessed from the headings if it is missing; in a form it is JSON. A row needs a phone, an e-mail or a name; a known customer is found by
 * the phone, then by the e-mail. With `dry_run` nothing is stored, and the reply says what would be. Files of more than 500 rows are
 * imported by a job: `status` is `queued`, and `getImport` tells how far it is. 422 `invalid_fields` says why a file cannot be read.
 */
export const importCustomers = call('customers.import', 'POST', '/customers/import', {
  access: 'customers.manage',
  offline: queue('never'),
  isMultipart: true,
  bodyLimit: importBodyLimit(CUSTOMER_IMPORT.bytes, 64 * 1024),
  body: z.strictObject({
    file: z.optional(File),
    file_id: z.optional(Id),
    file_name: z.optional(text(200)),
    /** Of a queued import, so that the device knows which row it concerns. */
    restaurant_id: z.optional(Id),
    dry_run: z.optional(Flag),
    mapping: z.optional(z.union([ImportMapping, text(4000)])),
    on_duplicate: z.optional(OnDuplicate),
    ...operationFields,
  }),
  reply: CustomerImport,
  summary: 'Import customers from a CSV file',
});

/** Stores the file of an import that a device has queued, under the id that the device made. The same file again changes nothing. */
export const storeImportFile = call('customers.storeImportFile', 'PUT', '/customers/imports/{id}', {
  access: 'customers.manage',
  offline: carried,
  body: z.strictObject({ file: File }),
  isMultipart: true,
  bodyLimit: importBodyLimit(CUSTOMER_IMPORT.bytes),
  reply: z.object({ id: Id }),
  addition: true,
  summary: 'Send the file of a customer import',
});

export const listImports = call('customers.listImports', 'GET', '/customers/imports', {
  access: 'customers.manage',
  offline: read,
  reply: z.object({ imports: z.array(CustomerImport) }),
  addition: true,
  summary: 'The last ten imports of customers, newest first',
});

export const getImport = call('customers.getImport', 'GET', '/customers/imports/{id}', {
  access: 'customers.manage',
  offline: read,
  reply: CustomerImport,
  addition: true,
  summary: 'How far an import of customers is, and its result',
});

export const getImportRejects = call('customers.getImportRejects', 'GET', '/customers/imports/{id}/rejects', {
  access: 'customers.manage',
  offline: read,
  reply: ImportRejects,
  addition: true,
  summary: 'The rows that an import could not read, with the reasons',
});
