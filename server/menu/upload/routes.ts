import { createHash } from 'node:crypto';
import { drizzle } from 'drizzle-orm/node-postgres';
import * as contract from '../../../contract/menu/upload-calls.ts';
import { newBook, usualTaxMode } from '../../../contract/menu/new-rows.ts';
import { settle } from '../../notifications/settle.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import {
  answer,
  defineHandler,
  defineHandlerWithoutTransaction,
  refuse,
  type BaseContext,
  type Handler,
} from '../../pipeline/handler.ts';
import type { Services } from '../../pipeline/services.ts';
import { toDataUrl } from '../../platform/data-url.ts';
import { openFiles } from '../../platform/files/open-files.ts';
import { isId } from '../../platform/ids.ts';
import { loadRestaurant } from '../../restaurants/store.ts';
import { newRowValues } from '../../pipeline/new-row-values.ts';
import { menuStore } from '../store.ts';
import { pageKey } from './page-key.ts';
import { aboutUpload } from './notify-upload.ts';
import { removeDraft } from './remove-draft.ts';
import { countSentFiles, keepSentFile, takeSentFiles } from './sent-files.ts';
import { countUploads, findUpload, insertUpload, listUnfinished, removeFiles, updateUpload } from './store.ts';
import { bytesOf } from '../../pipeline/received-files.ts';

const DAY = 86_400_000;

const upload = defineHandler(contract.upload, async (c) => {
  const files = c.body.files.map(bytesOf);
  const broken = files.map(faultOfFile).findIndex((fault) => fault !== null);
  if (broken >= 0)
    return refuse('invalid_fields', { field_errors: { [`files.${broken}`]: faultOfFile(files[broken]!)! } });
  const { unread, recent, oldest } = await countUploads(c.db, c.restaurantId, dayBefore(c.now));
  if (unread >= contract.MENU_UPLOADS.unread)
    return refuse('too_many', {
      message: 'Other menus are being read. Try again in a few minutes',
      retry_after_seconds: 60,
    });
  if (recent >= contract.MENU_UPLOADS.perDay) {
    const waitMs = DAY - (c.now.getTime() - new Date(oldest ?? c.now).getTime());
    return refuse('too_many', { message: ENOUGH_TODAY, retry_after_seconds: Math.ceil(waitMs / 1000) });
  }
  return begin(c, c.opId, (row) => insertUpload(c.db, c.restaurantId, row, files));
});

const ENOUGH_TODAY = `No more than ${contract.MENU_UPLOADS.perDay} menus can be read in a day. Try again tomorrow`;

/**
 * Those that a device has queued may be many at once when its network is back; each day's number bounds them. `too_many` would stop the
 * device's whole queue until tomorrow, so this is a refusal that ends.
 */
const queueUpload = defineHandler(contract.queueUpload, async (c) => {
  const id = c.body.upload_id.toLowerCase();
  const present = await findUpload(c.db, c.restaurantId, id);
  if (present)
    return answer({ upload_id: id, menu_book_id: present.menu_book_id }, { notice: { code: 'already_done' } });
  const fileIds = [...new Set(c.body.file_ids.map((fileId) => fileId.toLowerCase()))];
  if ((await countSentFiles(c.db, c.restaurantId, fileIds)) < fileIds.length) return refuse('file_missing');
  const { recent } = await countUploads(c.db, c.restaurantId, dayBefore(c.now));
  if (recent >= contract.MENU_UPLOADS.perDay)
    return refuse('invalid_fields', { message: ENOUGH_TODAY, field_errors: { upload_id: ENOUGH_TODAY } });
  return begin(c, id, async (row) => {
    await insertUpload(c.db, c.restaurantId, row, []);
    await takeSentFiles(c.db, c.restaurantId, id, fileIds);
  });
});

/** Makes the upload, with a draft menu if it names none, and queues the job that reads it. */
async function begin(
  c: BaseContext & { body: { menu_book_id?: string | undefined } },
  id: string,
  insert: (row: { id: string; menu_book_id: string; created_at: string }) => Promise<void>,
) {
  const store = menuStore(c.db, c.restaurantId, c.now);
  let bookId = c.body.menu_book_id?.toLowerCase();
  if (bookId) {
    const book = await store.findBook(bookId);
    if (!book || book.deleted_at) return refuse('not_found');
  } else {
    bookId = id;
    if (await store.findBook(bookId)) return refuse('id_taken');
    const restaurant = await loadRestaurant(c.db, c.restaurantId);
    const values = await newRowValues(c, bookId);
    const book = newBook({ name: 'Menu' }, values, restaurant.currency, usualTaxMode(restaurant));
    await store.insertBook({ ...book, source: 'upload' });
  }
  await insert({ id, menu_book_id: bookId, created_at: c.now.toISOString() });
  await c.enqueue('menu.read', { restaurant_id: c.restaurantId, upload_id: id });
  return { upload_id: id, menu_book_id: bookId };
}

const dayBefore = (now: Date) => new Date(now.getTime() - DAY);

function faultOfFile({ length }: Buffer): string | null {
  if (length === 0) return 'The file is empty';
  return length > contract.MENU_UPLOAD.fileBytes ? 'The file is larger than 10 MB' : null;
}

/** Kept until the upload that names it arrives. The bytes of a file change no row of a device, so no space is locked. */
export const uploadFileRoutes = ({ pools }: Pick<Services, 'pools'>): Handler[] => [
  defineHandlerWithoutTransaction(contract.storeUploadFile, async (c) => {
    const id = c.path.id.toLowerCase();
    const { restaurantId } = c.session;
    if (!isId(id)) return refuse('not_found');
    const bytes = bytesOf(c.body.file[0]!);
    const fault = faultOfFile(bytes);
    if (fault !== null) return refuse('invalid_fields', { field_errors: { file: fault } });
    const hash = createHash('sha256').update(bytes).digest('hex');
    return withTransaction(pools.app, restaurantId, 'write', async (client) => {
      const kept = await keepSentFile(drizzle(client), restaurantId, { id, bytes, hash, now: c.now });
      return kept ? { id } : refuse('id_taken');
    });
  }),
];

const list = defineHandler(contract.listUploads, (c) => listUnfinished(c.db, c.restaurantId));

const get = defineHandler(contract.getUpload, async (c) => {
  return (await findUpload(c.db, c.restaurantId, c.path.id)) ?? refuse('not_found');
});

const getPage = defineHandlerWithoutTransaction(contract.getUploadPage, async (c) => {
  if (!/^\d{1,2}$/.test(c.path.page)) return refuse('not_found');
  const bytes = await openFiles(c.env).get(pageKey(c.session.restaurantId, c.path.id, Number(c.path.page)));
  if (!bytes) return refuse('not_found');
  return { data_url: await toDataUrl('image/jpeg', bytes) };
});

const settleUpload = defineHandler(contract.settleUpload, async (c) => {
  const found = await findUpload(c.db, c.restaurantId, c.path.id);
  if (!found) return refuse('not_found');
  await settle(c, aboutUpload(found.id), c.actor);
  const { outcome } = c.body;
  if (outcome !== 'seen' && found.status !== 'closed') {
    await updateUpload(c.db, c.restaurantId, found.id, { status: 'closed', categories: [] });
    await removeFiles(c.db, c.restaurantId, found.id);
    if (outcome === 'discarded') await removeDraft(c, found, c.actor);
    await c.enqueue('menu.forget', { restaurant_id: c.restaurantId, upload_id: found.id });
  }
  return { upload_id: found.id };
});

export const routes: Handler[] = [upload, queueUpload, list, get, getPage, settleUpload];
