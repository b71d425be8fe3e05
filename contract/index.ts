import * as auth from './auth/calls.ts';
import * as channels from './channels/calls.ts';
import * as chats from './chats/calls.ts';
import * as contact from './contact/calls.ts';
import * as customers from './customers/calls.ts';
import * as dashboard from './dashboard/calls.ts';
import * as kitchenMode from './kitchen-mode/calls.ts';
import * as menu from './menu/calls.ts';
import * as notifications from './notifications/calls.ts';
import * as orders from './orders/calls.ts';
import * as paymentResult from './payments/calls.ts';
import * as push from './notifications/push-calls.ts';
import * as sessions from './settings/session-calls.ts';
import * as settings from './settings/calls.ts';
import * as storefront from './storefront/calls.ts';
import * as sync from './sync/calls.ts';
import * as system from './system/calls.ts';
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
