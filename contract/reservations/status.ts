import { businessDay } from '../restaurant/business-day.ts';
import type { Args } from '../call.ts';
import type { Actor } from '../fields.ts';
import type { Restaurant } from '../restaurant/rows.ts';
import type { Reservation, ReservationStatus, setStatus } from './calls.ts';

type ReservationStatusBody = Args<typeof setStatus>['body'];
/** Also what only guests, the clock and the server do. */
type AnyStatusBody = Omit<ReservationStatusBody, 'reservation_status'> & { reservation_status: ReservationStatus };
/** The restaurant's day, which decides how long a no-show may still be seated. */
type DayRules = Pick<Restaurant, 'timezone' | 'business_day_cutoff_time'>;

/** How far a reservation has come. A no-show has got as far as its confirmation; the other ends have no rank. */
const ranks: Partial<Record<ReservationStatus, number>> = {
  held: 0,
  requested: 1,
  confirmed: 2,
  no_show: 2,
  seated: 3,
  completed: 4,
};

/** From these nothing leads on. A no-show is not among them: late guests are seated the same day. */
export const isFinal = (status: ReservationStatus): boolean =>
  status === 'completed' || status === 'declined' || status === 'cancelled' || status === 'expired';

/** The steps, and the jump of a device that missed the confirmation. */
const steps: Record<ReservationStatus, readonly ReservationStatus[]> = {
  held: ['requested', 'confirmed', 'expired'],
  requested: ['confirmed', 'seated', 'declined', 'cancelled'],
  confirmed: ['seated', 'cancelled', 'no_show'],
  seated: ['completed'],
  no_show: ['seated'],
  completed: [],
  declined: [],
  cancelled: [],
  expired: [],
};

type ReservationStepLabel = 'Confirm' | 'Seat' | 'Complete' | 'No-show' | 'Decline' | 'Cancel';

export interface ReservationStep {
  label: ReservationStepLabel;
  reservation_status: ReservationStatusBody['reservation_status'];
}

const offers: (ReservationStep & { from: readonly ReservationStatus[] })[] = [
  { label: 'Confirm', reservation_status: 'confirmed', from: ['requested'] },
  { label: 'Seat', reservation_status: 'seated', from: ['requested', 'confirmed', 'no_show'] },
  { label: 'Complete', reservation_status: 'completed', from: ['seated'] },
  { label: 'No-show', reservation_status: 'no_show', from: ['confirmed'] },
  { label: 'Decline', reservation_status: 'declined', from: ['requested'] },
  { label: 'Cancel', reservation_status: 'cancelled', from: ['requested', 'confirmed'] },
];

/** What a screen offers now, the usual step first. */
export function nextReservationSteps(
  reservation: Pick<Reservation, 'reservation_status' | 'starts_at' | 'waitlisted_at'>,
  restaurant: DayRules,
  now: number,
): ReservationStep[] {
  const status = reservation.reservation_status;
  return offers.filter(({ from, reservation_status: to }) => {
    if (!from.includes(status)) return false;
    if (to === 'no_show') return now >= Date.parse(reservation.starts_at);
    if (status === 'no_show') return isSameDay(reservation.starts_at, new Date(now), restaurant);
    // Who asked by the website is answered first; who waits at the door is seated.
    if (status === 'requested' && to === 'seated') return reservation.waitlisted_at !== null;
    if (status === 'requested' && to === 'declined') return reservation.waitlisted_at === null;
    return true;
  });
}

type ReservationOutcome =
  | { kind: 'moved'; reservation: Reservation }
  /** It is there already or further on: a success without effect. */
  | { kind: 'noop'; reservation: Reservation }
  | { kind: 'refused'; code: 'reservation_already_final' | 'status_changed' | 'transition_not_allowed' };

interface ReservationContext {
  /** When the person did it, ISO. */
  occurredAt: string;
  opId: string;
  actor: Actor | null;
  /** When the server receives it; on the device, `occurredAt`. ISO. */
  now: string;
  /** Null if not known: rules that need it are then left to the server. */
  restaurant: DayRules | null;
}

/**
 * Moves a reservation by the table of its steps and the merge rule of orders: a step that was passed is a
 * success without effect, and the first final status to reach the server wins. The caller sets version and updated_at.
 */
export function applyReservationStatus(
  reservation: Reservation,
  body: AnyStatusBody,
  context: ReservationContext,
): ReservationOutcome {
  const from = reservation.reservation_status;
  const to = body.reservation_status;
  if (reservation.events.some(({ id }) => id === context.opId) || from === to) return { kind: 'noop', reservation };
  const passed = (ranks[to] ?? -1) <= (ranks[from] ?? -1);
  // "Confirm" that arrives after "seat"; but a no-show has not been, once somebody has seated them.
  if (passed && to !== 'no_show' && ranks[to] !== undefined) return { kind: 'noop', reservation };
  if (isFinal(from)) return { kind: 'refused', code: 'reservation_already_final' };
  if (to === 'no_show' && from === 'seated') return { kind: 'refused', code: 'status_changed' };
  if (!steps[from].includes(to) || !isInTime(reservation, to, context))
    return { kind: 'refused', code: 'transition_not_allowed' };
  return { kind: 'moved', reservation: moved(reservation, body, context) };
}

function isInTime(reservation: Reservation, to: ReservationStatus, { occurredAt, restaurant }: ReservationContext) {
  if (to === 'no_show') return Date.parse(occurredAt) >= Date.parse(reservation.starts_at);
  if (reservation.reservation_status === 'no_show' && restaurant)
    return isSameDay(reservation.starts_at, occurredAt, restaurant);
  return true;
}

const isSameDay = (a: string, b: string | Date, { timezone, business_day_cutoff_time: cutoff }: DayRules) =>
  businessDay(a, timezone, cutoff) === businessDay(b, timezone, cutoff);

function moved(reservation: Reservation, body: AnyStatusBody, context: ReservationContext): Reservation {
  const at = context.occurredAt;
  const to = body.reservation_status;
  const next: Reservation = { ...reservation, reservation_status: to };
  if (to === 'confirmed') next.confirmed_at = at;
  if (to === 'seated') {
    next.confirmed_at ??= at;
    next.arrived_at ??= at;
    next.seated_at = at;
    next.no_show_at = null;
  }
  if (to === 'completed') next.completed_at = at;
  if (to === 'no_show') next.no_show_at = at;
  if (to === 'declined') {
    next.declined_at = at;
    next.decline_reason = body.reason?.trim() || null;
  }
  if (to === 'cancelled') {
    next.cancelled_at = at;
    next.cancelled_by = context.actor;
  }
  next.events = [
    ...reservation.events,
    {
      id: context.opId,
      type: 'status',
      from: reservation.reservation_status,
      to,
      at,
      arrived_at: context.now,
      actor: context.actor,
      device_name: body.device_name ?? null,
      note: body.reason?.trim() || null,
      was_offline: body.was_offline ?? false,
    },
  ];
  return next;
}
