import { permissionOf, type Call } from '../call.ts';
import type { Permission } from '../people/permissions.ts';
import type { RoutePath } from '../routes.ts';
import type { PinFor } from './calls.ts';

/** How long the right PIN unlocks a device that nobody touches, ms. */
export const UNLOCKED_MS = 5 * 60_000;

/** What a tablet in the kitchen needs, whoever uses it: no money, no settings, and nobody's own sign-in. */
const open: ReadonlySet<Permission> = new Set([
  'member',
  'orders.read',
  'orders.work',
  'orders.take',
  'orders.cancel',
  'orders.pause',
  'menu.availability',
  'chats',
  'customers',
  'reservations',
]);
/** Of the calls without a permission. */
const openCalls = [
  'auth.user',
  'auth.logout',
  'kitchenMode.lock',
  'kitchenMode.people',
  'kitchenMode.start',
  'kitchenMode.unlock',
];

/** True if a kitchen-mode session may make this call only while unlocked. */
export function needsPin(call: Call, pinFor: PinFor, permission: Permission | null = permissionOf(call)): boolean {
  // The bytes of a file change nothing by themselves: the mutation that names them is judged by who made it.
  if (permission === 'member' || call.options.offline.kind === 'carried') return false;
  if (permission) return pinFor === 'everything' || !open.has(permission);
  return call.options.access === 'bearer' && !openCalls.includes(call.name);
}

/** True for what concerns the account that is signed in: nobody else's PIN opens it, and nobody else approves it. */
export const isOfAccount = (call: Call, permission: Permission | null = permissionOf(call)): boolean =>
  permission === 'own' || permission === 'account' || (permission === null && needsPin(call, 'money'));

/** Pages that a locked device shows. `view`: of the query. */
export function isOpenPage(pinFor: PinFor, path: RoutePath, view: string | null): boolean {
  if (pinFor === 'everything') return false;
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
