import * as z from 'zod/mini';
import { Amount, Currency, syncedFields } from '../fields.ts';
import { AvailabilityWindow } from '../menu/parts.ts';

export const deliveryLocationTypes = ['postcodes', 'radius', 'polygon', 'named_area'] as const;

/** WGS 84 degrees. */
export const Point = z.strictObject({
  lat: z.number().check(z.gte(-90), z.lte(90)),
  lng: z.number().check(z.gte(-180), z.lte(180)),
});
export type Point = z.infer<typeof Point>;

/** GeoJSON: one closed ring of [longitude, latitude] pairs; the first pair is repeated at the end. */
export const Polygon = z.strictObject({
  type: z.literal('Polygon'),
  coordinates: z.array(z.array(z.array(z.number()).check(z.length(2))).check(z.maxLength(201))).check(z.length(1)),
});
export type Polygon = z.infer<typeof Polygon>;

/** From this much on, another fee. */
export const FeeTier = z.strictObject({ min_order_amount: Amount, fee_amount: Amount });

/** Where the restaurant delivers, and for how much. */
export const DeliveryLocation = z.object({
  ...syncedFields,
  /** Of a `named_area`: what customers choose, or the city of their address. */
  name: z.string(),
  location_type: z.enum(deliveryLocationTypes),
  /** Beginnings of postcodes, as `coversPostcode` compares them: upper case. Former ones have no spaces. */
  postcodes: z.array(z.string()),
  center: z.nullable(Point),
  radius_m: z.nullable(z.int()),
  polygon: z.nullable(Polygon),
  fee_amount: Amount,
  fee_tiers: z.array(FeeTier),
  min_order_amount: Amount,
  free_over_amount: z.nullable(Amount),
  currency: Currency,
  eta_min_minutes: z.nullable(z.int()),
  eta_max_minutes: z.nullable(z.int()),
  /** The highest counts where several match. */
  priority: z.int(),
  is_active: z.boolean(),
  /** When it is delivered to, as the windows of a menu. None: whenever delivery is open. */
  windows: z.array(AvailabilityWindow),
  courier: z.enum(['own', 'partner']),
  note: z.string(),
});
export type DeliveryLocation = z.infer<typeof DeliveryLocation>;
