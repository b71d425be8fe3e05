import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { applyModifierAvailability, isAvailabilityOf } from '../../contract/menu/availability.ts';
import { PAGE_LIMIT_MAX } from '../../contract/limits.ts';
import type { MenuItem } from '../../contract/menu/calls.ts';
import { linkedIds, withLinked } from '../../contract/menu/linked.ts';
import * as contract from '../../contract/menu/modifiers.ts';
import { faultsOf, newGroup } from '../../contract/menu/new-groups.ts';
import { edited } from '../../contract/menu/new-rows.ts';
import { NESTING_MAX } from '../../contract/orders/price-dish.ts';
import { readPaging } from '../../contract/query.ts';
import { menu_items, modifier_groups } from '../db/schema/menu.ts';
import { answer, defineHandler, refuse, Refusal, type BaseContext, type Handler } from '../pipeline/handler.ts';
import type { Tx } from '../db/tx.ts';
import { metaOf } from '../pipeline/paging.ts';
import { isId } from '../platform/ids.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { fieldChangesOf, mergeEdit } from './merge-edit.ts';
import { newRowId, newRowValues, stampOf } from '../pipeline/new-row-values.ts';
import { isSame } from './is-same.ts';

type ModifierGroup = contract.ModifierGroup;

const list = defineHandler(contract.listGroups, async (c) => {
  const paging = readPaging(c.query, { limit: PAGE_LIMIT_MAX, max: PAGE_LIMIT_MAX });
  const all = await liveGroups(c.db, c.restaurantId);
  const rows = all.slice(paging.offset, paging.offset + paging.limit);
  return answer(rows, { meta: metaOf(all.length, paging) });
});

const create = defineHandler(contract.createGroup, async (c) => {
  const id = newRowId(c, c.body);
  const present = await findGroup(c, id);
  if (present) return isSame(present, c.body, {}) ? present : refuse('id_taken', { current: present });
  const { id: _, ...body } = c.body;
  const faults = faultsOf(
    newGroup(body, { id, at: '', actor: null, version: 0 }),
    await liveGroups(c.db, c.restaurantId),
  );
  if (faults) return refuse('invalid_fields', { field_errors: faults });
  const group = newGroup(body, await newRowValues(c, id));
  await c.db.insert(modifier_groups).values({ ...group, restaurant_id: c.restaurantId });
  return group;
});

const edit = defineHandler(contract.editGroup, async (c) => {
  const group = await findGroup(c, c.path.groupId);
  if (!group || group.deleted_at) return refuse('not_found');
  const faults = faultsOf(edited(group, c.body, c.occurredAt), await liveGroups(c.db, c.restaurantId), group);
  if (faults) return refuse('invalid_fields', { field_errors: faults });
  return mergeEdit(c, modifier_groups, group, await fieldChangesOf(c, modifier_groups, group.id));
});

const remove = defineHandler(contract.removeGroup, async (c) => {
  const group = await findGroup(c, c.path.groupId);
  if (!group) return refuse('not_found');
  if (group.deleted_at) return answer({ id: group.id }, { notice: { code: 'already_done' } });
  await updateGroup(c, group.id, { ...(await stampOf(c)), deleted_at: c.now.toISOString() });
  return { id: group.id };
});

const setAvailability = defineHandler(contract.setModifierAvailability, async (c) => {
  const group = await findGroup(c, c.path.groupId);
  const isThere = group?.modifiers.some(({ id }) => id === c.path.modifierId.toLowerCase());
  if (!group || group.deleted_at || !isThere) return refuse('not_found');
  const result = await switchModifier(c, group, c.path.modifierId, c.body);
  if (result instanceof Refusal) return result;
  return result.notice ? answer(result.group, { notice: { ...result.notice, current: result.group } }) : result.group;
});

export const routes: Handler[] = [list, create, edit, remove, setAvailability];

/** All groups of a restaurant that are not deleted, in their order. */
export async function liveGroups(db: Tx, restaurantId: string): Promise<ModifierGroup[]> {
  const rows = await db
    .select()
    .from(modifier_groups)
    .where(and(eq(modifier_groups.restaurant_id, restaurantId), isNull(modifier_groups.deleted_at)))
    .orderBy(asc(modifier_groups.sort_order), asc(modifier_groups.created_at), asc(modifier_groups.id));
  return rows.map(toGroup);
}

/** The same by their ids, for pricing. */
export const groupsById = async (db: Tx, restaurantId: string): Promise<ReadonlyMap<string, ModifierGroup>> =>
  new Map((await liveGroups(db, restaurantId)).map((group) => [group.id, group]));

/** The same as they can be chosen from now: see withLinked. */
export async function offeredGroups(db: Tx, restaurantId: string): Promise<ReadonlyMap<string, ModifierGroup>> {
  const groups = await groupsById(db, restaurantId);
  const ids = linkedIds(groups);
  if (ids.length === 0) return groups;
  const rows = await db
    .select()
    .from(menu_items)
    .where(and(eq(menu_items.restaurant_id, restaurantId), inArray(menu_items.id, ids), isNull(menu_items.deleted_at)));
  const items = new Map(rows.map((item) => [item.id, item]));
  return withLinked(groups, (id) => items.get(id));
}

const toGroup = ({
  restaurant_id: _,
  field_changes: __,
  ...group
}: typeof modifier_groups.$inferSelect): ModifierGroup => group;

const named = (c: Pick<BaseContext, 'restaurantId'>, id: string) =>
  and(eq(modifier_groups.restaurant_id, c.restaurantId), eq(modifier_groups.id, id));

async function findGroup(c: BaseContext, id: string): Promise<ModifierGroup | null> {
  if (!isId(id)) return null;
  const [row] = await c.db.select().from(modifier_groups).where(named(c, id)).limit(1);
  return row ? toGroup(row) : null;
}

export async function updateGroup(
  c: Pick<BaseContext, 'db' | 'restaurantId'>,
  id: string,
  fields: Partial<ModifierGroup>,
): Promise<void> {
  await c.db.update(modifier_groups).set(fields).where(named(c, id));
}

type Switched = Parameters<typeof applyModifierAvailability>[2];

/** Switches a modifier. `notice`: a later change stands, or it was so already. */
export async function switchModifier(
  c: BaseContext,
  group: ModifierGroup,
  modifierId: string,
  body: Switched,
): Promise<{ group: ModifierGroup; notice?: { code: 'already_done' | 'superseded' } } | Refusal> {
  const outcome = applyModifierAvailability(group, modifierId, body, {
    occurredAt: c.occurredAt,
    opId: c.opId,
    actor: c.actor,
    restaurant: await loadRestaurant(c.db, c.restaurantId),
  });
  if (outcome.kind === 'refused') return refuse(outcome.code, { field_errors: outcome.field_errors });
  if (outcome.kind === 'superseded') {
    const modifier = group.modifiers.find(({ id }) => id === modifierId.toLowerCase());
    return { group, notice: { code: isAvailabilityOf(modifier, body) ? 'already_done' : 'superseded' } };
  }
  const fields = { modifiers: outcome.group.modifiers, ...(await stampOf(c)) };
  await updateGroup(c, group.id, fields);
  return { group: { ...group, ...fields } };
}

/** The group of a modifier that can be chosen with the item, directly or below another choice. */
export function groupOfModifier(
  { modifier_groups = [] }: Pick<MenuItem, 'modifier_groups'>,
  groups: ReadonlyMap<string, ModifierGroup>,
  modifierId: string,
): ModifierGroup | undefined {
  const find = (ids: readonly string[], depth: number): ModifierGroup | undefined => {
    for (const group of ids.flatMap((id) => groups.get(id) ?? [])) {
      if (group.modifiers.some(({ id }) => id === modifierId)) return group;
      const nested = group.modifiers.flatMap(({ nested_group_ids }) => nested_group_ids);
      const below = depth < NESTING_MAX ? find(nested, depth + 1) : undefined;
      if (below) return below;
    }
    return undefined;
  };
  return find(
    modifier_groups.map(({ id }) => id),
    0,
  );
}
