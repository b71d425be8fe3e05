import type { Call } from '../call.ts';
import type { RoutePath } from '../routes.ts';

/** How long the right PIN unlocks money and settings, ms. */
export const UNLOCKED_MS = 5 * 60_000;

/** Calls that the kitchen needs. All others need the PIN, so that a forgotten call is closed. */
const openCalls = new Set([
  'auth.user',
  'auth.logout',
  'chats.addNote',
  'chats.get',
  'chats.list',
  'chats.markAsRead',
  'chats.pause',
  'chats.resume',
  'chats.sendMessage',
  'chats.setLabels',
  'customers.edit',
  'customers.get',
  'customers.list',
  'dashboard.orders',
  'dashboard.notifications',
  'dashboard.markAsRead',
  'kitchenMode.lock',
  'kitchenMode.start',
  'kitchenMode.unlock',
  'menu.setAvailability',
  'menu.setModifierAvailability',
  'orders.acknowledge',
  'orders.create',
  'orders.edit',
  'orders.get',
  'orders.list',
  'orders.remove',
  'orders.restore',
  'orders.setLineStatus',
  'orders.setOrdering',
  'orders.setStatus',
  // For its own device only (server/notifications/push/routes.ts).
  'push.devices',
  'push.sendTest',
  'push.subscribe',
  'push.unsubscribe',
  'reservations.create',
  'reservations.edit',
  'reservations.get',
  'reservations.list',
  'reservations.setStatus',
  'sync.hello',
  'sync.pull',
  'sync.push',
  'sync.stream',
]);

/** True if a kitchen-mode session may make this call only while unlocked. Reading the menu is allowed, since it is public anyway. */
export function needsPin({ name, method, options }: Call): boolean {
  if (options.access === 'public' || options.access === 'storefront') return false;
  if (name.startsWith('menu.') && method === 'GET') return false;
  return !openCalls.has(name);
}

/** Pages for the kitchen; the rest of the app needs the PIN. `view`: of the query. */
export function isKitchenPage(path: RoutePath, view: string | null): boolean {
  return kitchenPages.has(path) || (path === '/restaurant/menu' && view === 'availability');
}

const kitchenPages = new Set<RoutePath>([
  '/restaurant/orders',
  '/restaurant/orders/:orderId',
  '/restaurant/chats',
  '/restaurant/chats/:customerId',
  '/restaurant/customers',
]);

/** True for PINs that are tried first: a repeated digit, or consecutive digits. */
export function isGuessable(pin: string): boolean {
  const steps = new Set([...pin].slice(1).map((digit, i) => Number(digit) - Number(pin[i])));
  return steps.size === 1 && [-1, 0, 1].includes([...steps][0]!);
}
