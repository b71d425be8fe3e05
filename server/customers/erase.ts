import { and, eq, inArray, or, sql } from 'drizzle-orm';
import * as contract from '../../contract/customers/calls.ts';
import type { Customer } from '../../contract/customers/calls.ts';
import { chat_messages, chats } from '../db/schema/chats.ts';
import { consent_changes, customers } from '../db/schema/customers.ts';
import { notifications } from '../db/schema/notifications.ts';
import { order_ratings, orders } from '../db/schema/orders.ts';
import { payments } from '../db/schema/payments.ts';
import { promotion_uses } from '../db/schema/promotions.ts';
import { reservations } from '../db/schema/reservations.ts';
import { answer, defineHandler, refuse, type BaseContext } from '../pipeline/handler.ts';
import { emptyCustomer } from './empty-customer.ts';
import { forgetReplies } from './forget-replies.ts';
import { forgetRows } from '../import/forget-rows.ts';
import { updateCustomer } from './find-or-create.ts';
import { customerErased, type Erased } from './events.ts';
import { openOrderIds } from './open-orders.ts';
import { withoutPeople } from './without-people.ts';
import { toCustomer } from './store.ts';

/**
 * Removes a person (decision 092). What the books need stays: orders with their lines and totals, payments, and the id that counts a
 * customer once. Rows that devices hold get a new version, so each device forgets with its next pull.
 */
export const erase = defineHandler(contract.erase, async (c) => {
  const id = c.path.id.toLowerCase();
  const [row] = await c.db
    .select()
    .from(customers)
    .where(and(eq(customers.restaurant_id, c.restaurantId), eq(customers.id, id)))
    .limit(1);
  if (!row || row.merged_into_id) return refuse('not_found');
  if (row.erased_at) return answer({ id }, { notice: { code: 'already_done' } });
  if (row.deleted_at !== null) return refuse('not_found');
  const customer = toCustomer(row);
  const open = await openOrderIds(c.db, c.restaurantId, id);
  if (open.length > 0) return refuse('customer_has_open_orders', { current: customer });

  const traces = await tracesOf(c, customer);
  const stamp = { version: await c.bump(), updated_at: c.now.toISOString(), updated_by: c.actor };
  await forgetOrders(c, id, stamp);
  await c.db
    .update(payments)
    .set({
      customer_name: '',
      note: null,
      refunds: sql`(SELECT coalesce(jsonb_agg(refund || '{"note":null}' ORDER BY at), '[]')
        FROM jsonb_array_elements(${payments.refunds}) WITH ORDINALITY AS r(refund, at))`,
      ...stamp,
    })
    .where(
      and(
        eq(payments.restaurant_id, c.restaurantId),
        or(
          eq(payments.customer_id, id),
          inArray(payments.order_id, c.db.select({ id: orders.id }).from(orders).where(isOrderOf(c, id))),
        ),
      ),
    );
  await customerErased.emit(c, { customerId: id, chatIds: traces.chatIds, stamp });
  await forgetNotifications(c, id, traces, stamp);
  const own = (table: typeof consent_changes | typeof promotion_uses | typeof order_ratings) =>
    and(eq(table.restaurant_id, c.restaurantId), eq(table.customer_id, id));
  await c.db.delete(consent_changes).where(own(consent_changes));
  await c.db.update(promotion_uses).set({ customer_id: null }).where(own(promotion_uses));
  // The grade counts; the words may name a person.
  await c.db.update(order_ratings).set({ customer_id: null, comment: '' }).where(own(order_ratings));
  await forgetRows(c, traces.texts);
  await forgetReplies(c, {
    texts: [id, ...traces.chatIds, ...traces.texts],
    rowIds: [...traces.orderIds, ...traces.reservationIds, ...traces.messageIds],
    orderNos: traces.orderNos,
  });
  await updateCustomer(c.db, c.restaurantId, id, {
    ...emptyCustomer,
    ...stamp,
    deleted_at: stamp.updated_at,
    erased_at: stamp.updated_at,
  });
  c.note('customer.erased', { customer_id: id });
  return { id };
});

interface Traces {
  orderIds: string[];
  reservationIds: string[];
  orderNos: string[];
  chatIds: string[];
  messageIds: string[];
  /** Names, numbers and addresses, as the row and the orders have them. */
  texts: string[];
}

const isOrderOf = (c: BaseContext, customerId: string) =>
  and(eq(orders.restaurant_id, c.restaurantId), eq(orders.customer_id, customerId));

async function tracesOf(c: BaseContext, { id, name, phone, phone_raw, email }: Customer): Promise<Traces> {
  const ordered = await c.db
    .select({ id: orders.id, order_no: orders.order_no, customer: orders.customer })
    .from(orders)
    .where(isOrderOf(c, id));
  const booked = await c.db
    .select({ id: reservations.id, name: reservations.name, phone: reservations.phone, email: reservations.email })
    .from(reservations)
    .where(isReservationOf(c, id));
  const chatted = await c.db
    .select({ id: chats.id })
    .from(chats)
    .where(and(eq(chats.restaurant_id, c.restaurantId), eq(chats.customer_id, id)));
  const chatIds = chatted.map((chat) => chat.id);
  const written = await c.db
    .select({ id: chat_messages.id })
    .from(chat_messages)
    .where(and(eq(chat_messages.restaurant_id, c.restaurantId), inArray(chat_messages.chat_id, chatIds)));
  const texts = [
    name,
    phone,
    phone_raw,
    email,
    ...ordered.flatMap(({ customer }) => Object.values(customer)),
    ...booked.flatMap((one) => [one.name, one.phone, one.email]),
  ];
  return {
    orderIds: ordered.map((order) => order.id),
    reservationIds: booked.map((reservation) => reservation.id),
    orderNos: ordered.map((order) => order.order_no),
    chatIds,
    messageIds: written.map((message) => message.id),
    // Shorter ones occur in other words.
    texts: [...new Set(texts.filter((text): text is string => (text ?? '').trim().length >= 4))],
  };
}

/** Lines lose their notes, events their notes and the customer's name. The link to the order's status stops working. */
async function forgetOrders(c: BaseContext, customerId: string, stamp: Erased['stamp']): Promise<void> {
  await c.db
    .update(orders)
    .set({
      ...stamp,
      customer: { name: '', phone: null, email: null },
      delivery_address: null,
      customer_note: null,
      kitchen_note: null,
      rejection_note: null,
      cancellation_note: null,
      public_token_hash: null,
      lines: sql`coalesce((SELECT jsonb_agg(line - 'note' ORDER BY at) FROM jsonb_array_elements(${orders.lines}) WITH ORDINALITY AS l(line, at)), '[]')`,
      events: withoutPeople(orders.events),
    })
    .where(isOrderOf(c, customerId));
}

const isReservationOf = (c: BaseContext, customerId: string) =>
  and(eq(reservations.restaurant_id, c.restaurantId), eq(reservations.customer_id, customerId));

async function forgetNotifications(
  c: BaseContext,
  customerId: string,
  { orderIds, chatIds, texts }: Traces,
  stamp: Erased['stamp'],
): Promise<void> {
  const ids = [customerId, ...orderIds, ...chatIds];
  const groups = [...orderIds.map((id) => `order:${id}`), ...chatIds.map((id) => `chat:${id}`)];
  await c.db
    .update(notifications)
    .set({ ...stamp, title: '', body: '', deleted_at: stamp.updated_at })
    .where(
      and(
        eq(notifications.restaurant_id, c.restaurantId),
        or(
          inArray(notifications.resource_id, ids),
          inArray(notifications.group_key, groups),
          sql`EXISTS (SELECT 1 FROM jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) AS t(text)
                WHERE position(t.text IN ${notifications.title} || ' ' || ${notifications.body}) > 0)`,
        ),
      ),
    );
}
