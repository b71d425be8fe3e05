import type * as z from 'zod/mini';
import { isAvailable } from '../../contract/menu/availability.ts';
import type { Variant } from '../../contract/menu/parts.ts';
import { publicFields, valuesOf } from '../../contract/entity-fields.ts';
import { bookFields, categoryFields } from '../../contract/menu/menu-fields.ts';
import { itemFields } from '../../contract/menu/item-fields.ts';
import { heldBy } from '../../contract/menu/dish-allergens.ts';
import type { OfferedGroup, OfferedModifier } from '../../contract/menu/linked.ts';
import type { Modifier } from '../../contract/menu/modifiers.ts';
import { absenceOf, type Absence } from '../../contract/menu/orderable.ts';
import { hasOpenPrice, taxRateOf } from '../../contract/orders/price-dish.ts';
import { lastOrderAt, orderingAt, orderingNow, prepMinutes } from '../../contract/restaurant/ordering.ts';
import * as contract from '../../contract/storefront/calls.ts';
import { nextServed } from '../menu/ends-at.ts';
import { defineHandler, defineKeptHandler } from '../pipeline/handler.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { offeredItems, type Offered } from '../menu/offered.ts';
import { asOffered } from './offered-types.ts';

export const showRestaurant = defineHandler(contract.getRestaurant, async (c) => {
  const restaurant = await asOffered(c.db, await loadRestaurant(c.db, c.restaurantId));
  const types = (['pickup', 'delivery', 'dine_in'] as const).filter((type) => restaurant.order_type.includes(type));
  const orderings = types.map((type) => orderingNow(restaurant, c.now, type));
  const ordering = orderings.find(({ isOpen }) => isOpen) ?? orderings[0] ?? orderingAt(restaurant, c.now);
  return {
    slug: restaurant.slug,
    name: restaurant.name,
    address: restaurant.address,
    city: restaurant.city,
    postal_code: restaurant.postal_code,
    country_code: restaurant.country_code,
    phone_number_business: restaurant.phone_number_business,
    currency: restaurant.currency,
    timezone: restaurant.timezone,
    opening_hours: restaurant.opening_hours,
    order_type: restaurant.order_type,
    is_taking_orders: ordering.isOpen,
    closed_reason: ordering.isOpen ? null : ordering.reason === 'closing' ? 'closed' : ordering.reason,
    opens_at: ordering.isOpen ? null : ordering.opensAt,
    prep_minutes: {
      pickup: prepMinutes(restaurant, 'pickup', c.now),
      delivery: prepMinutes(restaurant, 'delivery', c.now),
      dine_in: prepMinutes(restaurant, 'dine_in', c.now),
    },
    last_order_at: {
      pickup: lastOrderAt(restaurant, c.now, 'pickup'),
      delivery: lastOrderAt(restaurant, c.now, 'delivery'),
      dine_in: lastOrderAt(restaurant, c.now, 'dine_in'),
    },
  };
});

type Menu = z.infer<typeof contract.PublicMenu>;

export const showMenu = defineKeptHandler(contract.getMenu, nextServed, async (c) => {
  const books: Menu['books'] = [];
  const restaurant = await loadRestaurant(c.db, c.restaurantId);
  const { timezone } = restaurant;
  const now = c.now.toISOString();
  const items = await offeredItems(c.db, restaurant, c.now, { channel: 'website' });
  // Complete, because a restaurant's website is another origin.
  const image: Complete = (url) => (url ? `${c.env.publicUrl}/backend${url}` : null);
  for (const offered of items) {
    const { category, book } = offered;
    let inBook = books.at(-1);
    if (inBook?.id !== book.id) {
      inBook = {
        id: book.id,
        ...valuesOf(publicBookFields, book),
        image_url: image(book.image_url),
        categories: [],
      };
      books.push(inBook);
    }
    let inCategory = inBook.categories.at(-1);
    if (inCategory?.id !== category.id) {
      inCategory = {
        id: category.id,
        ...valuesOf(publicCategoryFields, category),
        image_url: image(category.image_url),
        items: [],
      };
      inBook.categories.push(inCategory);
    }
    inCategory.items.push(publicItem(offered, absenceOf(offered, timezone, now), { now: c.now, image }));
  }
  const groups = items[0]?.groups ?? new Map<string, OfferedGroup>();
  return { modifier_groups: [...groups.values()].map((group) => publicGroup(group, c.now)), books };
});

const publicBookFields = publicFields(bookFields);
const publicCategoryFields = publicFields(categoryFields);
const publicItemFields = publicFields(itemFields);

type Complete = (url: string | null | undefined) => string | null;

function publicItem(
  { item, category, book, taxes }: Offered,
  absence: Absence | null,
  { now, image }: { now: Date; image: Complete },
): z.infer<typeof contract.PublicItem> {
  const variants = (item.variants ?? []).filter((one) => isShown(one, now));
  return {
    ...valuesOf(publicItemFields, item),
    id: item.id,
    image_url: image(item.image_url),
    images: (item.images ?? []).map((url) => image(url)!),
    currency: item.currency,
    are_allergens_known: item.allergens_confirmed_at !== null,
    variants: variants.map((one) => ({ ...publicChoice(one, now), is_default: one.is_default })),
    modifier_group_ids: (item.modifier_groups ?? []).map(({ id }) => id),
    tax_rate_bp: taxRateOf({ item, category, taxes }),
    is_tax_inclusive: item.is_tax_inclusive ?? book.tax_mode === 'inclusive',
    is_available: absence === null && !hasOpenPrice(item),
    unavailable_reason: absence?.why ?? (hasOpenPrice(item) ? 'open_price' : null),
    available_again_at: absence?.until ?? null,
  };
}

const isShown = (one: Variant | Modifier, now: Date) => one.availability_status !== 'hidden' || isAvailable(one, now);

const publicChoice = (one: Variant | Modifier, now: Date) => ({
  id: one.id,
  name: one.name,
  price_amount: one.price_amount,
  is_available: isAvailable(one, now),
  available_again_at: isAvailable(one, now) ? null : one.unavailable_until,
});

/** Of a choice that is a dish as well: what the dish holds. */
function held(one: OfferedModifier) {
  const { contains, mayContain, isConfirmed } = heldBy(one);
  return { allergens: contains, may_contain: mayContain, are_allergens_known: isConfirmed };
}

const publicGroup = (group: OfferedGroup, now: Date): z.infer<typeof contract.PublicGroup> => ({
  id: group.id,
  name: group.name,
  selection_type: group.selection_type,
  min_selected: group.min_selected,
  max_selected: group.max_selected,
  free_count: group.free_count,
  modifiers: group.modifiers
    .filter((one) => isShown(one, now))
    .map((one) => ({
      ...publicChoice(one, now),
      is_default: one.is_default,
      max_quantity: one.max_quantity,
      ...held(one),
      nested_group_ids: one.nested_group_ids,
    })),
});
