import * as contract from '../../contract/reservations/calls.ts';
import {
  faultsOfTables,
  faultsOfTimes,
  namedIn,
  savedSettings,
  withSettings,
  type PartChange,
  type SettingsParts,
} from '../../contract/reservations/settings-parts.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import { changedFields } from '../db/changed-fields.ts';
import {
  answer,
  defineHandler,
  refuse,
  type Answer,
  type BaseContext,
  type Handler,
  type Refusal,
} from '../pipeline/handler.ts';
import { loadForEdit, loadRestaurant, updateRestaurant } from '../restaurants/store.ts';
import { mergeFields, standingChanges, type FieldChanges } from '../db/field-merge.ts';

async function readPart<P extends keyof SettingsParts>(c: BaseContext, part: P): Promise<SettingsParts[P]> {
  return savedSettings(await loadRestaurant(c.db, c.restaurantId))[part];
}

interface SavedBody {
  restaurant_id?: string | undefined;
  occurred_at?: string | undefined;
  op_id?: string | undefined;
  device_name?: string | undefined;
}

/** Merged by field: the later save of a field wins, in whatever order devices send them. */
async function savePart<P extends keyof SettingsParts>(
  c: BaseContext,
  part: P,
  body: PartChange<P> & SavedBody,
  faultsOf: (saved: SettingsParts[P]) => Record<string, string> | null = () => null,
): Promise<Restaurant | Answer<Restaurant> | Refusal> {
  const { restaurant_id, occurred_at: _, op_id: __, device_name, ...change } = body;
  if (restaurant_id !== undefined && restaurant_id.toLowerCase() !== c.restaurantId.toLowerCase())
    return refuse('not_found');
  const { restaurant, fieldChanges } = await loadForEdit(c.db, c.restaurantId);
  const present = savedSettings(restaurant)[part];
  const named = namedIn(change as PartChange<P>, present); // what is left of the body
  const earlier = changesOf(part, fieldChanges, restaurant);
  const { wins, lost, changes } = mergeFields({
    edit: { at: c.occurredAt, opId: c.opId, by: c.actor, deviceName: device_name ?? null },
    named: Object.keys(named) as (keyof SettingsParts[P] & string)[],
    changes: earlier,
    isSame: (field) => !changedFields({ value: present[field] }, { value: named[field] }),
  });
  let saved = restaurant;
  if (changes) {
    const won = Object.fromEntries(wins.map((field) => [field, named[field]])) as PartChange<P>;
    const next = withSettings(restaurant, part, won, { occurredAt: c.occurredAt, opId: c.opId });
    const faults = faultsOf(savedSettings(next)[part]);
    if (faults) return refuse('invalid_fields', { field_errors: faults });
    const stamp = { version: await c.bump(), updated_at: c.now.toISOString(), updated_by: c.actor };
    await updateRestaurant(c.db, c.restaurantId, {
      ...changedFields(restaurant, next),
      ...stamp,
      field_changes: { ...fieldChanges, ...withPrefix(part, changes) },
    });
    saved = { ...next, ...stamp };
  }
  if (lost.length === 0) return saved;
  const fields = standingChanges(lost, earlier, restaurant);
  return answer(saved, { notice: { code: 'superseded', current: saved, fields } });
}

const prefixOf = (part: keyof SettingsParts) => `reservation_settings.${part}.`;

const withPrefix = (part: keyof SettingsParts, changes: FieldChanges): FieldChanges =>
  Object.fromEntries(Object.entries(changes).map(([field, change]) => [prefixOf(part) + field, change]));

/** The last save of each field of a part. Parts were saved whole once: until the next save all fields have the part's stamp. */
function changesOf(part: keyof SettingsParts, all: FieldChanges, restaurant: Restaurant): FieldChanges {
  const prefix = prefixOf(part);
  const own = Object.entries(all).filter(([field]) => field.startsWith(prefix));
  if (own.length > 0) return Object.fromEntries(own.map(([field, change]) => [field.slice(prefix.length), change]));
  const whole = restaurant.reservation_settings?.[part];
  if (!whole) return {};
  const { changed_at: at, op_id, ...value } = whole;
  return Object.fromEntries(Object.keys(value).map((field) => [field, { at, op_id }]));
}

export const settingsRoutes: Handler[] = [
  defineHandler(contract.getBookingRules, (c) => readPart(c, 'booking')),
  defineHandler(contract.saveBookingRules, (c) => savePart(c, 'booking', c.body)),
  defineHandler(contract.getTableConfig, (c) => readPart(c, 'tables')),
  defineHandler(contract.saveTableConfig, (c) => savePart(c, 'tables', c.body, faultsOfTables)),
  defineHandler(contract.getAvailableTimes, (c) => readPart(c, 'times')),
  defineHandler(contract.saveAvailableTimes, (c) => savePart(c, 'times', c.body, faultsOfTimes)),
];
