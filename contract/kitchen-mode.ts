import * as z from 'zod/mini';
import { call, online, type Call } from './call.ts';
import type { RoutePath } from './routes.ts';
import { Instant, text } from './values.ts';

/** Four to eight digits. */
export const Pin = z.string().check(z.regex(/^\d{4,8}$/));
/** The right PIN opens money and settings for this long, ms. */
export const UNLOCKED_MS = 5 * 60_000;

/** A session that was limited to the kitchen. `unlocked_until`: the PIN was right, and until then it may do everything. */
export const KitchenMode = z.object({ unlocked_until: z.nullable(Instant) });
export type KitchenMode = z.infer<typeof KitchenMode>;

/**
 * Limits this session to the kitchen (decisions, "Sign-in and session"). Asked again it sets another PIN: the way out for who forgot it. It is
 * left by signing in.
 */
export const start = call('kitchenMode.start', 'POST', '/auth/kitchen-mode', {
  access: 'bearer',
  offline: online('credentials'),
  body: z.strictObject({ password: text(200).check(z.minLength(1)), pin: Pin }),
  reply: KitchenMode,
  addition: true,
  summary: 'Limit this session to the kitchen: money and settings wait for a PIN',
});

export const unlock = call('kitchenMode.unlock', 'POST', '/auth/kitchen-mode/unlock', {
  access: 'bearer',
  offline: online('credentials'),
  body: z.strictObject({ pin: Pin }),
  reply: KitchenMode,
  addition: true,
  summary: 'Open money and settings for five minutes by the PIN',
});

export const lock = call('kitchenMode.lock', 'POST', '/auth/kitchen-mode/lock', {
  access: 'bearer',
  offline: online('credentials'),
  reply: KitchenMode,
  addition: true,
  summary: 'Close money and settings before the five minutes are over',
});

/** Areas of the trade, as call names begin. Whatever is not named here waits for the PIN, so that nothing is open by being forgotten. */
const open = ['orders.', 'customers.', 'chats.', 'push.', 'sync.', 'system.', 'kitchenMode.'];
const openCalls = new Set([
  'auth.user',
  'auth.logout',
  'dashboard.orders',
  'dashboard.notifications',
  'dashboard.markAsRead',
  'menu.setAvailability',
]);

/** May a kitchen's session make this call only while it is unlocked? What a menu says is open to everybody anyway. */
export function needsPin({ name, method, options }: Call): boolean {
  if (options.access === 'public' || options.access === 'storefront') return false;
  if (name.startsWith('menu.') && method === 'GET') return false;
  return !openCalls.has(name) && !open.some((area) => name.startsWith(area));
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
