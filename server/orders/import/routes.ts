import { createHash } from 'node:crypto';
import { drizzle } from 'drizzle-orm/node-postgres';
import * as contract from '../../../contract/orders/import-calls.ts';
import { ORDER_IMPORT } from '../../../contract/orders/import-calls.ts';
import { limits } from '../../pipeline/limits.ts';
import { keepNewest, waitingFiles } from '../../db/keep-newest.ts';
import { take } from '../../db/rate-limits.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import { order_imports } from '../../db/schema/orders.ts';
import { filesInWork } from './read-till.ts';
import {
  answer,
  defineHandler,
  defineHandlerWithoutTransaction,
  refuse,
  type BaseContext,
  type Handler,
} from '../../pipeline/handler.ts';
import type { Services } from '../../pipeline/services.ts';
import { isId } from '../../platform/ids.ts';
import { loadRestaurant } from '../../restaurants/store.ts';
import { checkFile } from './check.ts';
import { findImport, toImport, updateImport, type StoredImport } from './store.ts';
import { bytesOf } from '../../pipeline/received-files.ts';

/** Further ones wait with the device. */
const FILES_AT_ONCE = 2;

/** Reading a file takes a while and changes no row of a device, so no space is locked. */
const checkOrders = ({ pools }: Pick<Services, 'pools'>) =>
  defineHandlerWithoutTransaction(contract.checkOrders, async (c) => {
    const id = c.path.id.toLowerCase();
    const { restaurantId } = c.session;
    if (!isId(id)) return refuse('not_found');
    const exceeded = await take(c.accounts, limits.fileReads, restaurantId, c.now);
    if (exceeded) return refuse('too_many', { retry_after_seconds: exceeded.retryAfterSeconds });
    if (filesInWork(restaurantId) >= FILES_AT_ONCE) return refuse('too_many', { retry_after_seconds: 30 });
    const content = bytesOf(c.body.file[0]!);
    const unreadable = (fault: string) => refuse('invalid_fields', { field_errors: { file: fault } });
    if (content.length > ORDER_IMPORT.bytes) return unreadable('The file is larger than 10 MB. Import it in parts.');
    const restaurant = await withTransaction(pools.app, restaurantId, 'read', (client) =>
      loadRestaurant(drizzle(client), restaurantId),
    );
    const checked = await checkFile(pools.app, restaurant, content, c.now);
    if ('fault' in checked) return unreadable(checked.fault);
    const { head, first_rows, report, errors_csv } = checked;
    const wanted: StoredImport = {
      restaurant_id: restaurantId,
      id,
      status: 'checked',
      file_name: c.body.file_name ?? 'orders.csv',
      content,
      content_hash: createHash('sha256').update(content).digest('hex'),
      report,
      errors_csv,
      created_at: c.now.toISOString(),
      created_by: { kind: 'user', id: c.user.id, name: c.user.name ?? '' },
    };
    return withTransaction(pools.app, restaurantId, 'write', async (client) => {
      const db = drizzle(client);
      await db.insert(order_imports).values(wanted).onConflictDoNothing();
      const present = await findImport(db, restaurantId, id);
      if (present?.content_hash !== wanted.content_hash) return refuse('id_taken');
      await keepNewest(db, restaurantId, id, waitingFiles.orders);
      return { ...toImport(present), head, first_rows };
    });
  });

const find = async (c: Pick<BaseContext, 'db' | 'restaurantId'>, id: string) =>
  isId(id) ? findImport(c.db, c.restaurantId, id.toLowerCase()) : null;

const startOrderImport = defineHandler(contract.startOrderImport, async (c) => {
  const row = await find(c, c.path.id);
  if (!row) return refuse('not_found');
  if (row.status !== 'checked') return answer(toImport(row), { notice: { code: 'already_done' } });
  // What the check counted was a forecast.
  const report = {
    ...row.report,
    orders_added: 0,
    orders_completed: 0,
    orders_skipped: 0,
    orders_joined: 0,
    lines_added: 0,
  };
  await updateImport(c.db, c.restaurantId, row.id, { status: 'queued', report });
  await c.enqueue('orders.import', { restaurant_id: c.restaurantId, import_id: row.id });
  return toImport({ ...row, status: 'queued', report });
});

const getOrderImport = defineHandler(contract.getOrderImport, async (c) => {
  const row = await find(c, c.path.id);
  return row ? toImport(row) : refuse('not_found');
});

const getOrderImportRejects = defineHandler(contract.getOrderImportRejects, async (c) => {
  const row = await find(c, c.path.id);
  if (!row) return refuse('not_found');
  return { file_name: `rejects-${row.file_name.replace(/\.\w+$/, '')}.csv`, csv: row.errors_csv ?? '' };
});

export const orderImportRoutes = (services: Pick<Services, 'pools'>): Handler[] => [
  checkOrders(services),
  startOrderImport,
  getOrderImport,
  getOrderImportRejects,
];
