import * as account from './account/calls.ts';
import * as auth from './auth/calls.ts';
import * as channels from './channels/calls.ts';
import * as chatbot from './chatbot/calls.ts';
import * as chats from './chats/calls.ts';
import * as cannedReplies from './chats/canned-reply-calls.ts';
import * as contact from './contact/calls.ts';
import * as customers from './customers/calls.ts';
import * as customerImports from './customers/import-calls.ts';
import * as dashboard from './dashboard/calls.ts';
import * as deliveryPartners from './delivery-partners/calls.ts';
import * as delivery from './delivery/calls.ts';
import * as files from './files/calls.ts';
import * as inventory from './inventory/calls.ts';
import * as kitchenMode from './kitchen-mode/calls.ts';
import * as menu from './menu/calls.ts';
import * as menuUpload from './menu/upload-calls.ts';
import * as menuBulk from './menu/bulk-calls.ts';
import * as menuRestore from './menu/restore-calls.ts';
import * as menuOrder from './menu/reorder-calls.ts';
import * as modifiers from './menu/modifiers.ts';
import * as notifications from './notifications/calls.ts';
import * as orders from './orders/calls.ts';
import * as orderImports from './orders/import-calls.ts';
import * as onlinePayments from './payments/online-calls.ts';
import * as payments from './payments/calls.ts';
import * as paymentSetup from './payments/setup-calls.ts';
import * as people from './people/calls.ts';
import * as promotions from './promotions/calls.ts';
import * as push from './notifications/push-calls.ts';
import * as reports from './payments/report-calls.ts';
import * as reservations from './reservations/calls.ts';
import * as sessions from './settings/session-calls.ts';
import * as settings from './settings/calls.ts';
import * as settingsOfRestaurant from './settings/restaurant-calls.ts';
import * as settingsNotifications from './settings/notification-calls.ts';
import * as passkeys from './settings/passkey-calls.ts';
import * as signIns from './settings/sign-in-calls.ts';
import * as twoFactor from './settings/two-factor-calls.ts';
import * as storefront from './storefront/calls.ts';
import * as storefrontReservations from './storefront/reservation-calls.ts';
import * as subscriptions from './subscriptions/calls.ts';
import * as sync from './sync/calls.ts';
import * as system from './system/calls.ts';
import * as website from './website/calls.ts';
import * as walletProviders from './settings/wallet-provider-calls.ts';
import * as withdrawals from './withdrawals/calls.ts';
import type { Call } from './call.ts';

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'options' in value;

/** Every call of the API by name, from the area modules. */
export const calls: Readonly<Record<string, Call>> = Object.fromEntries(
  [
    account,
    auth,
    channels,
    chatbot,
    chats,
    cannedReplies,
    contact,
    customers,
    customerImports,
    dashboard,
    deliveryPartners,
    delivery,
    files,
    inventory,
    kitchenMode,
    menu,
    menuUpload,
    menuBulk,
    menuOrder,
    menuRestore,
    modifiers,
    notifications,
    onlinePayments,
    orders,
    orderImports,
    passkeys,
    payments,
    paymentSetup,
    people,
    promotions,
    push,
    reports,
    reservations,
    sessions,
    settings,
    settingsNotifications,
    settingsOfRestaurant,
    signIns,
    storefront,
    storefrontReservations,
    subscriptions,
    sync,
    system,
    twoFactor,
    walletProviders,
    website,
    withdrawals,
  ]
    .flatMap((area) => Object.values(area as Record<string, unknown>))
    .filter(isCall)
    .map((c) => [c.name, c]),
);
