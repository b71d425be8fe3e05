import type { Reservation } from '../../contract/reservations/calls.ts';
import type { BaseContext } from '../pipeline/handler.ts';
import { Event } from '../platform/event.ts';

type ReservationEventContext = Pick<BaseContext, 'db' | 'restaurantId' | 'now' | 'bump' | 'enqueue'>;

/** A reservation was stored, or given another time by its guest. */
export const reservationStored = new Event<[c: ReservationEventContext, reservation: Reservation]>(
  'reservation stored',
);

/** A reservation was moved to another status. */
export const reservationMoved = new Event<[c: ReservationEventContext, reservation: Reservation]>('reservation moved');

/** A confirmed reservation is due within a day. */
export const reservationNear = new Event<[c: ReservationEventContext, reservation: Reservation]>('reservation near');
