import type { MenuItem } from '../../contract/menu.ts';
import type { Order, OrderStatus } from '../../contract/orders.ts';
import type { Actor } from '../../contract/values.ts';
import { newId } from '../ids.ts';
import { addressOf, customerOf, noteOf } from './people.ts';
import type { Random } from './random.ts';
import { DEMO_OWNER } from './restaurant.ts';

export interface Wanted {
  /** Epoch ms. */
  placedAt: number;
  number: string;
  /** Where it stands at `now`. */
  status: OrderStatus;
  now: number;
  type: Order['order_type'];
  /** Minutes from placing until it is due. */
  promised?: number;
  /** The customer says that somebody is allergic. */
  isAllergic?: boolean;
}

export interface Kitchen {
  random: Random;
  items: MenuItem[];
  ownerId: string;
  categoryName: (item: MenuItem) => string;
}

/** One plausible order whose sums add up and whose timeline led to where it stands. */
export function makeOrder(kitchen: Kitchen, wanted: Wanted): Omit<Order, 'version'> {
  const { random } = kitchen;
  const order_type = wanted.type;
  const channel = channelOf(random, order_type);
  const placed_at = iso(wanted.placedAt);
  const customer = order_type === 'dine_in' ? { name: `Table ${random.between(1, 14)}`, phone: null, email: null } : customerOf(random);
  const said = noteOf(random);
  const money = sumsOf(random, linesOf(kitchen, order_type), order_type, channel);
  const promised = wanted.promised ?? (order_type === 'delivery' ? random.between(35, 55) : random.between(20, 35));
  const times = timesOf(random, wanted, promised);
  const customerActor: Actor = { kind: channel === 'whatsapp' ? 'bot' : 'customer', id: null, name: channel === 'whatsapp' ? 'Chatbot' : customer.name };
  return {
    ...{ id: newId(new Date(wanted.placedAt)), created_at: placed_at, updated_at: times.last, deleted_at: null },
    updated_by: wanted.status === 'pending' ? customerActor : ownerOf(kitchen),
    ...{ order_no: wanted.number, order_status: wanted.status, order_type, channel, external_id: null, external_source: null },
    ...{ customer, table_name: order_type === 'dine_in' ? customer.name : null },
    guests_count: order_type === 'dine_in' ? random.between(2, 6) : null,
    delivery_address: order_type === 'delivery' ? addressOf(random) : null,
    ...{ is_asap: true, scheduled_for: null, due_at: iso(wanted.placedAt + promised * MINUTE) },
    estimated_ready_at: times.accepted_at && iso(Date.parse(times.accepted_at) + 25 * MINUTE),
    ...{ prep_minutes: times.accepted_at ? 25 : null, answer_by_at: null, kitchen_note: null },
    ...(wanted.isAllergic ? { customer_note: 'No nuts please, my son is allergic. Prawns are for me only.', allergens: ['crustaceans', 'tree_nuts'] } : said),
    ...money,
    ...paymentOf(random, wanted.status, channel, money.total_amount),
    ...endingOf(random, wanted.status),
    placed_at,
    ...times.steps,
    recalled_at: null,
    events: eventsOf(kitchen, wanted.status, placed_at, times.steps, customerActor),
  };
}

const MINUTE = 60_000;
const iso = (ms: number) => new Date(ms).toISOString();
const ownerOf = ({ ownerId }: Kitchen): Actor => ({ kind: 'user', id: ownerId, name: DEMO_OWNER });

function channelOf(random: Random, type: Order['order_type']): Order['channel'] {
  if (type === 'dine_in') return random.chance(0.5) ? 'qr_table' : 'walk_in';
  if (type === 'delivery') return random.weighted([['website', 55], ['whatsapp', 25], ['phone', 12], ['delivery_partner', 8]]);
  return random.weighted([['website', 40], ['whatsapp', 20], ['phone', 20], ['walk_in', 20]]);
}

/** A main dish or two for each guest, and what goes with it. */
function linesOf({ random, items, categoryName }: Kitchen, type: Order['order_type']): Order['lines'] {
  const guests = type === 'dine_in' ? random.between(2, 5) : random.weighted([[1, 30], [2, 42], [3, 16], [4, 12]]);
  const from = (category: string) => items.filter((item) => categoryName(item) === category);
  const chosen = new Map<MenuItem, number>();
  const add = (category: string, chance: number) => {
    const [first, ...others] = from(category);
    if (!first || !random.chance(chance)) return;
    // The first of a category sell best, as on any menu.
    const item = [first, ...others][Math.floor(random.next() ** 1.8 * (others.length + 1))] ?? first;
    chosen.set(item, (chosen.get(item) ?? 0) + 1);
  };
  for (let guest = 0; guest < guests; guest += 1) {
    const main = random.weighted([['Curries', 70], ['Biryani', 14], ['Tandoor', 16]]);
    add(main, 1);
    if (main === 'Curries') add('Rice and sides', 0.75);
    add('Breads', 0.65);
    add('Starters', 0.3);
    add('Vegetable dishes', 0.22);
    add('Drinks', type === 'dine_in' ? 0.9 : 0.18);
    add('Desserts', type === 'dine_in' ? 0.3 : 0.06);
  }
  return [...chosen].map(([item, quantity]) => ({
    ...{ id: newId(), menu_item_id: item.id, name: item.name, quantity },
    ...{ unit_amount: item.price_amount, total_amount: item.price_amount * quantity },
    ...(item.allergens.length > 0 ? { allergens: item.allergens } : {}),
    ...(random.chance(0.04) ? { note: random.pick(['No coriander', 'Extra hot', 'Mild, please', 'Sauce on the side']) } : {}),
  }));
}

function sumsOf(random: Random, lines: Order['lines'], type: Order['order_type'], channel: Order['channel']) {
  const subtotal_amount = lines.reduce((sum, line) => sum + line.total_amount, 0);
  const discount_amount = channel === 'website' && random.chance(0.06) ? Math.round(subtotal_amount / 10) : 0;
  const delivery_fee_amount = type === 'delivery' ? random.weighted([[250, 4], [350, 5], [450, 1]]) : 0;
  const service_charge_amount = type === 'dine_in' ? Math.round(subtotal_amount / 10) : 0;
  const packaging_fee_amount = type === 'dine_in' ? 0 : 100;
  const tip_amount = (channel === 'website' || channel === 'qr_table') && random.chance(0.15) ? random.between(1, 5) * 100 : 0;
  const taxable_amount = subtotal_amount - discount_amount + delivery_fee_amount + service_charge_amount + packaging_fee_amount;
  const tax_amount = Math.round(taxable_amount / 6);
  return {
    ...{ lines, currency: 'GBP', subtotal_amount, discount_amount, delivery_fee_amount, service_charge_amount, packaging_fee_amount },
    ...{ tip_amount, tax_amount, total_amount: taxable_amount + tip_amount },
    taxes: [{ name: 'VAT', rate_bp: 2000, is_inclusive: true, taxable_amount: taxable_amount - tax_amount, tax_amount }],
  };
}

function paymentOf(random: Random, status: OrderStatus, channel: Order['channel'], total: number) {
  const isPrepaid = channel === 'website' || channel === 'qr_table' || channel === 'delivery_partner' || (channel === 'whatsapp' && random.chance(0.7));
  const isEnded = status === 'rejected' || status === 'cancelled';
  if (!isPrepaid && status !== 'completed') {
    return { payment_status: 'unpaid', payment_method: null, paid_amount: 0, refunded_amount: 0, due_amount: isEnded ? 0 : total } as const;
  }
  const payment_method = isPrepaid ? 'card' : random.weighted<'cash' | 'card'>([['cash', 3], ['card', 2]]);
  const partly = status === 'completed' && isPrepaid && random.chance(0.015) ? Math.round(total / 5) : 0;
  const refunded_amount = isEnded ? total : partly;
  const payment_status = isEnded ? 'refunded' : partly > 0 ? 'partially_refunded' : 'paid';
  return { payment_status, payment_method, paid_amount: total, refunded_amount, due_amount: 0 } as const;
}

function endingOf(random: Random, status: OrderStatus) {
  const none = { rejection_reason: null, rejection_note: null, cancellation_reason: null, cancellation_note: null };
  if (status === 'rejected') return { ...none, rejection_reason: random.pick(['busy', 'out_of_stock', 'cannot_deliver'] as const) };
  if (status === 'cancelled') return { ...none, cancellation_reason: random.pick(['customer_request', 'no_show', 'duplicate'] as const) };
  return none;
}

const stepFields = ['accepted_at', 'preparing_at', 'ready_at', 'picked_up_at', 'completed_at', 'rejected_at', 'cancelled_at'] as const;
type Steps = Pick<Order, (typeof stepFields)[number]>;

/** When each step was taken: spread over the time that was promised, and never after `now`. */
function timesOf(random: Random, { placedAt, status, now, type }: Wanted, promised: number) {
  const steps: Steps = { accepted_at: null, preparing_at: null, ready_at: null, picked_up_at: null, completed_at: null, rejected_at: null, cancelled_at: null };
  const reached = reachedBy[status];
  // An open order took its steps within the time that it has had so far; a finished one about as long as promised.
  const span = status === 'completed' ? promised * (0.8 + random.next() * 0.4) * MINUTE : Math.min(promised * MINUTE, now - placedAt);
  for (const [field, share] of reached) {
    if (field === 'picked_up_at' && type !== 'delivery') continue;
    const at = placedAt + span * share + (random.next() * 0.04 - 0.02) * span;
    steps[field] = iso(Math.min(at, now));
  }
  const last = stepFields.map((field) => steps[field]).findLast((at) => at !== null) ?? iso(placedAt);
  return { steps, last, accepted_at: steps.accepted_at };
}

const reachedBy: Record<OrderStatus, [keyof Steps, number][]> = {
  pending: [],
  accepted: [['accepted_at', 0.4]],
  preparing: [['accepted_at', 0.1], ['preparing_at', 0.35]],
  ready: [['accepted_at', 0.05], ['preparing_at', 0.1], ['ready_at', 0.6]],
  out_for_delivery: [['accepted_at', 0.05], ['preparing_at', 0.15], ['ready_at', 0.6], ['picked_up_at', 0.75]],
  completed: [['accepted_at', 0.05], ['preparing_at', 0.2], ['ready_at', 0.65], ['picked_up_at', 0.75], ['completed_at', 1]],
  rejected: [['rejected_at', 0.08]],
  cancelled: [['accepted_at', 0.05], ['cancelled_at', 0.3]],
};

const statusOfField = {
  accepted_at: 'accepted',
  preparing_at: 'preparing',
  ready_at: 'ready',
  picked_up_at: 'out_for_delivery',
  completed_at: 'completed',
  rejected_at: 'rejected',
  cancelled_at: 'cancelled',
} as const satisfies Record<keyof Steps, OrderStatus>;

function eventsOf(kitchen: Kitchen, status: OrderStatus, placed_at: string, steps: Steps, placedBy: Actor): Order['events'] {
  const { random } = kitchen;
  const events: Order['events'] = [
    {
      ...{ id: newId(new Date(placed_at)), type: 'placed', from: null, to: 'pending', at: placed_at, arrived_at: placed_at },
      ...{ actor: placedBy, device_name: null, note: null, was_offline: false },
    },
  ];
  let from: OrderStatus = 'pending';
  for (const field of stepFields) {
    const at = steps[field];
    if (at === null) continue;
    const to = statusOfField[field];
    // Once in a while the tablet in the kitchen had no network, and its taps arrived later.
    const was_offline = status === 'completed' && to === 'ready' && random.chance(0.02);
    events.push({
      ...{ id: newId(new Date(at)), type: 'status', from, to, at, arrived_at: was_offline ? iso(Date.parse(at) + random.between(4, 18) * MINUTE) : at },
      ...{ actor: ownerOf(kitchen), device_name: to === 'accepted' || to === 'rejected' ? 'Counter' : 'Kitchen tablet', note: null, was_offline },
    });
    from = to;
  }
  return events;
}
