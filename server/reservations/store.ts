import { and, asc, eq, gt, gte, inArray, isNull, lt, sql, type SQL } from 'drizzle-orm';
import type { Reservation, ReservationStatus } from '../../contract/reservations/calls.ts';
import { customers } from '../db/schema/customers.ts';
import { listPage } from '../db/list-page.ts';
import { reservations } from '../db/schema/reservations.ts';
import { contains, matchesPhoneSearch, type PhoneSearch } from '../db/search.ts';
import type { BaseContext } from '../pipeline/handler.ts';
import type { Tx } from '../db/tx.ts';
import { hashToken } from '../pipeline/authenticate.ts';
import { isId } from '../platform/ids.ts';
import type { FieldChanges } from '../db/field-merge.ts';
import { updateCalendar } from './calendar.ts';

export interface ReservationFilter {
  /** Instants: from included, to excluded. */
  starts?: { from: string; to: string } | undefined;
  status?: ReservationStatus | undefined;
  search: PhoneSearch;
}

/** Reservations that are not deleted, by time. */
export async function listReservations(
  db: Tx,
  restaurantId: string,
  { starts, status, search }: ReservationFilter,
  page: { limit: number; offset: number },
) {
  const where = ofRestaurant(
    restaurantId,
    and(
      starts && and(gte(reservations.starts_at, starts.from), lt(reservations.starts_at, starts.to)),
      status && eq(reservations.reservation_status, status),
      matchesPhoneSearch(sql`${reservations.phone}`, search, (term) => [
        contains(sql`${reservations.name}`, term),
        contains(sql`${reservations.email}`, term),
        contains(sql`${reservations.phone}`, term),
      ]),
    ),
  );
  const order = [asc(reservations.starts_at), asc(reservations.id)];
  const { rows, total } = await listPage(db, reservations, { where, order, page });
  return { rows: rows.map(toReservation), total };
}

export interface Stored {
  reservation: Reservation;
  fieldChanges: FieldChanges;
}

/** Not deleted ones only. */
export const findReservation = (db: Tx, restaurantId: string, id: string): Promise<Stored | null> =>
  isId(id) ? findOne(db, restaurantId, eq(reservations.id, id)) : Promise.resolve(null);

export const findByToken = (db: Tx, restaurantId: string, token: string): Promise<Stored | null> =>
  findOne(db, restaurantId, eq(reservations.public_token_hash, hashToken(token)));

async function findOne(db: Tx, restaurantId: string, which: SQL): Promise<Stored | null> {
  const [row] = await db.select().from(reservations).where(ofRestaurant(restaurantId, which)).limit(1);
  return row ? { reservation: toReservation(row), fieldChanges: row.field_changes } : null;
}

/** Those that may meet others between two instants. */
export async function reservationsBetween(
  db: Tx,
  restaurantId: string,
  from: string,
  to: string,
): Promise<Reservation[]> {
  const rows = await db
    .select()
    .from(reservations)
    .where(
      ofRestaurant(
        restaurantId,
        and(
          lt(reservations.starts_at, to),
          gt(reservations.ends_at, from),
          inArray(reservations.reservation_status, ['held', 'requested', 'confirmed', 'seated', 'completed']),
        ),
      ),
    )
    .orderBy(asc(reservations.starts_at), asc(reservations.id));
  return rows.map(toReservation);
}

type WriteContext = Pick<BaseContext, 'db' | 'restaurantId' | 'now' | 'enqueue'>;

/** Every reservation is made here and changed in `updateReservation`, so that the calendar follows. Returns it as it is stored. */
export async function insertReservation(
  c: WriteContext,
  reservation: Reservation,
  token: string | null = null,
): Promise<Reservation> {
  const stored = { ...reservation, calendar_event_id: await updateCalendar(c, reservation) };
  const public_token_hash = token === null ? null : hashToken(token);
  await c.db.insert(reservations).values({ ...stored, restaurant_id: c.restaurantId, public_token_hash });
  return stored;
}

/** `fields` has the version of this transaction. Returns the whole reservation as it is stored. */
export async function updateReservation(
  c: WriteContext,
  id: string,
  fields: Partial<Reservation> & { field_changes?: FieldChanges },
): Promise<Reservation> {
  const which = and(eq(reservations.restaurant_id, c.restaurantId), eq(reservations.id, id));
  const [row] = await c.db.update(reservations).set(fields).where(which).returning();
  if (!row) throw new Error(`There is no reservation ${id}`);
  const reservation = toReservation(row);
  const calendar_event_id = await updateCalendar(c, reservation);
  if (calendar_event_id === reservation.calendar_event_id) return reservation;
  await c.db.update(reservations).set({ calendar_event_id }).where(which);
  return { ...reservation, calendar_event_id };
}

/** The first number of a restaurant. */
const FIRST = 1001;

/** The next number. Under the space's lock, so that numbers are unique. */
export async function nextReservationNo(db: Tx, restaurantId: string): Promise<string> {
  const [found] = await db
    .select({ last: sql<number | null>`max(${reservations.reservation_no}::int)` })
    .from(reservations)
    .where(and(eq(reservations.restaurant_id, restaurantId), sql`${reservations.reservation_no} ~ '^[0-9]{1,8}$'`));
  return String(Math.max(FIRST, (found?.last ?? 0) + 1));
}

/** Counts again for how many reservations a customer did not come. */
export async function countNoShows(
  c: Pick<BaseContext, 'db' | 'restaurantId' | 'now' | 'bump'>,
  customerId: string,
): Promise<void> {
  const count = await c.db.$count(
    reservations,
    ofRestaurant(
      c.restaurantId,
      and(eq(reservations.customer_id, customerId), eq(reservations.reservation_status, 'no_show')),
    ),
  );
  await c.db
    .update(customers)
    .set({ no_show_count: count, version: await c.bump(), updated_at: c.now.toISOString() })
    .where(and(eq(customers.restaurant_id, c.restaurantId), eq(customers.id, customerId)));
}

const ofRestaurant = (restaurantId: string, more?: SQL) =>
  and(eq(reservations.restaurant_id, restaurantId), isNull(reservations.deleted_at), more);

export const toReservation = ({
  restaurant_id: _,
  public_token_hash: __,
  field_changes: ___,
  ...reservation
}: typeof reservations.$inferSelect): Reservation => reservation;
