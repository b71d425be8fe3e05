import {
  needsPostcode,
  priceDelivery,
  type DeliveryPrice,
  type Destination,
} from '../../contract/delivery/choose-location.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import { refuse, Refusal } from '../pipeline/handler.ts';
import type { Tx } from '../db/tx.ts';
import { liveLocations } from './store.ts';

interface Wanted {
  to: Destination;
  /** Of the food, minor units. */
  subtotal: number;
  /** When it is delivered, ISO. */
  at: string;
  /** A customer's address, which has a postcode where there are postcodes. */
  isWhole?: boolean;
}

export interface PricedDelivery {
  fee_amount: number;
  /** The longest time that the location names; null: none, or no location. */
  etaMinutes: number | null;
}

/** What delivery costs by the restaurant's locations, or why it is not offered. */
export async function priceOrderDelivery(
  db: Tx,
  { id, timezone, currency, country_code: country }: Restaurant,
  { to, subtotal, at, isWhole = false }: Wanted,
): Promise<PricedDelivery | Refusal> {
  const locations = await liveLocations(db, id);
  const needed = { 'delivery_address.postal_code': 'Enter the postcode' };
  if (isWhole && to.postal_code.trim() === '' && needsPostcode(locations, country))
    return refuse('invalid_fields', { field_errors: needed });
  const price = priceDelivery(locations, to, { country, subtotal, timezone, at });
  if (price.kind === 'unlimited') return { fee_amount: 0, etaMinutes: null };
  if (price.kind !== 'priced') return refuseDelivery(price, currency);
  return { fee_amount: price.fee_amount, etaMinutes: price.location.eta_max_minutes };
}

/** Why delivery is not offered. */
export function refuseDelivery(
  price: Extract<DeliveryPrice, { kind: 'below_minimum' | 'unavailable' }>,
  currency: string,
): Refusal {
  if (price.kind === 'unavailable')
    return refuse('delivery_unavailable', { current: { needs_location: price.needsPoint } });
  const { min_order_amount, missing_amount, location } = price;
  return refuse('below_minimum', {
    current: { min_order_amount, missing_amount, currency, delivery_location: location.name },
  });
}
