import type { Call } from '../call.ts';
import type { RoutePath } from '../routes.ts';

/** The right PIN opens money and settings for this long, ms. */
export const UNLOCKED_MS = 5 * 60_000;

/** What the trade needs, call by call. Whatever is not named here waits for the PIN, so that nothing is open by being forgotten. */
const openCalls = new Set([
  'auth.user',
  'auth.logout',
  'chats.get',
  'chats.list',
  'chats.markAsRead',
  'chats.pause',
  'chats.resume',
  'chats.sendMessage',
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
  // Of its own device only (server/push/routes.ts).
  'push.devices',
  'push.sendTest',
  'push.subscribe',
  'push.unsubscribe',
  'sync.hello',
  'sync.pull',
  'sync.push',
  'sync.stream',
]);

/** May a kitchen's session make this call only while it is unlocked? What a menu says is open to everybody anyway. */
export function needsPin({ name, method, options }: Call): boolean {
  if (options.access === 'public' || options.access === 'storefront') return false;
  if (name.startsWith('menu.') && method === 'GET') return false;
  return !openCalls.has(name);
}

/** The pages that a kitchen works with; the rest of the app waits for the PIN. `view` is the query's. */
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

/** The first PINs that somebody tries: one digit only, or digits in a row. */
export function isGuessable(pin: string): boolean {
  const steps = new Set([...pin].slice(1).map((digit, i) => Number(digit) - Number(pin[i])));
  return steps.size === 1 && [-1, 0, 1].includes([...steps][0]!);
}
