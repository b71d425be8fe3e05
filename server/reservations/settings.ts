import * as contract from '../../contract/reservations/calls.ts';
import {
  faultsOfTables,
  faultsOfTimes,
  settingsOf,
  withSettings,
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
import { loadRestaurant, updateRestaurant } from '../restaurants/store.ts';

async function readPart<P extends keyof SettingsParts>(c: BaseContext, part: P): Promise<SettingsParts[P]> {
  return settingsOf(await loadRestaurant(c.db, c.restaurantId))[part];
}

/** Saves one part, unless a later save stands. */
async function savePart<P extends keyof SettingsParts>(
  c: BaseContext & { body: { restaurant_id?: string | undefined } },
  part: P,
  value: SettingsParts[P],
  faults: Record<string, string> | null = null,
): Promise<Restaurant | Answer<Restaurant> | Refusal> {
  const named = c.body.restaurant_id?.toLowerCase();
  if (named !== undefined && named !== c.restaurantId.toLowerCase()) return refuse('not_found');
  if (faults) return refuse('invalid_fields', { field_errors: faults });
  const restaurant = await loadRestaurant(c.db, c.restaurantId);
  const next = withSettings(restaurant, part, value, { occurredAt: c.occurredAt, opId: c.opId });
  if (next === restaurant) return answer(restaurant, { notice: { code: 'superseded', current: restaurant } });
  const stamp = { version: await c.bump(), updated_at: c.now.toISOString(), updated_by: c.actor };
  await updateRestaurant(c.db, c.restaurantId, { ...changedFields(restaurant, next), ...stamp });
  return { ...next, ...stamp };
}

export const settingsRoutes: Handler[] = [
  defineHandler(contract.getBookingRules, (c) => readPart(c, 'booking')),
  defineHandler(contract.saveBookingRules, (c) => {
    const { restaurant_id: _, occurred_at: __, op_id: ___, ...value } = c.body;
    return savePart(c, 'booking', value);
  }),
  defineHandler(contract.getTableConfig, (c) => readPart(c, 'tables')),
  defineHandler(contract.saveTableConfig, (c) => {
    const { restaurant_id: _, occurred_at: __, op_id: ___, ...value } = c.body;
    return savePart(c, 'tables', value, faultsOfTables(value));
  }),
  defineHandler(contract.getAvailableTimes, (c) => readPart(c, 'times')),
  defineHandler(contract.saveAvailableTimes, (c) => {
    const { restaurant_id: _, occurred_at: __, op_id: ___, ...value } = c.body;
    return savePart(c, 'times', value, faultsOfTimes(value));
  }),
];
