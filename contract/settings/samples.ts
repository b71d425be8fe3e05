import { sampleOf, type Sample } from '../sample.ts';
import * as settings from './calls.ts';
import * as notifications from './notification-calls.ts';
import * as restaurant from './restaurant-calls.ts';
import * as sessions from './session-calls.ts';
import * as passkeys from './passkey-calls.ts';
import * as signIns from './sign-in-calls.ts';
import * as twoFactor from './two-factor-calls.ts';
import * as wallet from './wallet-provider-calls.ts';

export const samples: Sample[] = [
  sampleOf(sessions.list, () => ({})),
  sampleOf(sessions.rename, () => ({ body: { device_name: 'Kitchen tablet' } })),
  sampleOf(sessions.revoke, ({ sessionId }) => ({ path: { sessionId } })),
  sampleOf(sessions.revokeOthers, () => ({})),
  sampleOf(wallet.listPaystackBanks, () => ({})),
  sampleOf(wallet.verifyBankAccount, () => ({ body: { bank_code: '058', account_number: '0123456780' } })),
  sampleOf(wallet.connectPaystack, () => ({
    body: {
      business_name: 'The Anchor',
      bank_code: '058',
      account_number: '0123456780',
      percentage_charge_bp: 250,
    },
  })),
  sampleOf(wallet.saveCustomGateway, () => ({
    body: {
      provider_name: 'Harbour Pay',
      public_key: 'pk_1',
      secret_key: 'a-secret-of-the-gateway',
      is_active: true,
      mode: 'test',
    },
  })),
  sampleOf(wallet.listProviders, () => ({})),
  sampleOf(wallet.disconnect, () => ({ path: { provider: 'custom' } })),
  sampleOf(settings.getSettings, () => ({})),
  sampleOf(
    restaurant.saveAccount,
    ({ restaurantId }) => ({
      body: {
        restaurant_id: restaurantId,
        contact_name: 'Asha Menon',
        tax_number: 'GB 123 4567 89',
        vat_registered: true,
        business_day_cutoff_time: '04:15',
      },
    }),
    { foreignRows: 'not_found' },
  ),
  sampleOf(
    restaurant.saveHours,
    ({ restaurantId }) => ({
      body: {
        restaurant_id: restaurantId,
        exceptions: [{ date: '12-25', is_open: false, periods: [], label: 'Christmas Day' }],
        order_types: {
          delivery: {
            days: [{ weekday: 5, is_open: true, periods: [{ open_time: '18:00', close_time: '01:00' }] }],
            exceptions: [],
          },
        },
      },
    }),
    { foreignRows: 'not_found' },
  ),
  sampleOf(
    restaurant.saveService,
    ({ restaurantId, newId }) => ({
      body: {
        restaurant_id: restaurantId,
        order_throttle: { slot_minutes: 15, max_orders: 99, max_items: null },
        kitchen_stations: [{ id: newId(), name: 'Tandoor' }],
        printers: [{ id: newId(), name: 'Pass', paper_width: 58, auto_print: ['kitchen', 'receipt'], copies: 2 }],
      },
    }),
    { foreignRows: 'not_found' },
  ),
  sampleOf(
    notifications.saveNotifications,
    ({ restaurantId }) => ({
      body: {
        restaurant_id: restaurantId,
        events: { order_new: { in_app: true, push: true, email: true, whatsapp: false, sound: true } },
        quiet_hours: { start_time: '23:00', end_time: '07:00', except_urgent: true },
      },
    }),
    { foreignRows: 'not_found' },
  ),
  sampleOf(notifications.testNotification, () => ({ body: { medium: 'email' } })),
  sampleOf(twoFactor.start, ({ password }) => ({ body: { current_password: password } })),
  sampleOf(signIns.list, () => ({})),
  sampleOf(passkeys.list, () => ({})),
  sampleOf(passkeys.beginRegistration, ({ password }) => ({ body: { current_password: password } })),
  sampleOf(passkeys.rename, ({ passkeyId }) => ({ path: { passkeyId }, body: { name: 'Office key' } })),
  sampleOf(passkeys.remove, ({ passkeyId }) => ({ path: { passkeyId } })),
  sampleOf(settings.changePassword, ({ password }) => ({
    body: { current_password: password, password, confirm_password: password },
  })),
];
