import { isDeepStrictEqual } from 'node:util';
import * as contract from '../../contract/delivery/calls.ts';
import {
  editedLocation,
  faultsOfLocation,
  locationFields,
  newLocation,
  type LocationBody,
} from '../../contract/delivery/new-rows.ts';
import { changedFields } from '../db/changed-fields.ts';
import { newRowId, newRowValues, stampOf } from '../pipeline/new-row-values.ts';
import { answer, answerTaken, defineHandler, refuse, type Handler } from '../pipeline/handler.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { mergeFields, standingChanges } from '../db/field-merge.ts';
import { findLocation, insertLocation, liveLocations, updateLocation } from './store.ts';

const list = defineHandler(contract.list, async (c) => ({
  delivery_locations: await liveLocations(c.db, c.restaurantId),
}));

const create = defineHandler(contract.create, async (c) => {
  const id = newRowId(c, c.body);
  const { currency } = await loadRestaurant(c.db, c.restaurantId);
  const present = (await findLocation(c.db, c.restaurantId, id))?.location;
  if (present) {
    const { created_at: at, updated_by: actor, version } = present;
    const { updated_at: _, ...again } = newLocation(c.body, { id, at, actor, version }, present.currency);
    const { updated_at: __, ...stands } = present;
    return answerTaken(present, isDeepStrictEqual(again, stands));
  }
  const location = newLocation(c.body, await newRowValues(c, id), currency);
  const faults = faultsOfLocation(location);
  if (faults) return refuse('invalid_fields', { field_errors: faults });
  await insertLocation(c.db, c.restaurantId, location);
  return location;
});

/** Merged by field: the later edit of a field wins, in whatever order devices send them. */
const edit = defineHandler(contract.edit, async (c) => {
  const found = await findLocation(c.db, c.restaurantId, c.path.id);
  if (!found || found.location.deleted_at !== null) return refuse('not_found');
  const { location, fieldChanges } = found;
  const { wins, lost, changes } = mergeFields({
    edit: { at: c.occurredAt, opId: c.opId, by: c.actor, deviceName: c.body.device_name ?? null },
    named: locationFields.filter((field) => c.body[field] !== undefined),
    changes: fieldChanges,
    isSame: (field) => !changedFields(location, editedLocation(location, { [field]: c.body[field] })),
  });
  let edited = location;
  if (changes) {
    const won: LocationBody = Object.fromEntries(wins.map((field) => [field, c.body[field]]));
    const next = editedLocation(location, won);
    const faults = faultsOfLocation(next);
    if (faults) return refuse('invalid_fields', { field_errors: faults });
    const stamp = await stampOf(c);
    await updateLocation(c.db, c.restaurantId, location.id, {
      ...changedFields(location, next),
      ...stamp,
      field_changes: changes,
    });
    edited = { ...next, ...stamp };
  }
  if (lost.length === 0) return edited;
  const fields = standingChanges(lost, fieldChanges, location);
  return answer(edited, { notice: { code: 'superseded', current: edited, fields } });
});

const remove = defineHandler(contract.remove, async (c) => {
  const location = (await findLocation(c.db, c.restaurantId, c.path.id))?.location;
  if (!location) return refuse('not_found');
  if (location.deleted_at !== null) return answer({ id: location.id }, { notice: { code: 'already_done' } });
  await updateLocation(c.db, c.restaurantId, location.id, {
    ...(await stampOf(c)),
    deleted_at: c.now.toISOString(),
  });
  return { id: location.id };
});

export const routes: Handler[] = [list, create, edit, remove];
