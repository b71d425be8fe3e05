import type { Notification } from '../../../../contract/notifications/calls.ts';
import type { GuestEvent } from '../../../../contract/notifications/guest-events.ts';
import { notificationSounds, type OfferedMedium } from '../../../../contract/notifications/preferences.ts';
import type { NotificationTest, TestableMedium } from '../../../../contract/settings/notification-calls.ts';
import type { Result } from '../../../api/send.ts';

/** In the order of the page. */
export const mediumLabels: Record<OfferedMedium, string> = {
  in_app: 'In the app',
  push: 'Push',
  email: 'E-mail',
  sound: 'Sound',
};

type Type = Notification['type'];

/** Events by area, in the order of the page: all of them. */
export const eventAreas: readonly { area: string; types: readonly Type[] }[] = [
  { area: 'Orders', types: ['order_new', 'order_unanswered', 'order_cancelled', 'order_rejected_timeout'] },
  { area: 'Reservations', types: ['reservation_new', 'reservation_cancelled'] },
  { area: 'Messages', types: ['chat_message', 'chat_needs_human', 'chat_send_failed'] },
  { area: 'Money', types: ['refund_failed', 'dispute_opened', 'withdrawal_paid', 'withdrawal_failed'] },
  { area: 'Menu and stock', types: ['stock_low', 'stock_out', 'menu_upload_ready', 'import_done'] },
  { area: 'Galley', types: ['security_login', 'channel_error', 'calendar_disconnected', 'system'] },
];

export const eventLabels: Record<Type, string> = {
  order_new: 'New order',
  order_unanswered: 'Order that nobody answers',
  order_cancelled: 'Order cancelled by the customer',
  order_rejected_timeout: 'Order rejected without an answer',
  reservation_new: 'New or changed reservation',
  reservation_cancelled: 'Reservation cancelled by the guest',
  chat_message: 'New message',
  chat_needs_human: 'Chat that needs a person',
  chat_send_failed: 'Reply that was not sent',
  refund_failed: 'Failed refund',
  dispute_opened: 'Disputed payment',
  withdrawal_paid: 'Withdrawal paid out',
  withdrawal_failed: 'Failed withdrawal',
  stock_low: 'Low stock',
  stock_out: 'Out of stock',
  menu_upload_ready: 'Uploaded menu is read',
  channel_error: 'WhatsApp does not work',
  calendar_disconnected: 'Google Calendar is disconnected',
  import_done: 'Import is done',
  security_login: 'New sign-in, password and other account security',
  system: 'News from Galley',
};

export const guestEventLabels: Record<GuestEvent, string> = {
  order_placed: 'Order arrived (by e-mail)',
  order_accepted: 'Order accepted',
  order_ready: 'Order ready',
  order_out_for_delivery: 'Order on its way',
  order_rejected: 'Order rejected',
  order_cancelled: 'Order cancelled by you',
  reservation_requested: 'Reservation asked for (by e-mail)',
  reservation_confirmed: 'Reservation confirmed',
  reservation_declined: 'Reservation declined',
  reservation_cancelled: 'Reservation cancelled by you',
  reservation_reminder: 'Reminder the day before',
};

export const soundLabels: Record<(typeof notificationSounds)[number], string> = {
  bell: 'Bell',
  chime: 'Chime',
  loud: 'Loud',
  none: 'None',
};

/** What a test did, as a sentence. */
export function testLabel({ medium, sent_count: count, reason }: NotificationTest, email: string): string {
  if (reason === 'no_device')
    return 'No device receives push messages yet. Turn on notifications in the bell of a phone or tablet.';
  const done: Record<TestableMedium, string> = {
    in_app: 'The bell’s list shows a test now.',
    push: count === 1 ? 'Sent to 1 device.' : `Sent to ${count} devices.`,
    email: `A test is on its way to ${email}.`,
  };
  return done[medium];
}

export function failureMessage(failure: Exclude<Result<unknown>, { ok: true }>): string {
  if (failure.kind === 'offline') return 'The server cannot be reached. Try again when you are online.';
  if (failure.error.code === 'too_many') return 'Too many tests. Try again in a minute.';
  return failure.error.field_errors?.quiet_hours ?? `${failure.error.message}.`;
}
