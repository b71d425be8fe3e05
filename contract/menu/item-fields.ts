import * as z from 'zod/mini';
import { bodyShape, field, flag, list, whole } from '../entity-fields.ts';
import { Id, Instant, Price, text, trimmedText } from '../fields.ts';
import { IMAGE_LIMITS, ImageUrl } from '../files/images.ts';
import { OrderType } from '../restaurant/rows.ts';
import {
  Allergen,
  AvailabilityWindow,
  Dietary,
  eachOnce,
  oneDefault,
  PricingType,
  SortKey,
  Variant,
  WantedVariant,
} from './parts.ts';

const price = { row: Price, body: Price, empty: 0 };
const words = (body: z.ZodMiniType<string>) => ({
  row: z.nullable(z.string()),
  body: z.nullable(body),
  empty: null,
});
const windowList = z.array(AvailabilityWindow);

/** The fields of a dish, in the order of the columns of a file. Availability is no field: it has calls of its own. */
export const itemFields = {
  name: field(
    'text',
    { row: z.string(), body: trimmedText(160), empty: '' },
    { label: 'Name', csv: 'name', isPublic: true, isInEveryRow: true, isRequired: true, max: 160 },
  ),
  kitchen_name: field('text', words(text(160)), {
    label: 'Kitchen name',
    csv: 'kitchen_name',
    isInEveryRow: true,
    part: 'kitchen',
    hint: 'Shorter name for the ticket',
    max: 160,
  }),
  description: field(
    'text',
    { row: z.string(), body: text(2000), empty: '' },
    { label: 'Description', csv: 'description', isPublic: true, isInEveryRow: true, max: 2000 },
  ),
  image_url: field(
    'own',
    { row: z.nullable(z.string()), body: z.nullable(ImageUrl), empty: null },
    {
      label: 'Photo',
      isInEveryRow: true,
    },
  ),
  /** Further images, in their order. */
  images: field(
    'own',
    { row: z.array(z.string()), body: z.array(ImageUrl).check(z.maxLength(IMAGE_LIMITS.more)), empty: [] },
    { label: 'More photos' },
  ),
  /** Of a dish without sizes. */
  price_amount: field('money', price, {
    label: 'Price',
    csv: 'price',
    isPublic: true,
    isInEveryRow: true,
    isRequired: true,
  }),
  /** A place in the list. */
  sort_order: field(
    'own',
    { row: z.number(), body: SortKey, empty: 0 },
    { label: 'Place in the list', csv: 'position', isInEveryRow: true },
  ),
  allergens: list(Allergen, 14, { label: 'Allergens', csv: 'allergens', isPublic: true, isInEveryRow: true }),
  may_contain: list(Allergen, 14, { label: 'May contain', csv: 'may_contain', isPublic: true, isInEveryRow: true }),
  /** Null: nobody has confirmed them, which does not mean "none". */
  allergens_confirmed_at: field(
    'own',
    { row: z.nullable(Instant), body: z.nullable(Instant), empty: null },
    {
      label: 'Allergens checked',
      csv: 'allergens_confirmed',
      isInEveryRow: true,
    },
  ),
  dietary: list(Dietary, 7, { label: 'Dietary', csv: 'dietary', isPublic: true, isInEveryRow: true }),
  spice_level: field(
    'own',
    {
      row: z.nullable(z.int().check(z.gte(0), z.lte(3))),
      body: z.nullable(z.int().check(z.gte(0), z.lte(3))),
      empty: null,
    },
    { label: 'Heat', csv: 'spice_level', isPublic: true, isInEveryRow: true },
  ),
  variants: field(
    'own',
    { row: z.array(Variant), body: z.array(WantedVariant).check(z.maxLength(30), eachOnce, oneDefault), empty: [] },
    { label: 'Sizes' },
  ),
  /** In the order in which they are asked for. */
  modifier_groups: field(
    'own',
    {
      row: z.array(z.object({ id: Id })),
      body: z.array(z.strictObject({ id: Id })).check(z.maxLength(20), eachOnce),
      empty: [],
    },
    { label: 'Choices', csv: 'groups' },
  ),
  /** Null: the category's. */
  kitchen_station: field('text', words(trimmedText(40)), {
    label: 'Station',
    csv: 'kitchen_station',
    part: 'kitchen',
    max: 40,
  }),
  /** The longest of an order's dishes counts when it is promised. */
  prep_minutes: whole(1, 600, {
    label: 'Preparation time',
    unit: 'minutes',
    csv: 'prep_minutes',
    part: 'kitchen',
    placeholder: 'Standard',
    advice: 'Enter 1 to 600 minutes, or leave it empty.',
  }),
  sku: field('code', words(text(60)), { label: 'SKU', csv: 'sku', part: 'kitchen', max: 60 }),
  /** Null: anybody may buy it. */
  min_age: whole(1, 99, {
    label: 'Minimum age',
    unit: 'years',
    csv: 'min_age',
    isPublic: true,
    part: 'kitchen',
    placeholder: 'None',
    advice: 'Enter 1 to 99 years, or leave it empty.',
  }),
  is_alcoholic: flag({ label: 'Contains alcohol', csv: 'alcohol', isPublic: true, part: 'kitchen' }),
  /** Basis points: 2000 is 20 %. Null: the category's. */
  tax_rate_bp: field(
    'percent',
    { row: z.nullable(z.int()), body: z.nullable(z.int().check(z.gte(0), z.lte(10_000))), empty: null },
    {
      label: 'Tax rate',
      unit: '%',
      csv: 'tax_rate',
      part: 'kitchen',
      advice: 'Enter a rate from 0 to 100, such as 20 or 12.5.',
    },
  ),
  /** Null: as the book's `tax_mode` says. */
  is_tax_inclusive: field(
    'own',
    { row: z.nullable(z.boolean()), body: z.nullable(z.boolean()), empty: null },
    { label: 'Tax in the price', csv: 'tax_included' },
  ),
  availability_windows: field(
    'own',
    { row: windowList, body: windowList.check(z.maxLength(20)), empty: [] },
    { label: 'Times', csv: 'windows' },
  ),
  pricing_type: field(
    'choice',
    { row: PricingType, body: PricingType, empty: 'fixed' },
    { label: 'Way of pricing', csv: 'pricing' },
  ),
  /** How it can be ordered; empty: in every way that its menu allows. */
  order_types: list(OrderType, 5, { label: 'Order types', csv: 'order_types', isPublic: true }),
  /** The fewest and the most pieces in one order, on all of its lines together. Null: as many as wanted. */
  min_quantity: field(
    'whole',
    { row: z.int(), body: z.int().check(z.gte(1), z.lte(99)), empty: 1 },
    {
      label: 'Minimum per order',
      csv: 'min_quantity',
      isPublic: true,
      part: 'ordering',
      placeholder: '1',
      advice: 'Enter 1 to 99, or leave it empty.',
      min: 1,
      max: 99,
    },
  ),
  max_quantity: whole(1, 99, {
    label: 'Maximum per order',
    csv: 'max_quantity',
    isPublic: true,
    part: 'ordering',
    placeholder: 'No limit',
    advice: 'Enter the minimum or more, up to 99, or leave it empty.',
  }),
  /** What it cost before: shown struck through. */
  compare_at_amount: field(
    'money',
    { row: z.nullable(Price), body: z.nullable(Price), empty: null },
    {
      label: 'Original price',
      csv: 'price_before',
      isPublic: true,
      part: 'ordering',
      hint: 'Struck through beside the price on your website.',
    },
  ),
  /** Of one piece. */
  calories: whole(0, 20_000, {
    label: 'Calories',
    unit: 'kcal',
    csv: 'calories',
    isPublic: true,
    part: 'ordering',
    placeholder: 'Not stated',
    advice: 'Enter up to 20,000, or leave it empty.',
  }),
  /** Shown first on the restaurant's website. */
  is_featured: flag({
    label: 'Featured',
    hint: 'shown first on your website',
    csv: 'featured',
    isPublic: true,
    part: 'ordering',
  }),
};

export const itemBody = bodyShape(itemFields);
