import * as z from 'zod/mini';
import { call, queue, read } from '../call.ts';
import { deviceField, Id, operationFields, Price, syncedFields, text, trimmedText } from '../fields.ts';
import { pagingQuery } from '../query.ts';
import { availabilityBody } from './calls.ts';
import { Allergen, availabilityFields, eachOnce, SortKey } from './parts.ts';

export const SelectionType = z.enum(['single', 'multiple', 'quantity', 'text']);

/** What can be chosen with a dish: "Extra cheese". Its own groups are asked for when it was chosen. */
export const Modifier = z.object({
  id: Id,
  name: z.string(),
  price_amount: Price,
  is_default: z.boolean(),
  max_quantity: z.nullable(z.int()),
  sort_order: z.int(),
  allergens: z.array(Allergen),
  nested_group_ids: z.array(Id),
  /** The dish that it is as well: it is sold out and hidden with it. */
  linked_item_id: z.optional(z.nullable(Id)),
  ...availabilityFields,
});
export type Modifier = z.infer<typeof Modifier>;

/**
 * Choices that belong together, for any number of dishes. `single`: one of them; `multiple`: each once;
 * `quantity`: each several times; `text`: words, without modifiers. The first `free_count` of what was chosen cost nothing.
 */
export const ModifierGroup = z.object({
  ...syncedFields,
  name: z.string(),
  kitchen_name: z.nullable(z.string()),
  selection_type: SelectionType,
  min_selected: z.int(),
  max_selected: z.nullable(z.int()),
  free_count: z.int(),
  sort_order: z.number(),
  modifiers: z.array(Modifier),
});
export type ModifierGroup = z.infer<typeof ModifierGroup>;

/** A modifier as an edit names it: its place is that in the list, and its availability is not the edit's to say. */
const WantedModifierOption = z.strictObject({
  id: Id,
  name: trimmedText(80),
  price_amount: z.optional(Price),
  is_default: z.optional(z.boolean()),
  max_quantity: z.optional(z.nullable(z.int().check(z.gte(1), z.lte(99)))),
  allergens: z.optional(z.array(Allergen).check(z.maxLength(14))),
  nested_group_ids: z.optional(z.array(Id).check(z.maxLength(10))),
  linked_item_id: z.optional(z.nullable(Id)),
});
export type WantedModifierOption = z.infer<typeof WantedModifierOption>;

const count = z.int().check(z.gte(0), z.lte(99));

const groupFields = {
  name: trimmedText(80),
  kitchen_name: z.optional(z.nullable(text(80))),
  selection_type: SelectionType,
  min_selected: z.optional(count),
  max_selected: z.optional(z.nullable(z.int().check(z.gte(1), z.lte(99)))),
  free_count: z.optional(count),
  sort_order: z.optional(SortKey),
  modifiers: z.optional(z.array(WantedModifierOption).check(z.maxLength(60), eachOnce)),
};
const WantedGroup = z.strictObject(groupFields);
export type WantedGroup = z.infer<typeof WantedGroup>;

export const listGroups = call('menu.listGroups', 'GET', '/menu/modifier-groups', {
  access: 'member',
  offline: read,
  query: z.strictObject(pagingQuery),
  reply: ModifierGroup,
  paged: true,
  addition: true,
  summary: 'Modifier groups',
});

/** 422: a most that is less than the least, or modifiers that nest deeper than two levels or in a circle. */
export const createGroup = call('menu.createGroup', 'POST', '/menu/modifier-groups', {
  access: 'menu.edit',
  offline: queue('never'),
  body: z.strictObject({ id: z.optional(Id), ...groupFields, ...operationFields }),
  reply: ModifierGroup,
  addition: true,
  summary: 'Create a modifier group',
});

/** Merges field by field as an item's edit does; `modifiers` is one field. */
export const editGroup = call('menu.editGroup', 'PUT', '/menu/modifier-groups/{groupId}', {
  access: 'menu.edit',
  offline: queue('merge'),
  body: z.extend(z.partial(WantedGroup), { ...operationFields, ...deviceField }),
  reply: ModifierGroup,
  addition: true,
  summary: 'Edit a modifier group',
});

/** Dishes that refer to it are ordered without it. */
export const removeGroup = call('menu.removeGroup', 'DELETE', '/menu/modifier-groups/{groupId}', {
  access: 'menu.edit',
  offline: queue('never'),
  reply: z.object({ id: Id }),
  addition: true,
  summary: 'Delete a modifier group',
});

/** As an item's availability, for all dishes of the group. */
export const setModifierAvailability = call(
  'menu.setModifierAvailability',
  'PUT',
  '/menu/modifier-groups/{groupId}/modifiers/{modifierId}/update-availability',
  {
    access: 'menu.availability',
    offline: queue('replace'),
    body: z.strictObject({ ...availabilityBody, ...operationFields }),
    reply: ModifierGroup,
    addition: true,
    summary: 'A modifier is sold out, available or hidden',
  },
);
