import type { Reservation, ReservationStatus } from '../../../contract/reservations/calls.ts';
import type { AvailableTimes, BookingRules, TableConfig } from '../../../contract/reservations/settings.ts';
import { reservationFields } from '../../../contract/reservations/reservation-fields.ts';
import { wordsOf } from '../../components/fields/field-words.ts';
import type { ReservationStep } from '../../../contract/reservations/status.ts';

export const reservationStatusLabels: Record<ReservationStatus, string> = {
  held: 'Held',
  requested: 'Request',
  confirmed: 'Confirmed',
  seated: 'Seated',
  completed: 'Completed',
  declined: 'Declined',
  cancelled: 'Cancelled',
  no_show: 'No-show',
  expired: 'Expired',
};

/** Also of a status that only a newer server knows. */
export const statusLabelOf = ({
  reservation_status: status,
  waitlisted_at,
}: Pick<Reservation, 'reservation_status' | 'waitlisted_at'>): string =>
  status === 'requested' && waitlisted_at !== null ? 'Waiting' : (reservationStatusLabels[status] ?? status);

export const sourceLabels: Record<Reservation['source'], string> = {
  website: 'Website',
  chat: 'Chat',
  phone: 'Phone',
  walk_in: 'Walk-in',
  email: 'E-mail',
  other: 'Other',
};

/** What a step does, in the words of a list of changes: "Joanna Price, seat". */
export const stepWords: Record<ReservationStep['reservation_status'], string> = {
  confirmed: 'confirm',
  seated: 'seat',
  completed: 'complete',
  declined: 'decline',
  cancelled: 'cancel',
  no_show: 'mark as no-show',
};

export const isNowWords: Record<ReservationStep['reservation_status'], string> = {
  confirmed: 'is confirmed',
  seated: 'is seated',
  completed: 'has left',
  declined: 'is declined',
  cancelled: 'is cancelled',
  no_show: 'did not come',
};

export const guestsLabel = (count: number): string => (count === 1 ? '1 guest' : `${count} guests`);

export const fieldLabels: Record<string, string> = wordsOf(reservationFields);

/** The fields of the settings. */
export const settingLabels: Record<keyof BookingRules | keyof TableConfig | keyof AvailableTimes, string> = {
  min_booking_duration_minutes: 'shortest stay',
  default_duration_by_party: 'longer stays',
  buffer_minutes: 'time between two parties',
  min_advance_minutes: 'minutes ahead',
  max_advance_days: 'days ahead',
  cancellation_cutoff_minutes: 'time to cancel',
  auto_confirm: 'confirmation',
  hold_minutes: 'hold',
  areas: 'areas',
  tables: 'tables',
  min_guests_online: 'smallest party online',
  max_guests_online: 'largest party online',
  slot_interval_minutes: 'interval',
  days: 'week',
  exceptions: 'special dates',
};

export const partLabels = { booking: 'booking rules', tables: 'tables', times: 'booking times' } as const;
