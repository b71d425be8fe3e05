import * as z from 'zod/mini';
import { Password } from '../auth/calls.ts';
import { call, online, read } from '../call.ts';
import { DeliveryPartner } from '../delivery-partners/calls.ts';
import { text } from '../fields.ts';
import { NotificationPreferences } from '../notifications/preferences.ts';
import { PaymentStats } from '../payments/calls.ts';
import { accountShapes, Restaurant } from '../restaurant/rows.ts';
import { SubscriptionState } from '../subscriptions/calls.ts';

/** The settings of the restaurant and its owner. */
export const Settings = z.object({
  account_info: z.object({
    ...accountShapes.row,
    ...z.pick(Restaurant, { id: true, currency: true, delivery_type: true }).shape,
  }),
  delivery_partners: z.array(DeliveryPartner),
  opening_hours: Restaurant.shape.opening_hours,
  order_types: Restaurant.shape.order_type,
  order_throttle: Restaurant.shape.order_throttle,
  tax_settings: Restaurant.shape.tax_settings,
  kitchen_stations: Restaurant.shape.kitchen_stations,
  printers: Restaurant.shape.printers,
  /** Of the person who asks. */
  notifications: NotificationPreferences,
  security: z.object({
    email: z.string(),
    is_email_verified: z.boolean(),
    is_two_factor_on: z.boolean(),
    recovery_codes_left: z.int(),
  }),
  /** Null: the person may not see it. */
  subscription: z.nullable(SubscriptionState),
  wallet: z.nullable(PaymentStats),
});

export const getSettings = call('settings.get', 'GET', '/settings', {
  access: 'own',
  offline: read,
  reply: Settings,
  summary: 'All settings of the restaurant and of the person',
});

/** Ends every other session of the account. An account without a password (signed in through a provider) sets one by mail. */
export const changePassword = call('settings.changePassword', 'POST', '/settings/security/password', {
  access: 'own',
  offline: online('credentials'),
  body: z.strictObject({
    current_password: text(200).check(z.minLength(1)),
    password: Password,
    confirm_password: text(200),
  }),
  reply: z.object({ ok: z.literal(true) }),
  summary: 'Change the password; ends every other session',
});
