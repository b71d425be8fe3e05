import type { Args } from '../call.ts';
import type { NewRowValues } from '../menu/new-rows.ts';
import type { create, edit } from './calls.ts';
import { readPostcode } from './postcode.ts';
import { faultOfPolygon } from './geometry.ts';
import type { DeliveryLocation } from './rows.ts';

export type LocationBody = Args<typeof edit>['body'];
type NewLocation = Omit<Args<typeof create>['body'], 'id' | 'occurred_at' | 'op_id' | 'device_name'>;

/** A new location, on the device as on the server. */
export function newLocation(
  body: NewLocation,
  birth: Pick<NewRowValues, 'id' | 'at' | 'actor' | 'version'>,
  currency: string,
): DeliveryLocation {
  return editedLocation(
    {
      id: birth.id,
      version: birth.version,
      created_at: birth.at,
      updated_at: birth.at,
      deleted_at: null,
      updated_by: birth.actor,
      name: '',
      location_type: 'postcodes',
      postcodes: [],
      center: null,
      radius_m: null,
      polygon: null,
      fee_amount: 0,
      fee_tiers: [],
      min_order_amount: 0,
      free_over_amount: null,
      currency,
      eta_min_minutes: null,
      eta_max_minutes: null,
      priority: 0,
      is_active: true,
      windows: [],
      courier: 'own',
      note: '',
    },
    body,
  );
}

/** Merged one by one. What an area is stays together: a circle without its centre is nothing. */
export const locationFields = [
  'name',
  'area',
  'fee_amount',
  'fee_tiers',
  'min_order_amount',
  'free_over_amount',
  'eta_min_minutes',
  'eta_max_minutes',
  'priority',
  'is_active',
  'windows',
  'courier',
  'note',
] as const;

/** The location with an edit applied; fields that it does not name stay. */
export function editedLocation(location: DeliveryLocation, body: LocationBody): DeliveryLocation {
  const { area, ...named } = Object.fromEntries(
    locationFields.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])),
  ) as Pick<LocationBody, (typeof locationFields)[number]>; // of these very fields
  const next = { ...location, ...(named as Partial<DeliveryLocation>), ...(area ? shapeOf(area) : {}) };
  next.name = next.name.trim();
  return next;
}

const shapeOf = (area: NonNullable<LocationBody['area']>) => {
  const none = { postcodes: [], center: null, radius_m: null, polygon: null };
  switch (area.location_type) {
    case 'postcodes':
      return {
        ...none,
        location_type: area.location_type,
        postcodes: [...new Set(area.postcodes.map(readPostcode))].filter((code) => code !== ''),
      };
    case 'radius':
      return { ...none, location_type: area.location_type, center: area.center, radius_m: area.radius_m };
    case 'polygon':
      return { ...none, location_type: area.location_type, polygon: area.polygon };
    case 'named_area':
      return { ...none, location_type: area.location_type };
  }
};

/** What is wrong with a location as a whole, by field; null: nothing. */
export function faultsOfLocation(location: DeliveryLocation): Record<string, string> | null {
  const faults: Record<string, string> = {};
  const { location_type: type, postcodes, polygon, eta_min_minutes: from, eta_max_minutes: to } = location;
  if (type === 'postcodes' && postcodes.length === 0) faults['area'] = 'Enter at least one postcode';
  const drawn = type === 'polygon' && polygon ? faultOfPolygon(polygon) : null;
  if (drawn) faults['area'] = drawn;
  if (from !== null && to !== null && from > to) faults['eta_max_minutes'] = 'The longest time is below the shortest';
  const tiers = new Set(location.fee_tiers.map(({ min_order_amount }) => min_order_amount));
  if (tiers.size < location.fee_tiers.length) faults['fee_tiers'] = 'Two fees begin at the same amount';
  return Object.keys(faults).length > 0 ? faults : null;
}
