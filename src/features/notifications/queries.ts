import type { GalleyDb, Mirrored } from '../../data/db.ts';

/** What stands in the panel, and what is counted: older ones are history. */
const NEWEST = 200;

/** The newest notifications first. */
export const newestNotifications = (db: GalleyDb): Promise<Mirrored<'notifications'>[]> =>
  db.notifications.orderBy('created_at').reverse().limit(NEWEST).toArray();

/** Orders that wait for an answer, the oldest first. */
export const pendingOrders = (db: GalleyDb): Promise<Mirrored<'orders'>[]> =>
  db.orders.where('[order_status+placed_at]').between(['pending'], ['pending', []]).toArray();
