import * as z from 'zod/mini';

const Money = z.int();
const Maybe = <T extends z.ZodMiniType>(shape: T) => z.optional(z.nullable(shape));
const Text = z.pipe(
  Maybe(z.string()),
  z.transform((value) => value ?? ''),
);

const Choice = z.looseObject({ id: Maybe(z.string()), name: z.string(), price_amount: z._default(Money, 0) });
const Variant = z.extend(Choice, { is_default: Maybe(z.boolean()), availability_status: Maybe(z.string()) });
const Group = z.looseObject({
  id: Maybe(z.string()),
  name: Maybe(z.string()),
  selection_type: Maybe(z.enum(['single', 'multiple', 'quantity', 'text'])),
  min_selected: Maybe(z.int()),
  max_selected: Maybe(z.int()),
  modifiers: Maybe(
    z.array(z.extend(Choice, { allergens: Maybe(z.array(z.string())), availability_status: Maybe(z.string()) })),
  ),
});
export type GroupFacts = z.infer<typeof Group>;

const Item = z.looseObject({
  id: Maybe(z.string()),
  name: z.string(),
  description: Text,
  price_amount: z._default(Money, 0),
  pricing_type: Maybe(z.enum(['fixed', 'variants', 'open'])),
  variants: Maybe(z.array(Variant)),
  modifier_groups: Maybe(z.array(z.union([z.string(), Group]))),
  allergens: Maybe(z.array(z.string())),
  may_contain: Maybe(z.array(z.string())),
  allergens_confirmed_at: Maybe(z.string()),
  dietary: Maybe(z.array(z.string())),
  spice_level: Maybe(z.int()),
  is_alcoholic: Maybe(z.boolean()),
  is_available: Maybe(z.boolean()),
  availability_status: Maybe(z.string()),
});
export type ItemFacts = z.infer<typeof Item>;

const Period = z.object({ open_time: z.string(), close_time: z.string() });
const Days = z.array(z.object({ weekday: z.int(), is_open: z.boolean(), periods: z._default(z.array(Period), []) }));
const OpeningHours = z.looseObject({
  days: Days,
  /** Hours of their own. */
  order_types: Maybe(z.record(z.string(), Maybe(z.looseObject({ days: Days })))),
  exceptions: Maybe(
    z.array(
      z.looseObject({
        date: Maybe(z.string()),
        recurring: Maybe(z.string()),
        is_open: z.boolean(),
        periods: z._default(z.array(Period), []),
        label: Text,
      }),
    ),
  ),
});

const Location = z.looseObject({
  name: z.string(),
  location_type: z._default(z.string(), 'postcodes'),
  postcodes: z._default(z.array(z.string()), []),
  fee_amount: z._default(Money, 0),
  fee_tiers: z._default(z.array(z.object({ min_order_amount: Money, fee_amount: Money })), []),
  min_order_amount: z._default(Money, 0),
  free_over_amount: Maybe(Money),
  eta_min_minutes: Maybe(z.int()),
  eta_max_minutes: Maybe(z.int()),
  priority: z._default(z.int(), 0),
  is_active: z._default(z.boolean(), true),
  windows: z._default(z.array(z.unknown()), []),
  courier: z._default(z.string(), 'own'),
  note: Text,
});
export type LocationFacts = z.infer<typeof Location>;

const Person = z.looseObject({ name: Maybe(z.string()), phone: Maybe(z.string()) });
const Order = z.looseObject({
  order_no: Maybe(z.union([z.string(), z.number()])),
  order_status: z._default(z.string(), 'accepted'),
  order_type: z._default(z.string(), 'pickup'),
  customer: Maybe(Person),
  customer_name: Maybe(z.string()),
  phone: Maybe(z.string()),
  customer_phone: Maybe(z.string()),
  due_at: Maybe(z.string()),
  estimated_ready_at: Maybe(z.string()),
  placed_at: Maybe(z.string()),
  created_at: Maybe(z.string()),
});
export type OrderFacts = z.infer<typeof Order>;

/** A restaurant as the benchmark is given it, in the shapes of the rows of the contract. What is missing is not recorded. */
export const RestaurantFacts = z.looseObject({
  name: z.string(),
  slug: Maybe(z.string()),
  currency: z.string(),
  locale: z._default(z.string(), 'en-GB'),
  timezone: z.string(),
  address: Maybe(z.union([z.string(), z.record(z.string(), z.unknown())])),
  phone: Maybe(z.string()),
  email: Maybe(z.string()),
  business_day_cutoff_time: Maybe(z.string()),
  opening_hours: OpeningHours,
  menu: z.looseObject({
    categories: z.array(z.looseObject({ name: z.string(), items: z.array(Item) })),
    modifier_groups: Maybe(z.array(Group)),
  }),
  modifier_groups: Maybe(z.array(Group)),
  delivery_locations: Maybe(z.array(Location)),
  payment_methods: Maybe(z.array(z.union([z.string(), z.looseObject({ name: z.string() })]))),
  reservation: Maybe(z.record(z.string(), z.unknown())),
  faqs: Maybe(z.array(z.object({ q: z.string(), a: z.string() }))),
  orders: Maybe(z.array(Order)),
  asker_phone: Maybe(z.string()),
});
export type RestaurantFacts = z.infer<typeof RestaurantFacts>;
