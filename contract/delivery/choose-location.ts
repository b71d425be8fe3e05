import { fold } from '../fold.ts';
import { isWithinWindows } from '../menu/windows.ts';
import { distance, isInside } from './geometry.ts';
import { coversPostcode } from './postcode.ts';
import type { DeliveryLocation, Point } from './rows.ts';

/** Where an order goes, as far as it is known. */
export interface Destination {
  postal_code: string;
  city: string;
  line_1?: string | undefined;
  line_2?: string | null | undefined;
  /** A named area that the customer chose. */
  area?: string | undefined;
  /** Of the address. Without it, circles and drawn areas do not match. */
  location?: Point | undefined;
}

interface Basket {
  /** Of the restaurant: how postcodes are read. */
  country: string | null;
  /** Of the food, minor units. */
  subtotal: number;
  timezone: string;
  /** When it is delivered, ISO. */
  at: string;
}

export type DeliveryPrice =
  /** Nobody has said where the restaurant delivers: staff take orders to any address, and customers are offered none (offered-types.ts). */
  | { kind: 'unlimited' }
  | { kind: 'priced'; location: DeliveryLocation; fee_amount: number }
  | { kind: 'below_minimum'; location: DeliveryLocation; min_order_amount: number; missing_amount: number }
  /** `needsPoint`: there are areas on the map, and the address has no point. */
  | { kind: 'unavailable'; needsPoint: boolean };

/**
 * What delivery to an address costs. Of the locations that contain it and are open then, the one with the highest priority counts, then the
 * one with the lowest fee for this basket, then the older one.
 */
export function priceDelivery(
  locations: readonly DeliveryLocation[],
  to: Destination,
  { country, subtotal, timezone, at }: Basket,
): DeliveryPrice {
  const live = locations.filter(({ deleted_at }) => deleted_at === null);
  if (live.length === 0) return { kind: 'unlimited' };
  const open = live.filter(({ is_active, windows }) => is_active && isWithinWindows(windows, timezone, at));
  const [best] = open
    .filter((location) => contains(location, to, country))
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

function contains(location: DeliveryLocation, to: Destination, country: string | null): boolean {
  switch (location.location_type) {
    case 'postcodes':
      return location.postcodes.some((entry) => coversPostcode(entry, to.postal_code, country));
    case 'radius':
      return (
        to.location !== undefined &&
        location.center !== null &&
        distance(location.center, to.location) <= (location.radius_m ?? 0)
      );
    case 'polygon':
      return to.location !== undefined && location.polygon !== null && isInside(to.location, location.polygon);
    case 'named_area':
      return isNamedIn(location.name, to);
  }
}

/** An area's name, and each of several in it: "Graça e Alfama", "Lekki, Victoria Island". */
export const areaNames = (name: string): string[] =>
  [name, ...name.split(/[,;/&+()]|\s(?:and|y|e|et|und)\s/i)].filter((part) => fold(part) !== '');

/** What the customer chose, else a part of the address: "12 Admiralty Way, Lekki". */
function isNamedIn(name: string, { area, city, line_1, line_2 }: Destination): boolean {
  const places = area ? [area] : [city, line_1, line_2].flatMap((text) => [text ?? '', ...(text ?? '').split(',')]);
  const known = new Set(places.map(fold));
  return areaNames(name).some((part) => known.has(fold(part)));
}

/** What customers choose from. */
export const namedAreas = (locations: readonly DeliveryLocation[]): string[] =>
  locations.flatMap(({ location_type: type, is_active, name }) => (type === 'named_area' && is_active ? name : []));

/** Whether addresses have postcodes here; places that are found by name alone, and some countries, have none. */
export function needsPostcode(locations: readonly DeliveryLocation[], country: string | null): boolean {
  const live = locations.filter(({ deleted_at, is_active }) => deleted_at === null && is_active);
  if (live.length > 0) return live.some(({ location_type: type }) => type === 'postcodes');
  return country === null || !withoutPostcodes.has(country);
}
const withoutPostcodes = new Set(
  'AE AG AO AW BF BI BJ BO BS BW BZ CD CF CG CI CK CM DJ DM ER FJ GD GH GM GQ GY HK JM KI KM KN KP LC ML MO MR MW NG NR PA QA RW SB SC SL SR ST SY TD TG TK TL TO TT TV UG VU WS YE ZW'.split(
    ' ',
  ),
);

const isDrawn = (type: DeliveryLocation['location_type']) => type === 'radius' || type === 'polygon';
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
