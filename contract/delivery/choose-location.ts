import { foldName } from '../names.ts';
import { isWithinWindows } from '../menu/windows.ts';
import { distance, isInside } from './geometry.ts';
import type { DeliveryLocation, Point } from './rows.ts';

/** Where an order goes, as far as it is known. */
export interface Destination {
  postal_code: string;
  city: string;
  /** A named area that the customer chose. */
  area?: string | undefined;
  /** Of the address. Without it, circles and drawn areas do not match. */
  location?: Point | undefined;
}

interface Basket {
  /** Of the food, minor units. */
  subtotal: number;
  timezone: string;
  /** When it is delivered, ISO. */
  at: string;
}

export type DeliveryPrice =
  /** Nobody has said where the restaurant delivers: everywhere, for nothing. */
  | { kind: 'unlimited' }
  | { kind: 'priced'; location: DeliveryLocation; fee_amount: number }
  | { kind: 'below_minimum'; location: DeliveryLocation; min_order_amount: number; missing_amount: number }
  /** `needsPoint`: there are areas on the map, and the address has no point. */
  | { kind: 'unavailable'; needsPoint: boolean };

/** "sw1a 1aa" → "SW1A1AA" */
export const readPostcode = (text: string): string => text.toUpperCase().replaceAll(/\s/g, '');

/**
 * What delivery to an address costs. Of the locations that contain it and are open then, the one with the highest priority counts, then the
 * one with the lowest fee for this basket, then the older one.
 */
export function priceDelivery(
  locations: readonly DeliveryLocation[],
  to: Destination,
  { subtotal, timezone, at }: Basket,
): DeliveryPrice {
  const live = locations.filter(({ deleted_at }) => deleted_at === null);
  if (live.length === 0) return { kind: 'unlimited' };
  const open = live.filter(({ is_active, windows }) => is_active && isWithinWindows(windows, timezone, at));
  const [best] = open
    .filter((location) => contains(location, to))
    .toSorted(
      (a, b) =>
        b.priority - a.priority ||
        feeOf(a, subtotal) - feeOf(b, subtotal) ||
        compare(a.created_at + a.id, b.created_at + b.id),
    );
  if (best) return priceIn(best, subtotal);
  const needsPoint = to.location === undefined && open.some(({ location_type: type }) => isDrawn(type));
  return { kind: 'unavailable', needsPoint };
}

/** What delivery costs to a location that somebody chose. */
export function priceIn(location: DeliveryLocation, subtotal: number): DeliveryPrice {
  const { min_order_amount } = location;
  return subtotal < min_order_amount
    ? { kind: 'below_minimum', location, min_order_amount, missing_amount: min_order_amount - subtotal }
    : { kind: 'priced', location, fee_amount: feeOf(location, subtotal) };
}

/** The fee of a location for this much food. */
export function feeOf({ fee_amount, fee_tiers, free_over_amount }: DeliveryLocation, subtotal: number): number {
  if (free_over_amount !== null && subtotal >= free_over_amount) return 0;
  const [tier] = fee_tiers
    .filter(({ min_order_amount }) => min_order_amount <= subtotal)
    .toSorted((a, b) => b.min_order_amount - a.min_order_amount);
  return tier?.fee_amount ?? fee_amount;
}

export function contains(location: DeliveryLocation, to: Destination): boolean {
  switch (location.location_type) {
    case 'postcodes': {
      const postcode = readPostcode(to.postal_code);
      return location.postcodes.some((start) => start !== '' && postcode.startsWith(start));
    }
    case 'radius':
      return (
        to.location !== undefined &&
        location.center !== null &&
        distance(location.center, to.location) <= (location.radius_m ?? 0)
      );
    case 'polygon':
      return to.location !== undefined && location.polygon !== null && isInside(to.location, location.polygon);
    case 'named_area':
      return foldName(location.name) === foldName(to.area ?? to.city);
  }
}

const isDrawn = (type: DeliveryLocation['location_type']) => type === 'radius' || type === 'polygon';
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
