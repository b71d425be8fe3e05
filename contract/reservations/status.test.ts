import { describe, expect, test } from 'vitest';
import { reservationStatuses, type Reservation, type ReservationStatus } from './calls.ts';
import { newReservation } from './new-reservation.ts';
import { applyReservationStatus, nextReservationSteps } from './status.ts';

const AT = '2026-11-20T19:00:00.000Z';
const id = (n: number) => `0192f0a0-0000-7000-8000-${String(n).padStart(12, '0')}`;
const restaurant = { timezone: 'Europe/London', business_day_cutoff_time: '04:00' };

const reservation = (reservation_status: ReservationStatus): Reservation => ({
  ...newReservation(
    { name: 'Joanna Price', guests_count: 2, starts_at: AT, source: 'phone', reservation_status },
    {
      id: id(1),
      opId: id(2),
      occurredAt: '2026-11-19T12:00:00.000Z',
      now: '2026-11-19T12:00:00.000Z',
      actor: null,
      version: 0,
      reservationNo: '1001',
      durationMinutes: 90,
      customerId: null,
      phone: null,
    },
  ),
});

const move = (from: Reservation, to: ReservationStatus, occurredAt = '2026-11-20T19:10:00.000Z', n = 10) =>
  applyReservationStatus(
    from,
    { reservation_status: to },
    { occurredAt, opId: id(n), actor: null, now: occurredAt, restaurant },
  );

/** Each pair of the table: what becomes of it. `-`: a success without effect. */
const table: Record<ReservationStatus, Partial<Record<ReservationStatus, string>>> = {
  held: { held: '-', requested: 'requested', confirmed: 'confirmed', expired: 'expired' },
  requested: {
    held: '-',
    requested: '-',
    confirmed: 'confirmed',
    seated: 'seated',
    declined: 'declined',
    cancelled: 'cancelled',
  },
  confirmed: {
    held: '-',
    requested: '-',
    confirmed: '-',
    seated: 'seated',
    cancelled: 'cancelled',
    no_show: 'no_show',
  },
  seated: { held: '-', requested: '-', confirmed: '-', seated: '-', completed: 'completed', no_show: 'status_changed' },
  completed: { held: '-', requested: '-', confirmed: '-', seated: '-', completed: '-' },
  declined: { declined: '-' },
  cancelled: { cancelled: '-' },
  no_show: { held: '-', requested: '-', confirmed: '-', no_show: '-', seated: 'seated' },
  expired: { expired: '-' },
};

describe('every step', () => {
  test.each(reservationStatuses.flatMap((from) => reservationStatuses.map((to) => [from, to] as const)))(
    'from %s to %s follows the table',
    (from, to) => {
      const before = reservation(from);
      const outcome = move(before, to);
      const final = ['completed', 'declined', 'cancelled', 'expired'].includes(from);
      const wanted = table[from][to] ?? (final ? 'reservation_already_final' : 'transition_not_allowed');
      if (outcome.kind === 'refused') expect(outcome.code).toBe(wanted);
      else if (outcome.kind === 'noop') expect([wanted, outcome.reservation]).toEqual(['-', before]);
      else expect(outcome.reservation.reservation_status).toBe(wanted);
    },
  );
});

test('a repeated operation has no effect', () => {
  const once = move(reservation('confirmed'), 'seated');
  if (once.kind !== 'moved') throw new Error('It did not move');
  expect(move(once.reservation, 'seated')).toEqual({ kind: 'noop', reservation: once.reservation });
  expect(once.reservation.events).toHaveLength(2);
});

test('a late guest is seated until the business day ends', () => {
  const late = reservation('no_show');
  expect(move(late, 'seated', '2026-11-21T03:59:00.000Z').kind).toBe('moved');
  expect(move(late, 'seated', '2026-11-21T04:00:00.000Z')).toEqual({ kind: 'refused', code: 'transition_not_allowed' });
});

test('nobody is a no-show before the time', () => {
  expect(move(reservation('confirmed'), 'no_show', '2026-11-20T18:59:00.000Z').kind).toBe('refused');
});

test('skipped times are filled and the seated no-show is none', () => {
  const requested = move(reservation('requested'), 'seated');
  expect(requested).toMatchObject({ reservation: { confirmed_at: '2026-11-20T19:10:00.000Z' } });
  expect(move({ ...reservation('no_show'), no_show_at: AT }, 'seated')).toMatchObject({
    reservation: { no_show_at: null },
  });
});

test('screens offer only what would be done', () => {
  for (const status of reservationStatuses)
    for (const step of nextReservationSteps(reservation(status), restaurant, Date.parse('2026-11-20T19:10:00.000Z')))
      expect([status, step.label, move(reservation(status), step.reservation_status).kind]).toEqual([
        status,
        step.label,
        'moved',
      ]);
});
