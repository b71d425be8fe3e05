import * as contract from '../../contract/storefront/calls.ts';
import { namedAreas } from '../../contract/delivery/choose-location.ts';
import { priceOrderDelivery } from '../delivery/price.ts';
import { liveLocations } from '../delivery/store.ts';
import { defineHandler, refuse, Refusal } from '../pipeline/handler.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { asOffered } from './offered-types.ts';

export const quote = defineHandler(contract.quoteDelivery, async (c) => {
  const restaurant = await asOffered(c.db, await loadRestaurant(c.db, c.restaurantId));
  if (!restaurant.order_type.includes('delivery'))
    return refuse('order_type_unavailable', { current: { order_type: restaurant.order_type } });
  const { postal_code, city = '', area, lat, lng, subtotal_amount, at } = c.query;
  const price = await priceOrderDelivery(c.db, restaurant, {
    to: {
      postal_code,
      city,
      area,
      location: lat && lng ? { lat: Number(lat), lng: Number(lng) } : undefined,
    },
    subtotal: Number(subtotal_amount ?? 0),
    at: at ?? c.now.toISOString(),
  });
  if (price instanceof Refusal) return price;
  const locations = await liveLocations(c.db, c.restaurantId);
  return {
    fee_amount: price.fee_amount,
    currency: restaurant.currency,
    eta_max_minutes: price.etaMinutes,
    areas: namedAreas(locations),
  };
});
