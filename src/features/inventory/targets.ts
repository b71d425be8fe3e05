import type { InventoryItem } from '../../../contract/inventory/calls.ts';
import type { MenuItem } from '../../../contract/menu/calls.ts';
import type { ModifierGroup } from '../../../contract/menu/modifiers.ts';

/** Something on the menu that may be counted. Its row has its id, so that two devices that begin at once make one row. */
export interface Target {
  id: string;
  name: string;
  fields: Pick<InventoryItem, 'menu_item_id' | 'variant_id' | 'modifier_id'>;
}

const none = { menu_item_id: null, variant_id: null, modifier_id: null };

/** Dishes, and each of their variants, that are not counted yet; by name. */
export function dishTargets(dishes: readonly MenuItem[], items: readonly InventoryItem[]): Target[] {
  const counted = new Set(items.map((item) => item.variant_id ?? item.menu_item_id));
  const all = dishes.flatMap(({ id, name, variants = [] }): Target[] => [
    { id, name, fields: { ...none, menu_item_id: id } },
    ...variants.map((variant) => ({
      id: variant.id,
      name: `${name}, ${variant.name}`,
      fields: { ...none, menu_item_id: id, variant_id: variant.id },
    })),
  ]);
  return sorted(all.filter(({ id }) => !counted.has(id)));
}

/** Choices that are not counted yet; by name. */
export function modifierTargets(groups: readonly ModifierGroup[], items: readonly InventoryItem[]): Target[] {
  const counted = new Set(items.map((item) => item.modifier_id));
  const all = groups.flatMap((group) =>
    group.modifiers.map(({ id, name }): Target => ({
      id,
      name: `${name} (${group.name})`,
      fields: { ...none, modifier_id: id },
    })),
  );
  return sorted(all.filter(({ id }) => !counted.has(id)));
}

const sorted = (targets: Target[]) => targets.toSorted((a, b) => a.name.localeCompare(b.name, 'en-GB'));
