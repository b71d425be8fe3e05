import * as z from 'zod/mini';
import { call, carried, here, online, queue, read } from '../call.ts';
import { Id, Instant, operationFields, Price } from '../fields.ts';
import { Dietary } from './parts.ts';

/** Of one upload: files, bytes of a file, bytes of the request. A file of 10 MB is a third longer as text. */
export const MENU_UPLOAD = { files: 12, fileBytes: 10 * 1024 * 1024, requestBytes: 42 * 1024 * 1024 };

/** Of one restaurant: uploads that wait or are read, uploads within a day, and files that a device has sent and no upload names yet. */
export const MENU_UPLOADS = { unread: 5, perDay: 30, sentFiles: 60 };

/** Why a file cannot be read; the screen writes a sentence for each. */
export const MenuUploadError = z.enum([
  'file_empty',
  'file_too_large',
  'file_type_unsupported',
  'file_unreadable',
  'picture_too_large',
  'too_many_pages',
  'pdf_locked',
  'nothing_found',
  'took_too_long',
  'reading_failed',
]);
export type MenuUploadError = z.infer<typeof MenuUploadError>;

const Share = z.number().check(z.gte(0), z.lte(1));

/** Pixels of a page's picture. */
const UploadBox = z.object({
  page: z.int(),
  left: z.number(),
  top: z.number(),
  width: z.number(),
  height: z.number(),
});

export const UploadedItem = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  /** Null: the menu names no price. With sizes the first one's. */
  price_amount: z.nullable(Price),
  variants: z.array(z.object({ name: z.string(), price_amount: Price })),
  dietary: z.array(Dietary),
  /** 0 to 1; see `certain_from`. */
  confidence: Share,
  box: UploadBox,
  /** What a model read instead, where it differs from the OCR; see decision 063. Such an item is never certain. */
  second_reading: z.optional(
    z.object({
      name: z.string(),
      price_amount: z.nullable(Price),
      variants: z.array(z.object({ name: z.string(), price_amount: Price })),
    }),
  ),
});
export type UploadedItem = z.infer<typeof UploadedItem>;

/** What was read from an uploaded menu: a draft that the owner reviews. Nothing of it is on the menu. */
export const MenuUpload = z.object({
  id: Id,
  menu_book_id: Id,
  /** `closed`: its owner has published or discarded it, and its pictures are gone. */
  status: z.enum(['uploaded', 'reading', 'needs_review', 'failed', 'closed']),
  error: z.nullable(MenuUploadError),
  pages_done: z.int(),
  /** Null: not known yet. */
  pages_count: z.nullable(z.int()),
  pages: z.array(z.object({ width: z.int(), height: z.int() })),
  /** Items of this confidence and more count as certain. */
  certain_from: Share,
  categories: z.array(z.object({ id: Id, name: z.string(), confidence: Share, items: z.array(UploadedItem) })),
  created_at: Instant,
});
export type MenuUpload = z.infer<typeof MenuUpload>;

/** An upload in the list, without what was read. */
export const SentMenu = z.pick(MenuUpload, {
  id: true,
  status: true,
  pages_done: true,
  pages_count: true,
  created_at: true,
});
export type SentMenu = z.infer<typeof SentMenu>;

/**
 * As multipart/form-data with one `files` part for each page, or as JSON with base64. Without a menu the
 * server makes a draft one. A job reads the files; `getUpload` tells how far it is.
 */
export const upload = call('menu.upload', 'POST', '/menu/books/upload/image', {
  access: 'menu.edit',
  offline: online('reading_menu'),
  body: z.strictObject({
    menu_book_id: z.optional(Id),
    files: z
      .array(z.string().check(z.minLength(1), z.maxLength(Math.ceil(MENU_UPLOAD.fileBytes / 3) * 4)))
      .check(z.minLength(1), z.maxLength(MENU_UPLOAD.files)),
  }),
  isMultipart: true,
  bodyLimit: MENU_UPLOAD.requestBytes,
  reply: z.object({ upload_id: Id, menu_book_id: Id }),
  summary: 'Upload photographs or a PDF of a menu',
});

/**
 * Stores one file of an upload that a device has queued, under the id that the device made. The same file again changes nothing. Each
 * page goes by itself, so that a weak network repeats one page and not all of them.
 */
export const storeUploadFile = call('menu.storeUploadFile', 'PUT', '/menu/uploads/files/{id}', {
  access: 'menu.edit',
  offline: carried,
  body: z.strictObject({
    file: z
      .array(z.string().check(z.minLength(1), z.maxLength(Math.ceil(MENU_UPLOAD.fileBytes / 3) * 4)))
      .check(z.minLength(1), z.maxLength(1)),
  }),
  isMultipart: true,
  bodyLimit: Math.ceil(MENU_UPLOAD.fileBytes / 3) * 4 + 16 * 1024,
  reply: z.object({ id: Id }),
  addition: true,
  summary: 'Send a photograph or PDF of a menu',
});

/**
 * The same as `upload`, with files that were sent before, in the order of the pages. The device makes the id of the upload, so that it
 * can show it before the server knows it; without a menu the draft one has the same id.
 */
export const queueUpload = call('menu.queueUpload', 'POST', '/menu/uploads', {
  access: 'menu.edit',
  offline: queue('never'),
  body: z.strictObject({
    upload_id: Id,
    menu_book_id: z.optional(Id),
    file_ids: z.array(Id).check(z.minLength(1), z.maxLength(MENU_UPLOAD.files)),
    /** So that the device knows which row it concerns. */
    restaurant_id: z.optional(Id),
    ...operationFields,
  }),
  reply: z.object({ upload_id: Id, menu_book_id: Id }),
  addition: true,
  summary: 'Read photographs or a PDF of a menu that were sent before',
});

/** Those that are being read or wait for their review, newest first. The server deletes abandoned ones after two weeks. */
export const listUploads = call('menu.listUploads', 'GET', '/menu/uploads', {
  access: 'menu.edit',
  offline: read,
  reply: z.array(SentMenu),
  addition: true,
  summary: 'Uploaded menus that are not finished',
});

export const getUpload = call('menu.getUpload', 'GET', '/menu/uploads/{id}', {
  access: 'menu.edit',
  offline: read,
  reply: MenuUpload,
  addition: true,
  summary: 'What was read from an uploaded menu',
});

/** The picture that the boxes of the items belong to: straightened, as a data URL. `page` counts from 0. */
export const getUploadPage = call('menu.getUploadPage', 'GET', '/menu/uploads/{id}/pages/{page}', {
  access: 'menu.edit',
  offline: read,
  reply: z.object({ data_url: z.string() }),
  addition: true,
  summary: 'The picture of one page of an uploaded menu',
});

/**
 * What the owner did with an upload. `seen`: its notification is read. `published`: its pictures are deleted. `discarded`: also the draft
 * menu that it made, unless something is in it. Without this call the server does the same after a while.
 */
export const settleUpload = call('menu.settleUpload', 'POST', '/menu/uploads/{id}/settle', {
  access: 'menu.edit',
  offline: here,
  body: z.strictObject({ outcome: z.enum(['seen', 'published', 'discarded']) }),
  reply: z.object({ upload_id: Id }),
  addition: true,
  summary: 'Say that an uploaded menu was seen, published or discarded',
});
