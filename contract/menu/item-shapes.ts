import * as z from 'zod/mini';
import { atMost, same, shapesOf } from '../entity-schemas.ts';
import { Id, Instant } from '../fields.ts';
import { IMAGE_LIMITS, ImageUrl } from '../files/images.ts';
import { OrderType } from '../restaurant/rows.ts';
import { itemFields } from './item-fields.ts';
import {
  Allergen,
  AvailabilityWindow,
  Dietary,
  eachOnce,
  KitchenStation,
  oneDefault,
  PricingType,
  SortKey,
  Variant,
  WantedVariant,
} from './parts.ts';

/** Of the fields of a dish: `row`, `body` of the calls that write it, and `public`. */
export const itemShapes = shapesOf(itemFields, {
  image_url: { row: z.nullable(z.string()), body: z.nullable(ImageUrl) },
  images: { row: z.array(z.string()), body: z.array(ImageUrl).check(z.maxLength(IMAGE_LIMITS.more)) },
  sort_order: { row: z.number(), body: SortKey },
  allergens: atMost(Allergen, 14),
  may_contain: atMost(Allergen, 14),
  allergens_confirmed_at: same(z.nullable(Instant)),
  dietary: atMost(Dietary, 7),
  spice_level: same(z.nullable(z.int().check(z.gte(0), z.lte(3)))),
  variants: {
    row: z.array(Variant),
    body: z.array(WantedVariant).check(z.maxLength(30), eachOnce, oneDefault),
  },
  modifier_groups: {
    row: z.array(z.object({ id: Id })),
    body: z.array(z.strictObject({ id: Id })).check(z.maxLength(20), eachOnce),
  },
  kitchen_station: { row: z.nullable(z.string()), body: z.nullable(KitchenStation) },
  is_tax_inclusive: same(z.nullable(z.boolean())),
  availability_windows: atMost(AvailabilityWindow, 20),
  pricing_type: same(PricingType),
  order_types: atMost(OrderType, 5),
});
