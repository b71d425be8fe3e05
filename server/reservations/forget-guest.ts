import { and, eq, sql } from 'drizzle-orm';
import { reservations } from '../db/schema/reservations.ts';
import type { Erased } from '../customers/events.ts';
import { aboutGuest, withoutPeople } from '../customers/without-people.ts';
import type { BaseContext } from '../pipeline/handler.ts';
import { updateReservation } from './store.ts';

const noGuest = {
  ...aboutGuest,
  decline_reason: null,
  cancelled_by: sql`CASE WHEN ${reservations.cancelled_by}->>'kind' = 'customer'
    THEN '{"kind":"customer","id":null,"name":""}' ELSE ${reservations.cancelled_by} END`,
  events: withoutPeople(reservations.events),
  field_changes: {},
};

/** A table stays taken. The guest's own page stops working, and the entry in the owner's calendar loses the name. */
export async function forgetGuest(c: BaseContext, { customerId, stamp }: Erased): Promise<void> {
  const booked = await c.db
    .update(reservations)
    .set({ ...stamp, ...noGuest, public_token_hash: null })
    .where(and(eq(reservations.restaurant_id, c.restaurantId), eq(reservations.customer_id, customerId)))
    .returning({ id: reservations.id });
  for (const { id } of booked) await updateReservation(c, id, stamp);
}
