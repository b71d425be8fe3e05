import { isRemovable } from '../../contract/order-remove.ts';
import { isEditable } from '../../contract/order-edit.ts';
import { nextSteps, rankOf } from '../../contract/order-status.ts';
import { orderStatuses, type OrderStatus } from '../../contract/orders.ts';
import * as counter from '../../src/features/counter/mutations.ts';
import { addDish, createBody, draftOf, editBody, emptyDraft, setLine } from '../../src/features/counter/draft.ts';
import type { Chat } from '../../contract/chats.ts';
import { markAsRead, pause, resume, sendMessage } from '../../src/features/chats/mutations.ts';
import { editCustomer } from '../../src/features/customers/mutations.ts';
import * as menu from '../../src/features/menu/mutations.ts';
import { setOrdering } from '../../src/features/ordering/mutations.ts';
import { removeOrder, restoreOrder, setStatus } from '../../src/features/orders/mutations.ts';
import type { Ticket } from '../../src/data/mutate.ts';
import { definitionOf } from '../../src/sync/registry.ts';
import { restoreLetter } from '../../src/sync/restore.ts';
import { withdrawEntry } from '../../src/sync/withdraw.ts';
import type { Seeded } from '../support/seeded.ts';
import type { Tab } from './device.ts';
import type { SimRestaurant } from './restaurant.ts';

/** What people do to rows: the features' own mutations, on rows that the device shows. */
export async function tapSomething(random: Seeded, restaurant: SimRestaurant, tab: Tab): Promise<Ticket | null> {
  const { db } = tab.store;
  const [orders, items, categories, chats, customers] = await Promise.all([
    db.orders.toArray(),
    db.menu_items.toArray(),
    db.menu_categories.toArray(),
    db.chats.toArray(),
    db.customers.toArray(),
  ]);
  const kind = random.pick(kinds);
  if (kind === 'talk') return chats.length === 0 ? null : talk(random, pickRow(random, chats), tab);
  if (kind === 'edit customer')
    return customers.length === 0 ? null : editOne(random, pickRow(random, customers).id, tab);
  if (kind === 'status') {
    if (orders.length === 0) return null;
    const order = pickRow(random, orders);
    const steps = nextSteps(order, null, order.updated_at);
    // Mostly what the screen offers; now and then what only another device's screen would.
    const step = steps.length > 0 && !random.chance(0.1) ? random.pick(steps) : null;
    const order_status: OrderStatus = step?.order_status ?? random.pick(orderStatuses);
    const reason = order_status === 'rejected' ? 'busy' : order_status === 'cancelled' ? 'customer_request' : undefined;
    const isBack = (rankOf(order_status) ?? 9) < (rankOf(order.order_status) ?? 0);
    const expected = step?.expected_status ?? (isBack ? order.order_status : undefined);
    return tab.tap(setStatus, {
      path: { id: order.id },
      body: { order_status, ...(reason ? { reason } : {}), ...(expected ? { expected_status: expected } : {}) },
    });
  }
  if (kind === 'delete order') {
    // Half of them by mistake: brought back, also when another device deleted it or nobody has yet.
    if (random.chance(0.5)) return tab.tap(restoreOrder, { path: { id: random.pick(restaurant.orderIds) }, body: {} });
    const deletable = orders.filter(isRemovable);
    return deletable.length === 0 ? null : tab.tap(removeOrder, { body: { orderId: pickRow(random, deletable).id } });
  }
  if (kind === 'ordering') {
    const [row] = await db.restaurants.toArray();
    if (!row) return null;
    return tab.tap(setOrdering, {
      body: {
        restaurant_id: row.id,
        ordering_status: random.pick(['open', 'paused'] as const),
        ordering_pause_reason: 'busy',
        extra_prep_minutes: random.between(0, 30),
      },
    });
  }
  if (kind === 'take order' || kind === 'change order') {
    const open = orders.filter(isEditable);
    if (items.length === 0 || (kind === 'change order' && open.length === 0)) return null;
    // Also what was sold out: such an order, or such a line, is refused.
    const order = kind === 'take order' ? null : pickRow(random, open);
    let draft = order ? draftOf(order) : emptyDraft();
    for (const line of draft.lines)
      if (random.chance(0.4)) draft = setLine(draft, line.id, { quantity: random.between(0, 3) });
    for (let i = random.between(1, 2); i > 0; i -= 1) draft = addDish(draft, random.pick(items), null, newId(random));
    const place = { country: 'GB', currency: 'GBP', usualMinutes: 20 };
    if (!order) return tab.tap(counter.createOrder, { body: createBody(draft, newId(random), 'A1', place) });
    const body = editBody(draft, order, place);
    return body && tab.tap(counter.editOrder, { path: { id: order.id }, body });
  }
  if (kind === 'create category') {
    return tab.tap(menu.createCategory, {
      path: { id: restaurant.bookId },
      body: { id: newId(random), name: name(random) },
    });
  }
  const category = categories.length > 0 ? pickRow(random, categories) : null;
  if (kind === 'edit category' || kind === 'remove category' || kind === 'create item') {
    if (!category) return null;
    const path = { id: category.menu_book_id, categoryId: category.id };
    if (kind === 'edit category') return tab.tap(menu.editCategory, { path, body: { name: name(random) } });
    if (kind === 'remove category') return tab.tap(menu.removeCategory, { path });
    // Sometimes under an id that is taken: such a creation is refused, and what was built upon it with it.
    const id = random.chance(0.1) ? random.pick(restaurant.orderIds) : newId(random);
    return tab.tap(menu.createItem, {
      path,
      body: { id, name: name(random), price_amount: random.between(100, 2000) },
    });
  }
  if (items.length === 0) return null;
  const item = pickRow(random, items);
  const path = { id: item.menu_book_id, categoryId: item.category_id, itemId: item.id };
  if (kind === 'availability') {
    const isOff = random.chance(0.6);
    const body = isOff
      ? { availability_status: 'sold_out' as const, unavailable_until: null, reason: 'out_of_stock' as const }
      : { is_available: true };
    return tab.tap(menu.setAvailability, { path, body });
  }
  if (kind === 'edit item') {
    const body = random.chance(0.5) ? { name: name(random) } : { price_amount: random.between(100, 2000) };
    return tab.tap(menu.editItem, { path, body });
  }
  return tab.tap(menu.removeItems, {
    path: { id: path.id, categoryId: path.categoryId },
    body: { item_ids: [item.id] },
  });
}

/** A reply, mostly of somebody who has seen the newest question; a pause; a look. */
function talk(random: Seeded, chat: Chat, tab: Tab): Ticket {
  const path = { id: chat.id };
  const what = random.pick(['reply', 'reply', 'pause', 'resume', 'read'] as const);
  if (what === 'pause') return tab.tap(pause, { path, body: {} });
  if (what === 'resume') return tab.tap(resume, { path, body: {} });
  if (what === 'read') return tab.tap(markAsRead, { path, body: { read_upto: chat.last_message_at } });
  return tab.tap(sendMessage, {
    path,
    body: {
      message: name(random),
      message_id: newId(random),
      seen_inbound_at: random.chance(0.8) ? chat.last_inbound_at : null,
      is_confirmed: random.chance(0.1),
    },
  });
}

/** Few numbers, so that two customers now and then are given the same one. */
function editOne(random: Seeded, id: string, tab: Tab): Ticket {
  const body = random.pick([
    { note: name(random) },
    { name: name(random) },
    { phone: `+44770090000${random.between(1, 3)}` },
    { tags: [name(random)], customer_status: 'inactive' as const },
  ]);
  return tab.tap(editCustomer, { path: { id }, body });
}

/** Half of the taps fall on the same row, or two devices would seldom meet. The order of the list does not count. */
function pickRow<R extends { id: string }>(random: Seeded, rows: R[]): R {
  const sorted = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return random.chance(0.5) ? sorted[0]! : random.pick(sorted);
}

/** The panel "Unsent changes": undo, make good, dismiss. Answers what it did. */
export async function tidyUp(
  random: Seeded,
  tab: Tab,
): Promise<{ did: 'withdrawn' | 'dismissed'; key: string } | { did: 'restored'; key: string; ticket: Ticket } | null> {
  const { db } = tab.store;
  const letters = await db.dead_letters.toArray();
  if (letters.length > 0 && random.chance(0.7)) {
    const { key } = random.pick(letters);
    if (random.chance(0.5)) {
      await db.dead_letters.delete(key);
      return { did: 'dismissed', key };
    }
    const ticket = await restoreLetter(tab.store, definitionOf, key);
    return ticket ? { did: 'restored', key, ticket } : null;
  }
  const entries = await db.outbox.toArray();
  if (entries.length === 0) return null;
  // Mostly the newest, which is the likeliest not to have been sent.
  const { key } = random.chance(0.7) ? entries.at(-1)! : random.pick(entries);
  const at = new Date(tab.store.clock.now()).toISOString();
  return (await withdrawEntry({ db, definitions: definitionOf, at }, key)) ? { did: 'withdrawn', key } : null;
}

const kinds = [
  'status',
  'status',
  'status',
  'status',
  'status',
  'availability',
  'availability',
  'availability',
  'availability',
  'edit item',
  'edit item',
  'take order',
  'change order',
  'change order',
  'create item',
  'create category',
  'edit category',
  'remove category',
  'remove items',
  'talk',
  'talk',
  'talk',
  'edit customer',
  'delete order',
  'delete order',
  'ordering',
] as const;

const name = (random: Seeded) => `Dish ${random.between(1, 10_000)}`;

function newId(random: Seeded): string {
  const hex = Array.from({ length: 32 }, () => random.between(0, 15).toString(16)).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}
