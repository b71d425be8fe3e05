import type * as z from 'zod/mini';
import { isAvailable } from '../menu/availability.ts';
import type { MenuBook, MenuCategory, MenuItem } from '../menu/calls.ts';
import type { Variant } from '../menu/parts.ts';
import type { OfferedGroup } from '../menu/linked.ts';
import type { Modifier } from '../menu/modifiers.ts';
import type { TaxSettings } from '../restaurant/rows.ts';
import type { WantedLine, WantedModifier } from './calls.ts';
import { timesOf } from './times-of.ts';

/** A dish of the menu with where it stands, and the groups that its choices are looked up in. */
export interface Dish {
  item: Pick<
    MenuItem,
    | 'name'
    | 'kitchen_name'
    | 'price_amount'
    | 'variants'
    | 'modifier_groups'
    | 'tax_rate_bp'
    | 'is_tax_inclusive'
    | 'pricing_type'
    | 'kitchen_station'
    | 'allergens'
    | 'allergens_confirmed_at'
    | 'is_alcoholic'
    | 'order_types'
    | 'min_quantity'
    | 'max_quantity'
  >;
  category: Pick<MenuCategory, 'tax_rate_bp' | 'kitchen_station'> | null;
  book: Pick<MenuBook, 'tax_mode'> | null;
  groups: ReadonlyMap<string, OfferedGroup>;
  /** The restaurant's rates, for dishes without one. */
  taxes?: TaxSettings | null | undefined;
}

/** The dish's tax rate, else its category's, else the restaurant's usual one, basis points; null: no tax is known. */
export function taxRateOf({ item, category, taxes }: Pick<Dish, 'item' | 'category' | 'taxes'>): number | null {
  const usual = (purpose: 'all' | 'alcohol') => taxes?.rates.find(({ applies_to }) => applies_to === purpose)?.rate_bp;
  const own = item.tax_rate_bp ?? category?.tax_rate_bp;
  return own ?? (item.is_alcoholic ? usual('alcohol') : undefined) ?? usual('all') ?? null;
}

/** What is said of a dish when it is ordered; `unit_amount` counts only where its price is open. */
export type Choice = Pick<WantedLine, 'variant_id' | 'modifiers' | 'unit_amount'>;

/** What an order's line says of a dish: all of it follows from the menu and the choice. */
export type PricedDish = Pick<
  WantedLine,
  | 'variant_id'
  | 'kitchen_name'
  | 'modifiers'
  | 'tax_rate_bp'
  | 'tax_name'
  | 'is_tax_inclusive'
  | 'kitchen_station'
  | 'allergens'
> & { name: string; unit_amount: number };

export type DishOutcome =
  | { kind: 'priced'; dish: PricedDish }
  /** `available_again_at`: as far as it is known. */
  | { kind: 'sold_out'; name: string; available_again_at: string | null }
  /** By field of the choice: "variant_id", "modifiers.2.quantity", and "modifiers.<id of the group>" where too little was chosen. */
  | { kind: 'refused'; field_errors: Record<string, string> };

type Wanted = z.infer<typeof WantedModifier>;
interface Node {
  wanted: Wanted;
  /** Its place in the list, for what is said of it. */
  place: number;
  below: Node[];
}

/** Groups lie in a modifier of a group of the dish, and once more in one of theirs. */
export const NESTING_MAX = 2;

/**
 * Checks what was chosen of a dish, and prices it: the variant's price, else the dish's, and what each choice adds to one piece. The one
 * place where it is worked out: device, API, storefront and tickets have it from here.
 *
 * Of a group the first `free_count` cost nothing, in the order in which they were chosen. A choice below another counts for each piece of
 * that one. "No" costs nothing and counts for nothing. `at`: for when it is wanted. `takenAt`: when it was ordered; what was switched off
 * or on after that may be had.
 */
export function priceDish(
  { item, category, book, groups, taxes }: Dish,
  choice: Choice,
  at: string,
  takenAt: string = at,
): DishOutcome {
  const field_errors: Record<string, string> = {};
  const variant = variantOf(item, choice, field_errors);
  const isOpen = hasOpenPrice(item);
  const chosen: NonNullable<PricedDish['modifiers']> = [];
  const gone: (Variant | Modifier)[] = [];
  const allergens = new Set(item.allergens);
  let areKnown = item.allergens_confirmed_at !== null;

  const times = timesOf(choice.modifiers ?? []);

  const walk = (groupIds: readonly string[], nodes: Node[], depth: number) => {
    const offered = groupIds.flatMap((id) => groups.get(id) ?? []);
    const strangers = nodes.filter(({ wanted }) => !offered.some(({ id }) => id === wanted.group_id.toLowerCase()));
    for (const { place } of strangers) field_errors[`modifiers.${place}.group_id`] = 'This cannot be chosen here';
    for (const group of offered) {
      const own = nodes.filter(({ wanted }) => wanted.group_id.toLowerCase() === group.id);
      checkCount(group, own, field_errors);
      let free = group.free_count;
      for (const node of own) {
        if (group.selection_type === 'text') {
          const words = node.wanted.text?.trim();
          if (!words) field_errors[`modifiers.${node.place}.text`] = 'Required';
          chosen.push(lineModifier(node.wanted, group, { id: null, name: words ?? '', price_amount: 0 }, 0, depth));
          continue;
        }
        const modifier = group.modifiers.find(({ id }) => id === node.wanted.modifier_id?.toLowerCase());
        if (!modifier) {
          field_errors[`modifiers.${node.place}.modifier_id`] = 'This is no choice of the group';
          continue;
        }
        const quantity = checkQuantity(group, modifier, node, field_errors);
        const isLeftOut = node.wanted.prefix === 'no';
        const paid = isLeftOut ? 0 : Math.max(0, quantity - free);
        if (!isLeftOut) {
          free = Math.max(0, free - quantity);
          if (!wasAvailable(modifier, at, takenAt)) gone.push(modifier);
          for (const allergen of modifier.allergens) allergens.add(allergen);
          if (modifier.linked_item_id && !modifier.allergens_confirmed_at) areKnown = false;
        }
        chosen.push(lineModifier(node.wanted, group, modifier, paid * (times[node.place] ?? 1), depth));
        const nested = isLeftOut || depth === NESTING_MAX ? [] : modifier.nested_group_ids;
        walk(nested, node.below, depth + 1);
      }
    }
  };
  if (variant && !wasAvailable(variant, at, takenAt)) gone.push(variant);
  walk(
    (item.modifier_groups ?? []).map(({ id }) => id),
    treeOf(choice.modifiers ?? [], field_errors),
    0,
  );

  if (isOpen && choice.unit_amount === undefined) field_errors.unit_amount = 'Say what it costs';
  if (Object.keys(field_errors).length > 0) return { kind: 'refused', field_errors };
  const [first] = gone;
  if (first)
    return { kind: 'sold_out', name: `${item.name}, ${first.name}`, available_again_at: first.unavailable_until };
  const named = (name: string) => (variant ? `${name}, ${variant.name}` : name);
  const rate = taxRateOf({ item, category, taxes });
  const tax = taxes?.rates.find(({ rate_bp }) => rate_bp === rate);
  const station = item.kitchen_station ?? category?.kitchen_station ?? null;
  const dish: PricedDish = {
    name: named(item.name),
    unit_amount: isOpen ? choice.unit_amount! : (variant?.price_amount ?? item.price_amount),
    kitchen_station: station,
    ...(variant ? { variant_id: variant.id } : {}),
    ...(variant && item.kitchen_name ? { kitchen_name: named(item.kitchen_name) } : {}),
    ...(chosen.length > 0 ? { modifiers: chosen } : {}),
    ...(rate === null
      ? {}
      : { tax_rate_bp: rate, is_tax_inclusive: item.is_tax_inclusive ?? book?.tax_mode !== 'exclusive' }),
    ...(tax ? { tax_name: tax.name } : {}),
    // Left out where nobody has said: unknown is not none.
    ...(areKnown || allergens.size > 0 ? { allergens: [...allergens] } : {}),
  };
  return { kind: 'priced', dish };
}

/** Does whoever takes the order say what the dish costs? */
export const hasOpenPrice = ({ pricing_type, variants = [] }: Pick<MenuItem, 'pricing_type' | 'variants'>): boolean =>
  pricing_type === 'open' && variants.length === 0;

/** What one piece costs with all that was chosen. */
export const pieceAmount = ({ unit_amount, modifiers }: Pick<PricedDish, 'unit_amount' | 'modifiers'>): number =>
  (modifiers ?? []).reduce((sum, { each_amount }) => sum + (each_amount ?? 0), unit_amount);

function variantOf(
  { variants = [] }: Dish['item'],
  { variant_id: id }: Choice,
  field_errors: Record<string, string>,
): Variant | undefined {
  if (variants.length === 0) {
    if (id) field_errors.variant_id = 'This dish has no variants';
    return undefined;
  }
  const variant = id ? variants.find((one) => one.id === id.toLowerCase()) : variants.find((one) => one.is_default);
  if (!variant) field_errors.variant_id = id ? 'This variant is not on the menu' : 'Choose one of the variants';
  return variant;
}

/** The list says by depth what lies below what: each below the last one before it that is less deep. */
function treeOf(list: readonly Wanted[], field_errors: Record<string, string>): Node[] {
  const top: Node[] = [];
  const open: Node[] = [];
  for (const [place, wanted] of list.entries()) {
    const depth = wanted.depth ?? 0;
    const node: Node = { wanted, place, below: [] };
    const parent = open[depth - 1];
    if (depth > 0 && !parent) {
      field_errors[`modifiers.${place}.depth`] = 'There is nothing above it';
      continue;
    }
    (parent?.below ?? top).push(node);
    open.splice(depth, open.length, node);
  }
  return top;
}

function checkCount(group: OfferedGroup, own: Node[], field_errors: Record<string, string>): void {
  const counted = own.filter(({ wanted }) => wanted.prefix !== 'no');
  const isOneEach = group.selection_type !== 'quantity';
  const count = isOneEach ? counted.length : counted.reduce((sum, { wanted }) => sum + (wanted.quantity ?? 1), 0);
  const isSingle = group.selection_type === 'single' || group.selection_type === 'text';
  const most = isSingle ? 1 : group.max_selected;
  const key = `modifiers.${group.id}`;
  if (count < group.min_selected) field_errors[key] = `${group.name}: choose at least ${group.min_selected}`;
  else if (most !== null && count > most) field_errors[key] = `${group.name}: choose ${most} at most`;
  const ids = own.map(({ wanted }) => wanted.modifier_id?.toLowerCase());
  if (new Set(ids).size < ids.length) field_errors[key] = `${group.name}: one of them is there twice`;
}

function checkQuantity(
  group: OfferedGroup,
  modifier: Modifier,
  { wanted, place }: Node,
  field_errors: Record<string, string>,
): number {
  const quantity = wanted.quantity ?? 1;
  const most = group.selection_type === 'quantity' && wanted.prefix !== 'no' ? (modifier.max_quantity ?? 99) : 1;
  if (quantity > most) field_errors[`modifiers.${place}.quantity`] = `${modifier.name}: ${most} at most`;
  return quantity;
}

/** `paid`: how many of it cost something, on one piece of the dish. */
function lineModifier(
  { group_id, prefix, quantity }: Wanted,
  group: OfferedGroup,
  { id, name, price_amount }: { id: string | null; name: string; price_amount: number },
  paid: number,
  depth: number,
): NonNullable<PricedDish['modifiers']>[number] {
  return {
    group_id: group_id.toLowerCase(),
    modifier_id: id,
    ...(depth > 0 ? { depth } : {}),
    ...(id === null ? { text: name } : {}),
    prefix: prefix ?? 'none',
    quantity: quantity ?? 1,
    group_name: group.name,
    ...(group.kitchen_name ? { group_kitchen_name: group.kitchen_name } : {}),
    name,
    unit_amount: prefix === 'no' ? 0 : price_amount,
    each_amount: prefix === 'no' ? 0 : price_amount * paid,
  };
}

/** It was there when it was ordered; what has been turned off or on since may have been. */
function wasAvailable(
  target: Pick<Variant, 'availability_status' | 'unavailable_until' | 'availability_changed_at'>,
  at: string,
  takenAt: string,
): boolean {
  const { availability_changed_at: changedAt } = target;
  return isAvailable(target, at) || (changedAt !== null && changedAt > takenAt);
}
