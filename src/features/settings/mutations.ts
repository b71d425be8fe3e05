import type { Args } from '../../../contract/call.ts';
import * as delivery from '../../../contract/delivery/calls.ts';
import { editedLocation, newLocation } from '../../../contract/delivery/new-rows.ts';
import { DEFAULT_CURRENCY } from '../../../contract/limits.ts';
import { namedFields, type RestaurantBody } from '../../../contract/settings/edit-restaurant.ts';
import { saveNotifications as saveNotificationsCall } from '../../../contract/settings/notification-calls.ts';
import { preferenceChanges } from '../../../contract/settings/preference-changes.ts';
import * as calls from '../../../contract/settings/restaurant-calls.ts';
import { ofSettings } from '../../../contract/settings/settings-mutation.ts';
import { actorOf, mutation, needId, stampOf, update } from '../../data/mutation.ts';

const changesOfRestaurant = ({ body }: { body: RestaurantBody }) =>
  namedFields(body).map((field) => [field, field, body[field]] as const);

export const saveNotifications = mutation(ofSettings(saveNotificationsCall, ({ body }) => preferenceChanges(body)));
export const saveAccount = mutation(ofSettings(calls.saveAccount, changesOfRestaurant));
export const saveHours = mutation(ofSettings(calls.saveHours, changesOfRestaurant));
export const saveService = mutation(ofSettings(calls.saveService, changesOfRestaurant));

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

export const editLocation = update({
  call: delivery.edit,
  table: 'delivery_locations',
  rows: ({ path }) => [path.id],
  change: (location, { body }, info) => {
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
