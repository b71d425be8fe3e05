import type { Notice } from '../../contract/errors.ts';
import { faultsOfRestaurant, type RestaurantBody } from '../../contract/settings/edit-restaurant.ts';
import { withChanges, type Change } from '../../contract/settings/edit-settings.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import { readPhone } from '../platform/phone-number.ts';
import { changedFields } from '../db/changed-fields.ts';
import { answer, Refusal, refuse, type Answer, type BaseContext } from '../pipeline/handler.ts';
import { loadForEdit, updateRestaurant } from './store.ts';
import { mergeFields, standingChanges, type FieldChange, type FieldChanges } from '../db/field-merge.ts';
import { readOwnerSettings, saveOwnerSettings } from './owner-settings.ts';

export type Faults = Record<string, string> | null;

interface Edit {
  body: {
    restaurant_id?: string | undefined;
    occurred_at?: string | undefined;
    device_name?: string | undefined;
  };
  /** What the body changes in the restaurant as it is now. */
  changesOf: (restaurant: Restaurant) => readonly Change[] | Refusal;
  /** What is wrong with the edited restaurant as a whole, by field of the body. */
  faultsOf?: (next: Restaurant) => Faults;
}

export interface Saved {
  restaurant: Restaurant;
  /** Values that another edit keeps from taking effect. */
  notice: Notice | undefined;
}

/**
 * Saves settings of the restaurant, merged value by value: for each the later edit wins, in whatever order devices send them. Every device
 * gets the row again, as its `settings` are derived from what this stores.
 */
export async function saveChanges(c: BaseContext, { body, changesOf, faultsOf }: Edit): Promise<Saved | Refusal> {
  const { restaurant_id, occurred_at, device_name } = body;
  if (restaurant_id !== undefined && restaurant_id.toLowerCase() !== c.restaurantId.toLowerCase())
    return refuse('not_found');
  const { restaurant: row, fieldChanges } = await loadForEdit(c.db, c.restaurantId);
  const settings = await readOwnerSettings(c.db, c.restaurantId);
  const restaurant = { ...row, settings };
  const sent = changesOf(restaurant);
  if (sent instanceof Refusal) return sent;
  const whole = withChanges(restaurant, sent, readPhone);
  const plain = Object.fromEntries(sent.map(([, key, value]) => [key, value])) as RestaurantBody;
  const faults = inBody(sent, faultsOfRestaurant(whole, plain)) ?? faultsOf?.(whole);
  if (faults) return refuse('invalid_fields', { field_errors: faults });

  const keys = sent.map(([, key]) => key);
  const earlier = withRelated(fieldChanges, keys, occurred_at === undefined);
  const { wins, lost, changes } = mergeFields({
    edit: { at: c.occurredAt, opId: c.opId, by: c.actor, deviceName: device_name ?? null },
    named: keys,
    changes: earlier,
    isSame: (key) =>
      !changedFields(
        restaurant,
        withChanges(
          restaurant,
          sent.filter(([, one]) => one === key),
          readPhone,
        ),
      ),
  });
  let saved: Restaurant = restaurant;
  if (changes) {
    const won = sent.filter(([, key]) => wins.includes(key));
    const { settings: next = settings, ...fields } = withChanges(restaurant, won, readPhone);
    const stamp = { version: await c.bump(), updated_at: c.now.toISOString(), updated_by: c.actor };
    await updateRestaurant(c.db, c.restaurantId, { ...changedFields(row, fields), ...stamp, field_changes: changes });
    await saveOwnerSettings(c, settings, next);
    saved = { ...fields, ...stamp, settings: next };
  }
  if (lost.length === 0) return { restaurant: saved, notice: undefined };
  const fields = standingChanges(lost, earlier, restaurant);
  return { restaurant: saved, notice: { code: 'superseded', current: saved, fields: inBody(sent, fields)! } };
}

/** The call's own answer, with the notice of what did not take effect. */
export const answerSaved = <T>(data: T, { notice }: Saved): Answer<T> => answer(data, notice ? { notice } : {});

/** By fields of the body instead of keys. */
function inBody<T>(sent: readonly Change[], byKey: Record<string, T> | null): Record<string, T> | null {
  const nameOf = (key: string) => sent.find(([, one]) => one === key)?.[0] ?? key;
  return byKey && Object.fromEntries(Object.entries(byKey).map(([key, value]) => [nameOf(key), value]));
}

/**
 * One order type and all of them together are edits of the same thing: the newest of both counts. `isNow`: the edit has no time of its own,
 * so it comes after one of this very millisecond.
 */
function withRelated(changes: FieldChanges, keys: readonly string[], isNow: boolean): FieldChanges {
  const related = (key: string) => {
    const parent = key.split('.')[0]!;
    if (parent !== 'order_type') return [];
    return Object.keys(changes).filter((one) => (key === parent ? one.startsWith(`${parent}.`) : one === parent));
  };
  const newest = (key: string) =>
    [key, ...related(key)]
      .map((one) => changes[one])
      .reduce((best, one) => (one && !(best && best.at >= one.at) ? one : best), undefined as FieldChange | undefined);
  const found = keys.flatMap((key): [string, FieldChange][] => {
    const change = newest(key);
    return change ? [[key, isNow ? { ...change, op_id: '' } : change]] : [];
  });
  return { ...changes, ...Object.fromEntries(found) };
}
