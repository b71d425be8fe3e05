import {
  editedRestaurant,
  faultsOfRestaurant,
  namedFields,
  type RestaurantBody,
} from '../../contract/settings/edit-restaurant.ts';
import * as contract from '../../contract/settings/restaurant-calls.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import { readPhone } from '../auth/phone-number.ts';
import { changedFields } from '../db/changed-fields.ts';
import { answer, defineHandler, refuse, type BaseContext, type Handler } from '../pipeline/handler.ts';
import { loadForEdit, updateRestaurant } from '../restaurants/store.ts';
import { mergeFields, standingChanges } from '../sync/field-merge.ts';

/** Merged by field: the later edit of a field wins, in whatever order devices send them. */
async function edit(c: BaseContext & { bump(): Promise<number> }, sent: RestaurantBody) {
  const { restaurant_id, occurred_at: _, op_id: __, device_name, ...body } = sent;
  if (restaurant_id !== undefined && restaurant_id.toLowerCase() !== c.restaurantId.toLowerCase())
    return refuse('not_found');
  const { restaurant, fieldChanges } = await loadForEdit(c.db, c.restaurantId);
  const faults = faultsOfRestaurant(editedRestaurant(restaurant, body, readPhone), body);
  if (faults) return refuse('invalid_fields', { field_errors: faults });
  const { wins, lost, changes } = mergeFields({
    edit: { at: c.occurredAt, opId: c.opId, by: c.actor, deviceName: device_name ?? null },
    named: namedFields(body),
    changes: fieldChanges,
    isSame: (field) => !changedFields(restaurant, editedRestaurant(restaurant, { [field]: body[field] }, readPhone)),
  });
  let edited: Restaurant = restaurant;
  if (changes) {
    const next = editedRestaurant(restaurant, Object.fromEntries(wins.map((field) => [field, body[field]])), readPhone);
    const stamp = { version: await c.bump(), updated_at: c.now.toISOString(), updated_by: c.actor };
    await updateRestaurant(c.db, c.restaurantId, {
      ...changedFields(restaurant, next),
      ...stamp,
      field_changes: changes,
    });
    edited = { ...next, ...stamp };
  }
  if (lost.length === 0) return edited;
  const fields = standingChanges(lost, fieldChanges, restaurant);
  return answer(edited, { notice: { code: 'superseded', current: edited, fields } });
}

export const restaurantSettingsRoutes = [
  defineHandler(contract.saveAccount, (c) => edit(c, c.body)),
  defineHandler(contract.saveHours, (c) => edit(c, c.body)),
  defineHandler(contract.saveService, (c) => edit(c, c.body)),
] as Handler[];
