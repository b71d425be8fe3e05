import { phoneText } from '../../../contract/auth/phone.ts';
import { openOrders } from '../orders/queries.ts';
import { hasNeedle, phoneNeedles } from '../../../contract/auth/phone-search.ts';
import type { Order } from '../../../contract/orders/calls.ts';
import type { DeadLetter, GalleyDb, Mirrored } from '../../data/db.ts';
import { isOf } from '../../data/mutation.ts';
import { create } from '../../../contract/orders/calls.ts';
import { fold } from '../../../contract/fold.ts';

const DAY_MS = 24 * 3_600_000;
/** Without I and O, which look like digits on a ticket. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';

/**
 * The code for this device's next order: its letter and a number that restarts daily, "K7", but for orders that have no other number yet.
 * `now` is epoch ms.
 */
export async function nextShortCode(db: GalleyDb, now: number): Promise<string> {
  const [clientId, recent, open] = await Promise.all([
    db.sync.get('clientId'),
    db.orders
      .where('placed_at')
      .above(new Date(now - DAY_MS).toISOString())
      .toArray(),
    openOrders(db),
  ]);
  const orders = [...recent, ...open.filter((order) => order.order_no === '')];
  const letter = letterOf(typeof clientId?.value === 'string' ? clientId.value : '');
  const numbers = orders.flatMap(({ short_code }) =>
    short_code?.startsWith(letter) ? [Number(short_code.slice(letter.length))] : [],
  );
  return `${letter}${Math.max(0, ...numbers) + 1}`;
}

const letterOf = (clientId: string) =>
  LETTERS.charAt([...clientId].reduce((sum, sign) => sum + sign.charCodeAt(0), 0) % LETTERS.length);

const SHOWN = 4;

/** Customers whose name or number matches what was typed, those with the most orders first. */
export async function customersLike(db: GalleyDb, typed: string): Promise<Mirrored<'customers'>[]> {
  const words = fold(typed);
  const needles = phoneNeedles(typed);
  if (words.length < 3) return [];
  const found = await db.customers
    .filter((one) => (needles.length > 0 ? hasNeedle(phoneText(one), needles) : fold(one.name).includes(words)))
    .toArray();
  return found.sort((a, b) => b.orders_count - a.orders_count).slice(0, SHOWN);
}

/** The address of the customer's last delivery. */
export async function lastAddress(db: GalleyDb, customerId: string): Promise<Order['delivery_address']> {
  const orders = await db.orders.where('customer_id').equals(customerId).toArray();
  const last = orders
    .filter((order) => order.delivery_address !== null)
    .sort((a, b) => (a.placed_at < b.placed_at ? 1 : -1))[0];
  return last?.delivery_address ?? null;
}

/** A refused order by its key; null if it has been dealt with. */
export const refusedOrder = async (db: GalleyDb, key: string): Promise<DeadLetter | null> => {
  const deadLetter = await db.dead_letters.get(key);
  return deadLetter && isOf(create, deadLetter.entry) ? deadLetter : null;
};
