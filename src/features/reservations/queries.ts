import { create } from '../../../contract/reservations/calls.ts';
import type { DeadLetter, GalleyDb, Mirrored } from '../../data/db.ts';
import { isOf } from '../../data/mutation.ts';

export type ReservationRow = Mirrored<'reservations'>;

/** Those that begin between two instants, the second excluded. */
export const reservationsFrom = (db: GalleyDb, from: string, to: string): Promise<ReservationRow[]> =>
  db.reservations.where('starts_at').between(from, to, true, false).toArray();

/** A refused new reservation; null if it is not there. */
export const refusedReservation = async (db: GalleyDb, key: string): Promise<DeadLetter | null> => {
  const deadLetter = await db.dead_letters.get(key);
  return deadLetter && isOf(create, deadLetter.entry) ? deadLetter : null;
};
