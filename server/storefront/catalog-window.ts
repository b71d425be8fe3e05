import type * as z from 'zod/mini';
import { orderingAt, prepMinutes } from '../../contract/restaurant/ordering.ts';
import * as contract from '../../contract/storefront/calls.ts';
import { defineHandler } from '../pipeline/handler.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { offeredItems, type Offered } from './menu.ts';

export const showRestaurant = defineHandler(contract.getRestaurant, async (c) => {
  const restaurant = await loadRestaurant(c.db, c.restaurantId);
  const ordering = orderingAt(restaurant, c.now);
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
    closed_reason: ordering.isOpen ? null : ordering.reason,
    opens_at: ordering.isOpen ? null : ordering.opensAt,
    prep_minutes: {
      pickup: prepMinutes(restaurant, 'pickup', c.now),
      delivery: prepMinutes(restaurant, 'delivery', c.now),
      dine_in: prepMinutes(restaurant, 'dine_in', c.now),
    },
  };
});

type Menu = z.infer<typeof contract.PublicMenu>;

export const showMenu = defineHandler(contract.getMenu, async (c) => {
  const books: Menu['books'] = [];
  for (const { item, category, book } of await offeredItems(c.db, c.restaurantId, c.now)) {
    let inBook = books.at(-1);
    if (inBook?.id !== book.id) {
      inBook = { id: book.id, name: book.name, description: book.description, categories: [] };
      books.push(inBook);
    }
    let inCategory = inBook.categories.at(-1);
    if (inCategory?.id !== category.id) {
      inCategory = { id: category.id, name: category.name, description: category.description, items: [] };
      inBook.categories.push(inCategory);
    }
    inCategory.items.push(publicItem(item));
  }
  return { books };
});

function publicItem(item: Offered['item']): z.infer<typeof contract.PublicItem> {
  return {
    id: item.id,
    name: item.name,
    description: item.description,
    image_url: item.image_url,
    price_amount: item.price_amount,
    currency: item.currency,
    allergens: item.allergens,
    may_contain: item.may_contain,
    are_allergens_known: item.allergens_confirmed_at !== null,
    dietary: item.dietary,
    spice_level: item.spice_level,
    is_available: item.is_available,
    available_again_at: item.is_available ? null : item.unavailable_until,
  };
}
