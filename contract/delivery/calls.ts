import * as z from 'zod/mini';
import { call, queue, read } from '../call.ts';
import { deviceField, Id, operationFields, Price, text, trimmedText } from '../fields.ts';
import { AvailabilityWindow } from '../menu/parts.ts';
import { DeliveryLocation, Point, Polygon } from './rows.ts';

/** What a location is: its type with what that type needs. */
const Area = z.discriminatedUnion('location_type', [
  z.strictObject({
    location_type: z.literal('postcodes'),
    postcodes: z.array(trimmedText(12)).check(z.minLength(1, 'Enter at least one postcode'), z.maxLength(500)),
  }),
  z.strictObject({
    location_type: z.literal('radius'),
    center: Point,
    radius_m: z.int().check(z.gte(50), z.lte(200_000)),
  }),
  z.strictObject({ location_type: z.literal('polygon'), polygon: Polygon }),
  z.strictObject({ location_type: z.literal('named_area') }),
]);

const Minutes = z.nullable(z.int().check(z.gte(0), z.lte(1_440)));

const fields = {
  fee_amount: z.optional(Price),
  fee_tiers: z.optional(z.array(z.strictObject({ min_order_amount: Price, fee_amount: Price })).check(z.maxLength(10))),
  min_order_amount: z.optional(Price),
  free_over_amount: z.optional(z.nullable(Price)),
  eta_min_minutes: z.optional(Minutes),
  eta_max_minutes: z.optional(Minutes),
  priority: z.optional(z.int().check(z.gte(-1_000), z.lte(1_000))),
  is_active: z.optional(z.boolean()),
  windows: z.optional(z.array(AvailabilityWindow).check(z.maxLength(20))),
  courier: z.optional(z.enum(['own', 'partner'])),
  note: z.optional(text(500)),
};

const done = { ...operationFields, ...deviceField };

export const list = call('delivery.list', 'GET', '/settings/delivery-locations', {
  access: 'settings',
  offline: read,
  reply: z.object({ delivery_locations: z.array(DeliveryLocation) }),
  summary: 'Where the restaurant delivers, highest priority first',
});

/** The device chooses the id, so that a repeated request creates one. Amounts are in the restaurant's currency. */
export const create = call('delivery.create', 'POST', '/settings/delivery-locations', {
  access: 'settings',
  offline: queue('never'),
  body: z.strictObject({ id: z.optional(Id), name: trimmedText(80), area: Area, ...fields, ...done }),
  reply: DeliveryLocation,
  summary: 'Add a delivery location',
});

/** Merged by field: the newest `occurred_at` wins, then the greater `op_id`; the notice `superseded` names the fields that lost. */
export const edit = call('delivery.edit', 'PUT', '/settings/delivery-locations/{id}', {
  access: 'settings',
  offline: queue('never'),
  body: z.strictObject({ name: z.optional(trimmedText(80)), area: z.optional(Area), ...fields, ...done }),
  reply: DeliveryLocation,
  summary: 'Edit a delivery location',
});

export const remove = call('delivery.remove', 'DELETE', '/settings/delivery-locations/{id}', {
  access: 'settings',
  offline: queue('never'),
  reply: z.object({ id: Id }),
  summary: 'Delete a delivery location',
});
