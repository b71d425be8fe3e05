import { readInternational } from '../../../contract/auth/phone.ts';
import type { Args } from '../../../contract/call.ts';
import * as delivery from '../../../contract/delivery/calls.ts';
import { editedLocation, newLocation } from '../../../contract/delivery/new-rows.ts';
import { DEFAULT_CURRENCY } from '../../../contract/limits.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { editedRestaurant, type RestaurantBody } from '../../../contract/settings/edit-restaurant.ts';
import { withChanges, type Change } from '../../../contract/settings/edit-settings.ts';
import { saveNotifications as saveNotificationsCall } from '../../../contract/settings/notification-calls.ts';
import { preferenceChanges } from '../../../contract/settings/preference-changes.ts';
import * as calls from '../../../contract/settings/restaurant-calls.ts';
import { mutation, type MutationInfo } from '../../data/mutation.ts';

const ofRestaurant = {
  table: 'restaurants',
  effect: 'update',
  rows: ({ body }: { body: RestaurantBody }) => [needId(body.restaurant_id)],
  change: (restaurant: Restaurant | null, { body }: { body: RestaurantBody }, info: MutationInfo) => {
    if (!restaurant) throw new Error('not_found');
    return { ...editedRestaurant(restaurant, body, readInternational), ...stampOf(info) };
  },
} as const;

/** A call whose changes are values of the restaurant's row. Without `settings` in it, the server alone knows what they change. */
export const ofSettings = <B>(changes: (body: B, restaurant: Restaurant) => readonly Change[]) =>
  ({
    table: 'restaurants',
    effect: 'update',
    rows: ({ body }: { body: B & { restaurant_id?: string | undefined } }) => [needId(body.restaurant_id)],
    change: (restaurant: Restaurant | null, { body }: { body: B }, info: MutationInfo) => {
      if (!restaurant) throw new Error('not_found');
      return { ...withChanges(restaurant, changes(body, restaurant), readInternational), ...stampOf(info) };
    },
  }) as const;

export const saveNotifications = mutation({ call: saveNotificationsCall, ...ofSettings(preferenceChanges) });

export const saveAccount = mutation({ call: calls.saveAccount, ...ofRestaurant });
export const saveHours = mutation({ call: calls.saveHours, ...ofRestaurant });
export const saveService = mutation({ call: calls.saveService, ...ofRestaurant });

export const addLocation = mutation({
  call: delivery.create,
  table: 'delivery_locations',
  effect: 'create',
  rows: ({ body }) => [needId(body.id)],
  // The server knows the restaurant's currency.
  change: (row, { body }: Args<typeof delivery.create>, info) =>
    row ??
    newLocation(
      body,
      { id: needId(body.id).toLowerCase(), at: info.occurredAt, actor: actorOf(info), version: 0 },
      DEFAULT_CURRENCY,
    ),
});

export const editLocation = mutation({
  call: delivery.edit,
  table: 'delivery_locations',
  effect: 'update',
  rows: ({ path }) => [path.id],
  change: (location, { body }, info) => {
    if (!location) throw new Error('not_found');
    return { ...editedLocation(location, body), ...stampOf(info) };
  },
});

export const removeLocation = mutation({
  call: delivery.remove,
  table: 'delivery_locations',
  effect: 'delete',
  rows: ({ path }) => [path.id],
  change: () => null,
});

function needId(id: string | undefined): string {
  if (!id) throw new Error('A row needs its id');
  return id;
}

const actorOf = (info: MutationInfo) => ({ kind: 'user' as const, id: null, name: info.deviceName });
const stampOf = (info: MutationInfo) => ({ updated_at: info.occurredAt, updated_by: actorOf(info) });
