import type { Promotion } from '../../contract/promotions/calls.ts';
import { newId } from '../../server/platform/ids.ts';
import type { Seeded } from '../support/seeded.ts';

type Window = Promotion['windows'][number];

interface Places {
  categories: string[];
  dishes: string[];
  now: string;
}

/** A body for POST /promotions that is valid: every type, scope and limit comes up. */
export function randomPromotion(random: Seeded, n: number, { categories, dishes, now }: Places) {
  const type = random.pick([
    'percentage',
    'percentage',
    'fixed_amount',
    'free_delivery',
    'buy_x_get_y',
    'free_item',
  ] as const);
  const scopes = {
    percentage: ['order', 'order', 'categories', 'items', 'delivery_fee'],
    fixed_amount: ['order', 'order', 'categories', 'items', 'delivery_fee'],
    free_delivery: ['delivery_fee'],
    buy_x_get_y: ['order', 'categories', 'items'],
    free_item: ['categories', 'items'],
  } as const;
  const applies_to = random.pick<Promotion['applies_to']>(scopes[type]);
  const some = (list: string[]) => random.shuffled(list).slice(0, random.between(1, list.length));
  const or = <T>(p: number, make: () => T): T | null => (random.chance(p) ? make() : null);
  const customer_scope = random.pick(['all', 'all', 'all', 'new', 'returning', 'segment'] as const);
  const hours = (ms: number) => new Date(Date.parse(now) + ms * 3_600_000).toISOString();
  const ofPieces = type === 'buy_x_get_y' || type === 'free_item';
  return {
    id: newId(),
    name: `Promotion ${n}`,
    promotion_type: type,
    applies_to,
    value_bp:
      type === 'percentage' ? random.between(1, 10_000) : ofPieces ? or(0.5, () => random.between(1, 10_000)) : null,
    value_amount: type === 'fixed_amount' ? random.between(1, 3000) : null,
    buy_quantity: type === 'buy_x_get_y' ? random.between(1, 3) : null,
    get_quantity:
      type === 'buy_x_get_y' ? random.between(1, 2) : type === 'free_item' ? or(0.5, () => random.between(1, 3)) : null,
    category_ids: applies_to === 'categories' ? some(categories) : [],
    item_ids: applies_to === 'items' ? some(dishes) : [],
    max_discount_amount: or(0.3, () => random.between(1, 900)),
    min_order_amount: or(0.3, () => random.between(0, 4000)),
    code: or(0.3, () => `CODE${n}x`),
    is_stackable: random.chance(0.7),
    priority: random.between(-1, 1),
    order_types: random.chance(0.2) ? [random.pick(['pickup', 'delivery', 'dine_in'] as const)] : [],
    channels: random.chance(0.15) ? [random.pick(['walk_in', 'phone', 'website'] as const)] : [],
    customer_scope,
    segment: customer_scope === 'segment' ? random.pick(['new', 'regular'] as const) : null,
    usage_limit: or(0.4, () => random.between(1, 4)),
    usage_limit_per_customer: or(0.2, () => random.between(1, 2)),
    budget_amount: or(0.2, () => random.between(1, 5000)),
    starts_at: or(0.2, () => hours(random.between(-30, 3))),
    ends_at: or(0.2, () => hours(random.between(4, 40))),
    windows: random.chance(0.25) ? [randomWindow(random)] : [],
    is_enabled: random.chance(0.92),
  };
}

function randomWindow(random: Seeded): Window {
  const time = () => `${String(random.between(0, 23)).padStart(2, '0')}:${random.pick(['00', '15', '30'])}`;
  const validity = random.pick(['always', 'weekly', 'date_range'] as const);
  const day = (n: number) => `2026-11-${String(n).padStart(2, '0')}`;
  return {
    id: newId(),
    validity,
    weekdays: random.shuffled([0, 1, 2, 3, 4, 5, 6]).slice(0, random.between(validity === 'weekly' ? 1 : 0, 6)),
    start_time: time(),
    end_time: time(),
    start_date: validity === 'date_range' && random.chance(0.7) ? day(random.between(15, 21)) : null,
    end_date: validity === 'date_range' && random.chance(0.7) ? day(random.between(20, 28)) : null,
  };
}
