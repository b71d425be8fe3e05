import type { Printer } from '../../../../contract/restaurant/rows.ts';
import type { GalleyDb, Mirrored } from '../../../data/db.ts';
import { printFrom, PRINTS_SINCE } from '../../../session/this-printer.ts';
import { allDates, openOrders, ordersPage } from '../queries.ts';

export type TicketKind = Printer['auto_print'][number];

/** One order's ticket of one kind. */
export interface TicketOf {
  orderId: string;
  kind: TicketKind;
}

/** A ticket that is to be printed without a tap. */
export interface DueTicket {
  order: Mirrored<'orders'>;
  kind: TicketKind;
}

const DAY = 86_400_000;
/** Longer than a ticket may be due, so that none is forgotten before. */
const KEPT_MS = 60 * DAY;
const KITCHEN_MS = 30 * DAY;
/** A receipt that comes later has nobody who waits for it. */
const RECEIPT_MS = 3_600_000;
const NEWEST_COMPLETED = 100;

const keyOf = ({ orderId, kind }: TicketOf) => `${orderId}:${kind}`;

/** When this device last printed it, ISO; null: never. */
export const printedAt = async (db: GalleyDb, orderId: string, kind: TicketKind): Promise<string | null> =>
  (await db.printed.get(keyOf({ orderId, kind })))?.at ?? null;

/** Records a print by hand, so that the next copy says REPRINT: two tickets must not become two dinners. */
export const notePrinted = (db: GalleyDb, ticket: TicketOf, at: string): Promise<unknown> =>
  db.printed.put({ key: keyOf(ticket), at });

/** The tickets that this device has to print and has not, oldest first. `now`: epoch ms. */
export async function dueTickets(db: GalleyDb, kinds: readonly TicketKind[], now: number): Promise<DueTicket[]> {
  if (kinds.length === 0) return [];
  const start = await db.printed.get(PRINTS_SINCE);
  if (!start) return [];
  const since = (ms: number) => {
    const earliest = new Date(now - ms).toISOString();
    return earliest > start.at ? earliest : start.at;
  };
  const [kitchen, receipts] = await Promise.all([
    kinds.includes('kitchen') ? acceptedSince(db, since(KITCHEN_MS)) : [],
    kinds.includes('receipt') ? completedSince(db, since(RECEIPT_MS)) : [],
  ]);
  const due = [
    ...kitchen.map((order) => ({ order, kind: 'kitchen' as const, at: order.accepted_at! })),
    ...receipts.map((order) => ({ order, kind: 'receipt' as const, at: order.completed_at! })),
  ].toSorted((a, b) => (a.at < b.at ? -1 : 1));
  const printed = await db.printed.bulkGet(due.map(({ order, kind }) => keyOf({ orderId: order.id, kind })));
  return due.flatMap(({ order, kind }, at) => (printed[at] ? [] : [{ order, kind }]));
}

const acceptedSince = async (db: GalleyDb, since: string) =>
  (await openOrders(db)).filter(
    ({ order_status: status, accepted_at: at }) =>
      (status === 'accepted' || status === 'preparing') && at !== null && at >= since,
  );

const completedSince = async (db: GalleyDb, since: string) => {
  const page = { range: allDates, statuses: ['completed' as const], descending: true, offset: 0 };
  const orders = await ordersPage(db, { ...page, limit: NEWEST_COMPLETED });
  return orders.filter(({ completed_at: at }) => at !== null && at >= since);
};

/**
 * Takes the next ticket that is due: of all tabs of this device, and of all its reloads, one gets it. It is recorded before it is printed,
 * so that it is never printed twice; whoever is interrupted between prints it by hand.
 */
export async function takeTicket(
  db: GalleyDb,
  kinds: readonly TicketKind[],
  now: number,
): Promise<DueTicket | undefined> {
  for (const ticket of await dueTickets(db, kinds, now)) if (await claim(db, ticket, now)) return ticket;
  return undefined;
}

const claim = (db: GalleyDb, { order, kind }: DueTicket, now: number): Promise<boolean> =>
  db.transaction('rw', db.printed, async () => {
    const key = keyOf({ orderId: order.id, kind });
    if (await db.printed.get(key)) return false;
    await db.printed.add({ key, at: new Date(now).toISOString() });
    const old = db.printed.where('at').below(new Date(now - KEPT_MS).toISOString());
    await old.filter((row) => row.key !== PRINTS_SINCE).delete();
    return true;
  });

/** Begins now on a device that does not know since when it prints, as after the browser has cleared its database. */
export const beginPrinting = (db: GalleyDb, now: number): Promise<void> =>
  db.transaction('rw', db.printed, async () => {
    if (!(await db.printed.get(PRINTS_SINCE))) await printFrom(db, new Date(now).toISOString());
  });
