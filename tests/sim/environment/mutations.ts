import { priced } from '../../support/rows.ts';
import { orderStatuses, type OrderStatus } from '../../../contract/orders/calls.ts';
import { nextSteps } from '../../../contract/orders/status.ts';
import type { Reservation } from '../../../contract/reservations/calls.ts';
import { nextReservationSteps } from '../../../contract/reservations/status.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import type { Args, Call } from '../../../contract/call.ts';
import type { Chat } from '../../../contract/chats/calls.ts';
import type { Table } from '../../../contract/entity.ts';
import type { MenuItem } from '../../../contract/menu/calls.ts';
import type { ModifierGroup } from '../../../contract/menu/modifiers.ts';
import { isEditable } from '../../../contract/orders/edit.ts';
import type { Order } from '../../../contract/orders/calls.ts';
import type { Ticket } from '../../../src/data/mutate.ts';
import type { MutationDefinition } from '../../../src/data/mutation.ts';
import {
  addDish,
  createBody,
  draftOf,
  editBody,
  emptyDraft,
  setLine,
} from '../../../src/features/point-of-sale/draft.ts';
import * as counter from '../../../src/features/point-of-sale/mutations.ts';
import * as chats from '../../../src/features/chats/mutations.ts';
import * as customers from '../../../src/features/customers/mutations.ts';
import * as inventory from '../../../src/features/inventory/mutations.ts';
import * as menu from '../../../src/features/menu/mutations.ts';
import * as ordering from '../../../src/features/ordering/mutations.ts';
import { acknowledge } from '../../../src/features/notifications/mutations.ts';
import * as orders from '../../../src/features/orders/mutations.ts';
import * as reservations from '../../../src/features/reservations/mutations.ts';
import type { Seeded } from '../../support/seeded.ts';
import type { Raw } from '../disk.ts';
import { partyBody, partyEdit } from '../model/reservations.ts';
import { moveBody } from '../model/stock.ts';
import type { Tab } from './tab.ts';

export interface SimMutation {
  ticket: Ticket;
  call: string;
  touches: string[];
}

/** A random mutation on a row of this device. Null if there is no such row. */
export function makeSomeMutation(
  random: Seeded,
  raw: Raw,
  tab: Tab,
  {
    isApi = false,
    isLong = false,
    isMerging = false,
    isStocked = false,
    isReserving = false,
    isFullHouse = false,
  } = {},
): SimMutation | null {
  const make = <C extends Call, T extends Table>(definition: MutationDefinition<C, T>, args: Args<C>): SimMutation => ({
    ticket: tab.mutate(definition, args),
    call: definition.call.name,
    touches: definition.rows(args).map((id) => `${definition.table}:${id}`),
  });
  const all = <R extends { id: string }>(table: Table) =>
    raw.all<R & Record<string, unknown>>(table).sort((a, b) => (a.id < b.id ? -1 : 1));
  // Half of the mutations use the first row; otherwise two devices would rarely meet.
  const one = <R>(rows: R[]): R | undefined => (rows.length === 0 || random.chance(0.5) ? rows[0] : random.pick(rows));
  const category = one(all<{ id: string; menu_book_id: string }>('menu_categories'));
  const item = one(all<{ id: string; menu_book_id: string; category_id: string; price_amount: number }>('menu_items'));
  const order = one(all<{ id: string; order_status: OrderStatus; updated_at: string }>('orders'));
  const kind = isLong
    ? 'talk'
    : random.pick([
        ...(isMerging ? mergeKinds : kinds),
        ...(isApi ? onApiOnly : isStocked ? stockKinds : []),
        ...(isReserving ? reservationKinds : []),
        ...(isFullHouse ? Array.from({ length: 16 }, () => reservationKinds).flat() : []),
      ]);
  switch (kind) {
    case 'move stock': {
      const stock = one(all('inventory_items'));
      return stock ? make(inventory.moveStock, { path: { id: stock.id }, body: moveBody(random) }) : null;
    }
    case 'reserve':
    case 'edit reservation':
    case 'move reservation':
      return reservation(random, kind, { make, all, one }, tab.store.clock.now());
    case 'take order':
    case 'change order':
      return orderByHand(random, kind, { make, all, one });
    case 'strike line': {
      const lines = (order as Order | undefined)?.lines ?? [];
      if (!order || lines.length === 0) return null;
      const path = { id: order.id, lineId: random.pick(lines).id };
      return make(orders.setLineStatus, { path, body: { line_status: random.pick(['new', 'ready'] as const) } });
    }
    case 'acknowledge':
      if (!order) return null;
      return make(acknowledge, { path: { id: order.id }, body: { device_id: deviceId(tab.name) } });
    case 'look at chat':
    case 'pause chat': {
      const chat = one(all<Chat>('chats'));
      if (!chat) return null;
      const path = { id: chat.id };
      if (kind === 'look at chat') return make(chats.markAsRead, { path, body: { read_upto: chat.last_message_at } });
      return random.chance(0.5) ? make(chats.pause, { path, body: {} }) : make(chats.resume, { path, body: {} });
    }
    case 'sold out': {
      if (!item) return null;
      const path = { id: item.menu_book_id, categoryId: item.category_id, itemId: item.id };
      return make(menu.setAvailability, { path, body: soldOut });
    }
    case 'switch size': {
      const variant = one((item as MenuItem | undefined)?.variants ?? []);
      if (!item || !variant) return null;
      const path = { id: item.menu_book_id, categoryId: item.category_id, itemId: item.id };
      const body = random.chance(0.5) ? { is_available: random.chance(0.5) } : soldOut;
      return make(menu.setAvailability, { path, body: { variant_id: variant.id, ...body } });
    }
    case 'switch choice': {
      const group = one(all<ModifierGroup>('modifier_groups'));
      const modifier = one(group?.modifiers ?? []);
      if (!group || !modifier) return null;
      const body = random.chance(0.5) ? { is_available: random.chance(0.5) } : soldOut;
      return make(menu.setModifierAvailability, { path: { groupId: group.id, modifierId: modifier.id }, body });
    }
    case 'availability':
    case 'edit item': {
      if (!item) return null;
      const path = { id: item.menu_book_id, categoryId: item.category_id, itemId: item.id };
      if (kind === 'availability')
        return make(menu.setAvailability, { path, body: { is_available: random.chance(0.5) } });
      const body = random.chance(0.5) ? { name: name(random) } : { price_amount: random.between(100, 2000) };
      // Some forms send the price that was seen; some change two fields at once.
      const hasExpectedPrice = (body.price_amount ?? 1) % 2 === 0;
      const more = (body.price_amount ?? 1) % 4 === 0 ? { spice_level: (body.price_amount! / 4) % 4 } : {};
      const seen = hasExpectedPrice ? { expected_price_amount: item.price_amount } : {};
      return make(menu.editItem, { path, body: { ...body, ...seen, ...more } });
    }
    case 'status': {
      if (!order) return null;
      const steps = nextSteps(order as unknown as Parameters<typeof nextSteps>[0], null, order.updated_at);
      // Usually a step that the screen offers; sometimes one that only another device would offer.
      const step = steps.length > 0 && !random.chance(0.1) ? random.pick(steps) : null;
      const order_status = step?.order_status ?? random.pick(orderStatuses);
      const reason =
        order_status === 'rejected' ? 'busy' : order_status === 'cancelled' ? 'customer_request' : undefined;
      const expected = step?.expected_status;
      return make(orders.setStatus, {
        path: { id: order.id },
        body: { order_status, ...(reason ? { reason } : {}), ...(expected ? { expected_status: expected } : {}) },
      });
    }
    case 'create category':
      if (!category) return null;
      return make(menu.createCategory, {
        path: { id: category.menu_book_id },
        body: { id: pickId(random, order) ?? newId(random), name: name(random) },
      });
    case 'edit category':
    case 'remove category':
    case 'create item': {
      if (!category) return null;
      const path = { id: category.menu_book_id, categoryId: category.id };
      if (kind === 'edit category') return make(menu.editCategory, { path, body: { name: name(random) } });
      if (kind === 'remove category') return make(menu.removeCategory, { path });
      const id = pickId(random, order) ?? newId(random);
      return make(menu.createItem, { path, body: { id, name: name(random), price_amount: random.between(100, 2000) } });
    }
    case 'remove items':
      if (!item) return null;
      return make(menu.removeItems, {
        path: { id: item.menu_book_id, categoryId: item.category_id },
        body: { item_ids: [item.id] },
      });
    case 'delete order':
      return order ? make(orders.removeOrder, { body: { orderId: order.id } }) : null;
    case 'restore order': {
      const gone = one(
        raw.all<{ touches: string[]; call: string }>('outbox').filter((e) => e.call === 'orders.remove'),
      );
      const id = gone?.touches[0]?.split(':')[1] ?? order?.id;
      return id ? make(orders.restoreOrder, { path: { id }, body: {} }) : null;
    }
    case 'talk': {
      const chat = one(all<{ id: string; last_inbound_at: string | null }>('chats'));
      if (!chat) return null;
      return make(chats.sendMessage, {
        path: { id: chat.id },
        body: {
          message: isLong ? longMessage(random) : name(random),
          message_id: newId(random),
          seen_inbound_at: random.chance(0.8) ? chat.last_inbound_at : null,
          is_confirmed: random.chance(0.1),
        },
      });
    }
    case 'edit customer': {
      const customer = one(all('customers'));
      if (!customer) return null;
      const body = random.chance(0.5) ? { note: name(random) } : { phone: `+44770090070${random.between(0, 3)}` };
      return make(customers.editCustomer, { path: { id: customer.id }, body });
    }
    case 'ordering': {
      const [restaurant] = all('restaurants');
      if (!restaurant) return null;
      const ordering_status = random.pick(['open', 'paused'] as const);
      return make(ordering.setOrdering, {
        body: {
          restaurant_id: restaurant.id,
          ordering_status,
          ordering_pause_reason: 'busy',
          extra_prep_minutes: random.between(0, 30),
        },
      });
    }
  }
}

const soldOut = { availability_status: 'sold_out', unavailable_until: null, reason: 'out_of_stock' } as const;

/** Creates a dish and changes it at once. */
export function makeAndChange(random: Seeded, raw: Raw, tab: Tab): SimMutation[] {
  const [category] = raw.all<{ id: string; menu_book_id: string }>('menu_categories');
  if (!category) return [];
  const id = newId(random);
  const path = { id: category.menu_book_id, categoryId: category.id };
  const touches = [`menu_items:${id}`];
  const made = tab.mutate(menu.createItem, { path, body: { id, name: name(random), price_amount: 500 } });
  const changed = tab.mutate(menu.setAvailability, { path: { ...path, itemId: id }, body: { is_available: false } });
  return [
    { ticket: made, call: menu.createItem.call.name, touches },
    { ticket: changed, call: menu.setAvailability.call.name, touches },
  ];
}

/** Calls that the model of the server does not implement. */
const onApiOnly = ['take order', 'take order', 'change order'] as const;

/** On the model; the API's stock is played in tests/inventory. */
const stockKinds = ['move stock', 'move stock', 'move stock', 'take order', 'take order'] as const;

const reservationKinds = [
  'reserve',
  'reserve',
  'edit reservation',
  'edit reservation',
  'move reservation',
  'move reservation',
  'move reservation',
] as const;

const kinds = [
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
  'edit item',
  'create item',
  'create category',
  'edit category',
  'edit category',
  'remove category',
  'remove items',
  'delete order',
  'restore order',
  'talk',
  'talk',
  'edit customer',
  'ordering',
] as const;
const mergeKinds = [
  ...kinds,
  'change order',
  'strike line',
  'strike line',
  'acknowledge',
  'look at chat',
  'pause chat',
  'sold out',
  'switch size',
  'switch size',
  'switch choice',
  'switch choice',
] as const;

interface Hand {
  make: <C extends Call, T extends Table>(definition: MutationDefinition<C, T>, args: Args<C>) => SimMutation;
  all: <R extends { id: string }>(table: Table) => R[];
  one: <R>(rows: R[]) => R | undefined;
}

/** A manual order, new or changed. It may contain sold-out dishes, which the server refuses. */
function orderByHand(
  random: Seeded,
  kind: 'take order' | 'change order',
  { make, all, one }: Hand,
): SimMutation | null {
  // Dishes that the model made have fewer fields than a line needs.
  const items = all<MenuItem>('menu_items').filter((item) => item.variants !== undefined);
  const order = kind === 'take order' ? null : one(all<Order>('orders').filter(isEditable));
  if (items.length === 0 || order === undefined) return null;
  let draft = order ? draftOf(order) : emptyDraft();
  for (const line of draft.lines)
    if (random.chance(0.4)) draft = setLine(draft, line.id, { quantity: random.between(0, 3) });
  for (let n = random.between(1, 2); n > 0; n -= 1) {
    const item = random.pick(items);
    draft = addDish(draft, item.id, priced(item), newId(random));
  }
  const place = { country: 'GB', currency: 'GBP', usualMinutes: 20 };
  if (!order) return make(counter.createOrder, { body: createBody(draft, newId(random), 'A1', place) });
  const body = editBody(draft, order, place);
  return body && make(counter.editOrder, { path: { id: order.id }, body });
}

/** A party that is taken, changed or moved on. Somebody else may have its table, which only the server knows. */
function reservation(
  random: Seeded,
  kind: (typeof reservationKinds)[number],
  { make, all, one }: Hand,
  now: number,
): SimMutation | null {
  if (kind === 'reserve') {
    const body = { id: newId(random), name: name(random), source: 'phone' as const, ...partyBody(random, now) };
    return make(reservations.createReservation, {
      body: body as Args<typeof reservations.createReservation.call>['body'],
    });
  }
  const row = one(all<Reservation>('reservations'));
  const [restaurant] = all<Restaurant>('restaurants');
  if (!row || !restaurant) return null;
  const path = { id: row.id };
  if (kind === 'edit reservation') return make(reservations.editReservation, { path, body: partyEdit(random, now) });
  const steps = nextReservationSteps(row, restaurant, now);
  // Usually a step that the screen offers; sometimes one that only another device would offer.
  const step = steps.length > 0 && !random.chance(0.2) ? random.pick(steps).reservation_status : null;
  const reservation_status =
    step ?? random.pick(['confirmed', 'seated', 'completed', 'declined', 'cancelled', 'no_show'] as const);
  return make(reservations.setReservationStatus, { path, body: { reservation_status } });
}

/** Sometimes a taken id: the creation is refused, and what depends on it fails. */
const pickId = (random: Seeded, row: { id: string } | undefined): string | undefined =>
  random.chance(0.1) ? row?.id : undefined;
/** Id of the tab's device. Tab names look like "device 1 tab 3". */
const deviceId = (tab: string): string => `0192f0a0-0000-7000-8000-00000000000${/\d+/.exec(tab)![0]}`;
const name = (random: Seeded) => `Dish ${random.between(1, 10_000)}`;
/** The longest message allowed, with three bytes per character. */
const longMessage = (random: Seeded) => name(random).padEnd(4_000, '☃');

export function newId(random: Seeded): string {
  const hex = Array.from({ length: 32 }, () => random.between(0, 15).toString(16)).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}
