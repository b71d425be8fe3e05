import { namesOf } from '../../contract/entity-fields.ts';
import { inventoryFields } from '../../contract/inventory/inventory-fields.ts';
import { isDeepStrictEqual } from 'node:util';
import * as contract from '../../contract/inventory/calls.ts';
import type { InventoryItem, UsedIngredient } from '../../contract/inventory/calls.ts';
import { editedInventoryItem, faultsOfTarget, newInventoryItem } from '../../contract/inventory/new-rows.ts';
import { changedFields } from '../db/changed-fields.ts';
import { liveGroups } from '../menu/groups.ts';
import { newRowId, newRowValues } from '../pipeline/new-row-values.ts';
import { menuStore } from '../menu/store.ts';
import { answer, defineHandler, refuse, type BaseContext } from '../pipeline/handler.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { mergeFields, standingChanges } from '../db/field-merge.ts';
import { followStock } from './follow-stock.ts';
import { findItem, insertItem, itemsById, itemsCounting, updateItem } from './store.ts';

export const create = defineHandler(contract.create, async (c) => {
  const id = newRowId(c, c.body);
  const { id: _, ...body } = c.body;
  const faults = faultsOfTarget(body) ?? (await faultsOfRecipe(c, body.ingredients, id));
  if (faults) return refuse('invalid_fields', { field_errors: faults });
  if (!(await isOnMenu(c, body))) return refuse('not_found');
  const { currency } = await loadRestaurant(c.db, c.restaurantId);
  const present = (await findItem(c.db, c.restaurantId, id))?.item;
  const wanted = newInventoryItem(body, present ? { ...bornAs(present) } : await newRowValues(c, id), currency);
  if (present) {
    if (!isSameTarget(present, wanted)) return refuse('id_taken', { current: present });
    // Two devices began to count the same dish: the first one's settings stand, and their movements add up.
    const isSame = namesOf(inventoryFields).every((field) => isDeepStrictEqual(present[field], wanted[field]));
    return answer(present, { notice: { code: isSame ? 'already_done' : 'superseded', current: present } });
  }
  const other = await counting(c, wanted);
  if (other) return refuse('inventory_exists', { current: other });
  await insertItem(c.db, c.restaurantId, wanted);
  return wanted;
});

/** Merged by field: the later edit of a field wins, in whatever order devices send them. */
export const edit = defineHandler(contract.edit, async (c) => {
  const found = await findItem(c.db, c.restaurantId, c.path.id);
  if (!found) return refuse('not_found');
  const { item, fieldChanges } = found;
  const faults =
    item.kind === 'ingredient' && c.body.ingredients?.length
      ? { ingredients: 'An ingredient has no recipe' }
      : await faultsOfRecipe(c, c.body.ingredients, item.id);
  if (faults) return refuse('invalid_fields', { field_errors: faults });
  const { wins, lost, changes } = mergeFields({
    edit: { at: c.occurredAt, opId: c.opId, by: c.actor, deviceName: c.body.device_name ?? null },
    named: namesOf(inventoryFields).filter((field) => c.body[field] !== undefined),
    changes: fieldChanges,
    isSame: (field) => !changedFields(item, editedInventoryItem(item, { [field]: c.body[field] })),
  });
  let edited = item;
  if (changes) {
    const next = editedInventoryItem(item, Object.fromEntries(wins.map((field) => [field, c.body[field]])));
    const stamp = { version: await c.bump(), updated_at: c.now.toISOString(), updated_by: c.actor };
    await updateItem(c.db, c.restaurantId, item.id, {
      ...changedFields(item, next),
      ...stamp,
      field_changes: changes,
    });
    await followStock(c, item, next);
    edited = { ...next, ...stamp };
  }
  if (lost.length === 0) return edited;
  const fields = standingChanges(lost, fieldChanges, item);
  return answer(edited, { notice: { code: 'superseded', current: edited, fields } });
});

const bornAs = ({ id, created_at, updated_by, version }: InventoryItem) => ({
  id,
  at: created_at,
  actor: updated_by,
  version,
});

const isSameTarget = (one: InventoryItem, other: InventoryItem): boolean =>
  (['kind', 'menu_item_id', 'variant_id', 'modifier_id'] as const).every((field) => one[field] === other[field]) &&
  one.kind !== 'ingredient';

async function counting(c: BaseContext, wanted: InventoryItem): Promise<InventoryItem | undefined> {
  const { menu_item_id: dish, modifier_id: modifier } = wanted;
  const named = { dishes: dish ? [dish] : [], modifiers: modifier ? [modifier] : [] };
  return (await itemsCounting(c.db, c.restaurantId, named)).find((one) => isSameTarget(one, wanted));
}

/** True if what it counts exists; an ingredient is on no menu. */
async function isOnMenu(
  c: BaseContext,
  {
    menu_item_id,
    variant_id,
    modifier_id,
  }: Pick<contract.NewInventoryBody, 'menu_item_id' | 'variant_id' | 'modifier_id'>,
): Promise<boolean> {
  if (menu_item_id) {
    const item = await menuStore(c.db, c.restaurantId, c.now).findItem(menu_item_id);
    if (!item || item.deleted_at) return false;
    return !variant_id || (item.variants ?? []).some(({ id }) => id === variant_id.toLowerCase());
  }
  if (!modifier_id) return true;
  const groups = await liveGroups(c.db, c.restaurantId);
  return groups.some(({ modifiers }) => modifiers.some(({ id }) => id === modifier_id.toLowerCase()));
}

async function faultsOfRecipe(c: BaseContext, recipe: readonly UsedIngredient[] | undefined, own: string) {
  if (!recipe?.length) return null;
  const ids = recipe.map(({ inventory_id: id }) => id.toLowerCase());
  const known = await itemsById(c.db, c.restaurantId, ids);
  const isRight = known.length === ids.length && known.every(({ id, kind }) => kind === 'ingredient' && id !== own);
  return isRight ? null : { ingredients: 'Names something that is no ingredient' };
}
