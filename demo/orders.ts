import type { Order } from '../contract/orders/calls.ts';
import { newLine } from '../contract/orders/manual-order.ts';
import { priceDish } from '../contract/orders/price-dish.ts';
import type { Actor } from '../contract/fields.ts';
import { newId } from '../server/platform/ids.ts';
import { chooseAny, type ChoosableDish } from './choose.ts';
import { addressOf, customerOf, noteOf } from './people.ts';
import { iso, MINUTE, ownerOf, type DemoDishRow, type Kitchen, type Wanted } from './kitchen.ts';
import { endingOf, paymentOf, sumsOf } from './money.ts';
import { createRandom, type Random } from './random.ts';
import { eventsOf, timesOf } from './timeline.ts';

/** One plausible order whose totals add up and whose timeline leads to its status. */
export function makeOrder(kitchen: Kitchen, wanted: Wanted): Omit<Order, 'version'> {
  const { random } = kitchen;
  const order_type = wanted.type;
  const channel = channelOf(random, order_type);
  const placed_at = iso(wanted.placedAt);
  const customer =
    order_type === 'dine_in'
      ? { name: `Table ${random.between(1, 14)}`, phone: null, email: null }
      : customerOf(random);
  const note = noteOf(random);
  const money = sumsOf(random, linesOf(kitchen, order_type, createRandom(wanted.placedAt)), order_type, channel);
  const promised = wanted.promised ?? (order_type === 'delivery' ? random.between(35, 55) : random.between(20, 35));
  const times = timesOf(random, wanted, promised);
  const customerActor: Actor = {
    kind: channel === 'whatsapp' ? 'bot' : 'customer',
    id: null,
    name: channel === 'whatsapp' ? 'Chatbot' : customer.name,
  };
  return {
    id: newId(new Date(wanted.placedAt)),
    created_at: placed_at,
    updated_at: times.last,
    deleted_at: null,
    updated_by: wanted.status === 'pending' ? customerActor : ownerOf(kitchen),
    order_no: wanted.number,
    order_status: wanted.status,
    order_type,
    channel,
    external_id: null,
    external_source: null,
    short_code: null,
    customer_id: null,
    customer,
    table_name: order_type === 'dine_in' ? customer.name : null,
    guests_count: order_type === 'dine_in' ? random.between(2, 6) : null,
    delivery_address: order_type === 'delivery' ? addressOf(random) : null,
    is_asap: true,
    scheduled_for: null,
    due_at: iso(wanted.placedAt + promised * MINUTE),
    estimated_ready_at: times.accepted_at && iso(Date.parse(times.accepted_at) + 25 * MINUTE),
    prep_minutes: times.accepted_at ? 25 : null,
    answer_by_at: null,
    seen_at: null,
    acknowledged_by_device_ids: [],
    kitchen_note: null,
    ...(wanted.isAllergic
      ? {
          customer_note: 'No nuts please, my son is allergic. Prawns are for me only.',
          allergens: ['crustaceans', 'tree_nuts'],
        }
      : note),
    ...money,
    ...paymentOf(random, wanted.status, channel, money.total_amount),
    ...endingOf(random, wanted.status),
    placed_at,
    ...times.steps,
    recalled_at: null,
    events: eventsOf(kitchen, wanted.status, placed_at, times.steps, customerActor),
  };
}

function channelOf(random: Random, type: Order['order_type']): Order['channel'] {
  if (type === 'dine_in') return random.chance(0.5) ? 'qr_table' : 'walk_in';
  if (type === 'delivery')
    return random.weighted([
      ['website', 60],
      ['whatsapp', 27],
      ['phone', 13],
    ]);
  return random.weighted([
    ['website', 40],
    ['whatsapp', 20],
    ['phone', 20],
    ['walk_in', 20],
  ]);
}

/** One or two main dishes per guest, with side dishes. `choices` decides what is chosen of each. */
function linesOf({ random, menu }: Kitchen, type: Order['order_type'], choices: Random): Order['lines'] {
  const guests =
    type === 'dine_in'
      ? random.between(2, 5)
      : random.weighted([
          [1, 30],
          [2, 42],
          [3, 16],
          [4, 12],
        ]);
  const chosen = new Map<DemoDishRow, number>();
  const add = (category: string, chance: number) => {
    const offered = menu.get(category) ?? [];
    if (!random.chance(chance)) return;
    // The first dishes of a category sell best, as on any menu.
    const dish = offered[Math.floor(random.next() ** 1.8 * offered.length)];
    if (dish) chosen.set(dish, (chosen.get(dish) ?? 0) + 1);
  };
  for (let guest = 0; guest < guests; guest += 1) {
    const main = random.weighted([
      ['Curries', 70],
      ['Biryani', 14],
      ['Tandoor', 16],
    ]);
    add(main, 1);
    if (main === 'Curries') add('Rice and sides', 0.75);
    add('Breads', 0.65);
    add('Starters', 0.3);
    add('Vegetable dishes', 0.22);
    add('Drinks', type === 'dine_in' ? 0.9 : 0.18);
    add('Desserts', type === 'dine_in' ? 0.3 : 0.06);
  }
  return [...chosen].map(([dish, quantity]) => {
    const outcome = priceDish(dish, chooseAny(choices, choosable(dish)), LONG_AGO);
    if (outcome.kind !== 'priced') throw new Error(`${dish.item.name} is ${outcome.kind}`);
    const note = random.chance(0.04)
      ? random.pick(['No coriander', 'Extra hot', 'Mild, please', 'Sauce on the side'])
      : undefined;
    // The demo's orders carry their VAT as a whole, fees included.
    const { tax_rate_bp: _, is_tax_inclusive: __, ...priced } = outcome.dish;
    return newLine({ id: newId(), menu_item_id: dish.item.id, quantity, ...(note && { note }), ...priced });
  });
}

/** Before anything was sold out. */
const LONG_AGO = '2020-01-01T00:00:00.000Z';

const choosable = ({ item, groups }: DemoDishRow): ChoosableDish => ({
  variants: item.variants ?? [],
  groupIds: (item.modifier_groups ?? []).map(({ id }) => id),
  groups,
});
