import { PAGE_LIMIT_MAX, PAGE_SIZE } from '../../contract/limits.ts';
import { applyStatus, closedStatuses, openStatuses } from '../../contract/orders/status.ts';
import * as contract from '../../contract/orders/calls.ts';
import type { OrderStatus } from '../../contract/orders/calls.ts';
import { readAfter, readPaging } from '../../contract/query.ts';
import { readDateRange } from '../pipeline/date-range.ts';
import { answer, defineHandler, refuse, Refusal, type Handler } from '../pipeline/handler.ts';
import { isId } from '../platform/ids.ts';
import { metaOf } from '../pipeline/paging.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { readPhoneSearch } from '../db/search.ts';
import { acknowledge } from './acknowledge.ts';
import { create, edit } from './manual-order.ts';
import { setLineStatus } from './lines.ts';
import { moveOrder } from './move-order.ts';
import { notifyOfMoneyOwed } from './order-notifications.ts';
import { setOrdering } from './ordering.ts';
import { remove, restore } from './remove.ts';
import { listOrders, type FoundOrders } from './list.ts';
import { findOrder } from './store.ts';

const list = defineHandler(contract.list, async (c) => {
  const paging = readPaging(c.query, { limit: PAGE_SIZE, max: PAGE_LIMIT_MAX });
  const placed = c.query.date && readDateRange(c.query.date, await loadRestaurant(c.db, c.restaurantId));
  if (placed instanceof Refusal) return placed;
  const filter = {
    ...(placed && { placed }),
    type: c.query.order_type,
    statuses: statusesOf(c.query.order_status),
    search: readPhoneSearch(c.query.orders),
  };
  const found = await listOrders(c.db, c.restaurantId, filter, { ...paging, after: readAfter(c.query.after) });
  if (found instanceof Refusal) return found;
  return answer(found.orders, {
    meta: { ...metaOf(found.total, paging), ...found.next, ...neighboursOf(found, c.query) },
  });
});

/** With "after", the page number does not say where in the list a page is. */
const neighboursOf = ({ next }: FoundOrders, { after }: { after?: string | undefined }) =>
  after === undefined ? {} : { has_next_page: next.next_after !== undefined, has_previous_page: true };

const get = defineHandler(contract.get, async (c) => {
  const order = isId(c.path.id) ? await findOrder(c.db, c.restaurantId, c.path.id) : null;
  return order && !order.deleted_at ? order : refuse('not_found');
});

const setStatus = defineHandler(contract.setStatus, async (c) => {
  if (c.body.order_id !== undefined && c.body.order_id.toLowerCase() !== c.path.id.toLowerCase()) {
    return refuse('invalid_fields', { field_errors: { order_id: 'Is not the order of the address' } });
  }
  const order = isId(c.path.id) ? await findOrder(c.db, c.restaurantId, c.path.id) : null;
  if (!order || order.deleted_at) return refuse('not_found');
  const outcome = applyStatus(order, c.body, {
    occurredAt: c.occurredAt,
    opId: c.opId,
    actor: c.actor,
    now: c.now.toISOString(),
    restaurant: await loadRestaurant(c.db, c.restaurantId),
  });
  if (outcome.kind === 'refused') {
    return outcome.code === 'invalid_fields'
      ? refuse(outcome.code, { field_errors: outcome.field_errors })
      : refuse(outcome.code, { current: order });
  }
  if (outcome.kind === 'noop') return answer(order, { notice: { code: 'already_done', current: order } });
  const moved = await moveOrder(c, order, outcome.order);
  if (moved instanceof Refusal) return moved;
  // Who ended it was told; whoever has the till may be somebody else.
  if (moved.back && moved.back.owed > 0) await notifyOfMoneyOwed(c, moved.order, moved.back);
  return moved.order;
});

export const routes: Handler[] = [
  list,
  get,
  create,
  edit,
  setStatus,
  remove,
  restore,
  setLineStatus,
  acknowledge,
  setOrdering,
];

function statusesOf(filter: OrderStatus | 'open' | 'closed' | undefined): OrderStatus[] | undefined {
  if (filter === 'open') return openStatuses;
  if (filter === 'closed') return closedStatuses;
  return filter && [filter];
}
