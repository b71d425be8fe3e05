import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import { PAGE_LIMIT_MAX, PAGE_SIZE } from '../../contract/limits.ts';
import * as contract from '../../contract/notifications/calls.ts';
import { typesFor } from '../../contract/notifications/readers.ts';
import { readPaging } from '../../contract/query.ts';
import { listPage } from '../db/list-page.ts';
import { notifications } from '../db/schema/notifications.ts';
import { actingRole, answer, defineHandler, type Handler } from '../pipeline/handler.ts';
import { metaOf } from '../pipeline/paging.ts';

type Entity = contract.Notification['entity'];

const list = defineHandler(contract.list, async (c) => {
  const entity = c.path.entity as Entity; // checked by the path's allowed words
  const paging = readPaging(c.query, { limit: PAGE_SIZE, max: PAGE_LIMIT_MAX });
  const types = typesFor(actingRole(c.session));
  const where = and(
    ofEntity(c.restaurantId, entity),
    isNull(notifications.deleted_at),
    types ? inArray(notifications.type, types) : undefined,
  );
  const order = [desc(notifications.created_at), desc(notifications.id)];
  const { rows, total } = await listPage(c.db, notifications, { where, order, page: paging });
  return answer(
    rows.map(({ restaurant_id: _, ...row }) => row),
    { meta: metaOf(total, paging) },
  );
});

/** Read notifications stay read, with the time of the first request. */
const markAsRead = defineHandler(contract.markAsRead, async (c) => {
  const entity = c.path.entity as Entity; // checked by the path's allowed words
  const ids = [...new Set(c.body.notification_ids.map((id) => id.toLowerCase()))];
  const unread = and(
    ofEntity(c.restaurantId, entity),
    inArray(notifications.id, ids),
    isNull(notifications.read_at),
    isNull(notifications.deleted_at),
  );
  const found = await c.db.select({ id: notifications.id }).from(notifications).where(unread);
  if (found.length === 0) return answer({ notification_ids: ids }, { notice: { code: 'already_done' } });
  await c.db
    .update(notifications)
    .set({
      read_at: c.occurredAt,
      version: await c.bump(),
      updated_at: c.now.toISOString(),
      updated_by: c.actor,
    })
    .where(unread);
  return { notification_ids: ids };
});

export const routes: Handler[] = [list, markAsRead];

const ofEntity = (restaurantId: string, entity: Entity) =>
  and(eq(notifications.restaurant_id, restaurantId), eq(notifications.entity, entity));
