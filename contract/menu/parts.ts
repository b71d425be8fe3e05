import * as z from 'zod/mini';
import { Actor, Id, Instant, LocalDate, LocalTime, Price, text, trimmedText, Weekday } from '../fields.ts';

// What rows and bodies of the menu have in common.

export const AvailabilityWindow = z.strictObject({
  id: Id,
  validity: z.enum(['always', 'weekly', 'date_range']),
  weekdays: z.array(Weekday).check(z.maxLength(7)),
  /** An end at or before the start means the next day. */
  start_time: LocalTime,
  end_time: LocalTime,
  start_date: z.nullable(LocalDate),
  end_date: z.nullable(LocalDate),
});
export type AvailabilityWindow = z.infer<typeof AvailabilityWindow>;

export const allergens = [
  'celery',
  'crustaceans',
  'eggs',
  'fish',
  'gluten',
  'lupin',
  'milk',
  'molluscs',
  'mustard',
  'peanuts',
  'sesame',
  'soy',
  'sulphites',
  'tree_nuts',
] as const;
export const Allergen = z.enum(allergens);
export type Allergen = z.infer<typeof Allergen>;
export const dietaries = ['dairy_free', 'gluten_free', 'halal', 'kosher', 'nut_free', 'vegan', 'vegetarian'] as const;
export const Dietary = z.enum(dietaries);
export type Dietary = z.infer<typeof Dietary>;

export const AvailabilityStatus = z.enum(['available', 'sold_out', 'hidden']);
export type AvailabilityStatus = z.infer<typeof AvailabilityStatus>;
export const AvailabilityReason = z.enum(['out_of_stock', 'equipment', 'quality', 'not_today', 'stock_zero', 'other']);

/** Items, variants and modifiers can be sold out alike. */
export const availabilityFields = {
  availability_status: AvailabilityStatus,
  /** With sold_out or hidden: when it ends by itself. */
  unavailable_until: z.nullable(Instant),
  availability_reason: z.nullable(AvailabilityReason),
  /** `occurred_at` of the current change, for merging. */
  availability_changed_at: z.nullable(Instant),
  availability_changed_by: z.nullable(Actor),
  /** Operation id of the current change: breaks ties of `occurred_at`. */
  availability_op_id: z.nullable(Id),
};

/** `open`: asked for when the dish is ordered, so customers cannot order it. With variants it says nothing. */
export const PricingType = z.enum(['fixed', 'variants', 'open']);
export type PricingType = z.infer<typeof PricingType>;

/** A size or a kind of a dish, with a price of its own. */
export const Variant = z.object({
  id: Id,
  name: z.string(),
  price_amount: Price,
  sku: z.nullable(z.string()),
  is_default: z.boolean(),
  sort_order: z.int(),
  ...availabilityFields,
});
export type Variant = z.infer<typeof Variant>;

/** A place in a list. Between any two there is another: see places.ts. */
export const SortKey = z.number().check(z.gte(-1_000_000), z.lte(1_000_000));

export const KitchenStation = trimmedText(40);

/** A variant as an edit names it: its place is that in the list, and its availability is not the edit's to say. */
export const WantedVariant = z.strictObject({
  id: Id,
  name: trimmedText(80),
  price_amount: Price,
  sku: z.optional(z.nullable(text(60))),
  is_default: z.optional(z.boolean()),
});
export type WantedVariant = z.infer<typeof WantedVariant>;

export const eachOnce = z.refine<readonly { id: string }[]>(
  (rows) => new Set(rows.map(({ id }) => id.toLowerCase())).size === rows.length,
  'Two have the same id',
);
export const oneDefault = z.refine<readonly { is_default?: boolean | undefined }[]>(
  (rows) => rows.filter(({ is_default }) => is_default).length <= 1,
  'Only one can be the usual one',
);
