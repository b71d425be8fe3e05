import {
  choice,
  code,
  flag,
  list,
  money,
  optionalMoney,
  optionalPercent,
  optionalText,
  optionalWhole,
  own,
  plainText,
  whole,
} from '../entity-fields.ts';
import type { OrderType } from '../restaurant/rows.ts';
import type { Allergen, AvailabilityWindow, Dietary, PricingType, Variant } from './parts.ts';

/** The fields of a dish, in the order of the columns of a file. Availability is no field: it has calls of its own. */
export const itemFields = {
  name: plainText(160, { label: 'Name', csv: true, isPublic: true, isInEveryRow: true, isRequired: true }),
  kitchen_name: optionalText(160, {
    label: 'Kitchen name',
    csv: true,
    isInEveryRow: true,
    part: 'kitchen',
    hint: 'Shorter name for the ticket',
  }),
  description: plainText(2000, { label: 'Description', csv: true, isPublic: true, isInEveryRow: true }),
  image_url: own<string | null>()(null, { label: 'Photo', isInEveryRow: true }),
  /** Further images, in their order. */
  images: own<string[]>()([], { label: 'More photos' }),
  /** Of a dish without sizes. */
  price_amount: money({ label: 'Price', csv: 'price', isPublic: true, isInEveryRow: true, isRequired: true }),
  sort_order: own<number>()(0, { label: 'Place in the list', csv: 'position', isInEveryRow: true }),
  allergens: list<Allergen>()({ label: 'Allergens', csv: true, isPublic: true, isInEveryRow: true }),
  may_contain: list<Allergen>()({ label: 'May contain', csv: true, isPublic: true, isInEveryRow: true }),
  /** Null: nobody has confirmed them, which does not mean "none". */
  allergens_confirmed_at: own<string | null>()(null, {
    label: 'Allergens checked',
    csv: 'allergens_confirmed',
    isInEveryRow: true,
  }),
  dietary: list<Dietary>()({ label: 'Dietary', csv: true, isPublic: true, isInEveryRow: true }),
  spice_level: own<number | null>()(null, { label: 'Heat', csv: true, isPublic: true, isInEveryRow: true }),
  variants: own<Variant[]>()([], { label: 'Sizes' }),
  /** In the order in which they are asked for. */
  modifier_groups: own<{ id: string }[]>()([], { label: 'Choices', csv: 'groups' }),
  /** Null: the category's. */
  kitchen_station: optionalText(40, { label: 'Station', csv: true, part: 'kitchen' }),
  /** The longest of an order's dishes counts when it is promised. */
  prep_minutes: optionalWhole(1, 600, {
    label: 'Preparation time',
    unit: 'minutes',
    csv: true,
    part: 'kitchen',
    placeholder: 'Standard',
  }),
  sku: code(60, { label: 'SKU', csv: true, part: 'kitchen' }),
  min_age: optionalWhole(1, 99, {
    label: 'Minimum age',
    unit: 'years',
    csv: true,
    isPublic: true,
    part: 'kitchen',
    placeholder: 'None',
  }),
  is_alcoholic: flag({ label: 'Contains alcohol', csv: 'alcohol', isPublic: true, part: 'kitchen' }),
  /** Null: the category's. */
  tax_rate_bp: optionalPercent({
    label: 'Tax rate',
    unit: '%',
    csv: 'tax_rate',
    part: 'kitchen',
  }),
  /** Null: as the book's `tax_mode` says. */
  is_tax_inclusive: own<boolean | null>()(null, { label: 'Tax in the price', csv: 'tax_included' }),
  availability_windows: own<AvailabilityWindow[]>()([], { label: 'Times', csv: 'windows' }),
  pricing_type: choice<PricingType>()('fixed', { label: 'Way of pricing', csv: 'pricing' }),
  /** How it can be ordered; empty: in every way that its menu allows. */
  order_types: list<OrderType>()({ label: 'Order types', csv: true, isPublic: true }),
  /** The fewest and the most pieces in one order, on all of its lines together. Null: as many as wanted. */
  min_quantity: whole(1, 99, 1, {
    label: 'Minimum per order',
    csv: true,
    isPublic: true,
    part: 'ordering',
    placeholder: '1',
  }),
  max_quantity: optionalWhole(1, 99, {
    label: 'Maximum per order',
    csv: true,
    isPublic: true,
    part: 'ordering',
    placeholder: 'No limit',
    advice: 'Enter the minimum or more, up to 99, or leave it empty.',
  }),
  /** What it cost before: shown struck through. */
  compare_at_amount: optionalMoney({
    label: 'Original price',
    csv: 'price_before',
    isPublic: true,
    part: 'ordering',
    hint: 'Struck through beside the price on your website.',
  }),
  /** Of one piece. */
  calories: optionalWhole(0, 20_000, {
    label: 'Calories',
    unit: 'kcal',
    csv: true,
    isPublic: true,
    part: 'ordering',
    placeholder: 'Not stated',
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
