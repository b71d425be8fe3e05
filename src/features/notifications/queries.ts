import type { GalleyDb, Mirrored } from '../../data/db.ts';

/** How many are listed and counted; older ones are history. */
const NEWEST = 200;

/** The newest notifications first. */
export const newestNotifications = (db: GalleyDb): Promise<Mirrored<'notifications'>[]> =>
  db.notifications.orderBy('created_at').reverse().limit(NEWEST).toArray();

/** Unanswered orders, oldest first. */
export const pendingOrders = (db: GalleyDb): Promise<Mirrored<'orders'>[]> =>
  db.orders.where('[order_status+placed_at]').between(['pending'], ['pending', []]).toArray();
