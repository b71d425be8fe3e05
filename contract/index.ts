import * as auth from './auth.ts';
import * as channels from './channels.ts';
import * as chats from './chats.ts';
import * as contact from './contact.ts';
import * as customers from './customers.ts';
import * as dashboard from './dashboard.ts';
import * as kitchenMode from './kitchen-mode.ts';
import * as menu from './menu.ts';
import * as notifications from './notifications.ts';
import * as orders from './orders.ts';
import * as paymentResult from './payment-result.ts';
import * as push from './push.ts';
import * as sessions from './sessions.ts';
import * as settings from './settings.ts';
import * as storefront from './storefront.ts';
import * as sync from './sync.ts';
import * as system from './system.ts';
import type { Call } from './call.ts';

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'options' in value;

/** Every call of the API by its name, made from the area modules. */
export const calls: Readonly<Record<string, Call>> = Object.fromEntries(
  [
    auth,
    channels,
    chats,
    contact,
    customers,
    dashboard,
    kitchenMode,
    menu,
    notifications,
    orders,
    paymentResult,
    push,
    sessions,
    settings,
    storefront,
    sync,
    system,
  ]
    .flatMap((area) => Object.values(area as Record<string, unknown>))
    .filter(isCall)
    .map((c) => [c.name, c]),
);
