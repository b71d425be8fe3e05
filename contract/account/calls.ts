import * as z from 'zod/mini';
import { call, online, read } from '../call.ts';
import { Instant, text } from '../fields.ts';
import { RESTAURANT_NAME_MAX } from '../limits.ts';

const password = text(200).check(z.minLength(1));

/** Bytes of each part in which the file of an import is sent, but for the last one: what proxies let through. */
export const IMPORT_PART_BYTES = 1024 * 1024;
export const IMPORT_PARTS_MAX = 512;

/**
 * Everything that the restaurant has, as a tar archive with gzip: rows as JSON, images and files, and tables for spreadsheets. No passwords,
 * tokens or keys. Answers the archive itself, once it is complete. Needs the password; attempts count like those of a sign-in.
 */
export const exportData = call('account.exportData', 'POST', '/settings/export', {
  access: 'account',
  offline: online('account_data'),
  body: z.strictObject({ current_password: password }),
  reply: z.unknown(),
  addition: true,
  summary: 'Export everything of the restaurant',
});

/** One part of the file of an import, numbered from 0. Parts that no import uses are deleted after a day. */
export const storeImportPart = call('account.storeImportPart', 'PUT', '/settings/import/parts/{part}', {
  access: 'account',
  offline: online('account_data'),
  body: z.strictObject({
    file: z
      .array(z.string().check(z.minLength(1), z.maxLength(Math.ceil(IMPORT_PART_BYTES / 3) * 4)))
      .check(z.minLength(1), z.maxLength(1)),
  }),
  isMultipart: true,
  bodyLimit: Math.ceil(IMPORT_PART_BYTES / 3) * 4 + 16 * 1024,
  reply: z.object({ part: z.int() }),
  addition: true,
  summary: 'Send one part of an exported file',
});

export const ImportedData = z.object({
  /** Rows by table. */
  rows: z.record(z.string(), z.int()),
  images: z.int(),
  /** False: another restaurant has that address, so the website keeps its own. */
  is_address_kept: z.boolean(),
});
export type ImportedData = z.infer<typeof ImportedData>;

/**
 * Imports the parts of an exported file into an account that has no orders, customers or menu: 409 `account_not_empty` otherwise. 422
 * `invalid_fields` says what is wrong with the file. All of it is imported or nothing.
 */
export const importData = call('account.importData', 'POST', '/settings/import', {
  access: 'account',
  offline: online('account_data'),
  body: z.strictObject({ parts: z.int().check(z.gte(1), z.lte(IMPORT_PARTS_MAX)) }),
  reply: ImportedData,
  addition: true,
  summary: 'Import an exported file into an empty account',
});

/** What the files of one restaurant may take on the server. */
export const STORAGE_BYTES = 5 * 1024 * 1024 * 1024;

export const Storage = z.object({
  pictures_bytes: z.int(),
  chat_files_bytes: z.int(),
  /** Files that were sent to be imported, and pages of menus that are read. */
  import_bytes: z.int(),
  /** Beyond it no picture is taken. */
  limit_bytes: z.int(),
});
export type Storage = z.infer<typeof Storage>;

export const getStorage = call('account.getStorage', 'GET', '/settings/storage', {
  access: 'account',
  offline: read,
  reply: Storage,
  addition: true,
  summary: 'The room that the files of the restaurant take',
});

/** Days between the request and the deletion. */
export const DELETION_DAYS = 30;

/** What keeps an account from being deleted. `subscription`: one that goes on charging. */
export const DeletionObstacle = z.enum(['wallet', 'withdrawal', 'subscription']);
export type DeletionObstacle = z.infer<typeof DeletionObstacle>;

export const Deletion = z.object({
  /** Null: nobody has asked for it. */
  requested_at: z.nullable(Instant),
  deletes_at: z.nullable(Instant),
  obstacles: z.array(DeletionObstacle),
});
export type Deletion = z.infer<typeof Deletion>;

export const getDeletion = call('account.getDeletion', 'GET', '/settings/deletion', {
  access: 'account',
  offline: read,
  reply: Deletion,
  addition: true,
  summary: 'Whether the account is to be deleted, and what keeps it from that',
});

/**
 * Closes the restaurant for customers at once, and deletes everything of it after DELETION_DAYS. Until then the owner can sign in and cancel
 * it. Needs the password and the restaurant's name. 409 `account_not_deletable` while there is an obstacle.
 */
export const requestDeletion = call('account.requestDeletion', 'POST', '/settings/deletion', {
  access: 'account',
  offline: online('account_data'),
  body: z.strictObject({ current_password: password, restaurant_name: text(RESTAURANT_NAME_MAX) }),
  reply: Deletion,
  addition: true,
  summary: 'Have the account deleted',
});

/** Takes orders again, too, if the restaurant took them before. 409 `deletion_begun` when its time has come: its files may be gone. */
export const cancelDeletion = call('account.cancelDeletion', 'DELETE', '/settings/deletion', {
  access: 'account',
  offline: online('account_data'),
  reply: Deletion,
  addition: true,
  summary: 'Keep the account',
});
