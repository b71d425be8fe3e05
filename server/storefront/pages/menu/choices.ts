import type { ModifierGroup } from '../../../../contract/menu/modifiers.ts';
import { NESTING_MAX } from '../../../../contract/orders/price-dish.ts';
import type { WantedLine } from '../basket/basket.ts';
import { clip } from '../../../../contract/clip.ts';

type Groups = ReadonlyMap<string, ModifierGroup>;
type Chosen = NonNullable<WantedLine['modifiers']>;

/** The names of the fields of a dish's form. `path`: group, or group, modifier, group of it and so on. */
export const fieldOf = (path: readonly string[]): string => `g.${path.join('.')}`;
export const quantityFieldOf = (path: readonly string[], modifierId: string): string =>
  `q.${[...path, modifierId].join('.')}`;

/** What was chosen in a dish's form, in the order of the menu. Whether it may be chosen, the price rules decide. */
export function readChoices(form: URLSearchParams, groupIds: readonly string[], groups: Groups): Chosen {
  const visit = (ids: readonly string[], path: string[], depth: number): Chosen =>
    ids.flatMap((id) => {
      const group = groups.get(id);
      if (!group) return [];
      const here = [...path, id];
      const below = depth > 0 ? { depth } : {};
      if (group.selection_type === 'text') {
        const typed = clip(form.get(fieldOf(here))?.trim() ?? '', 200, '');
        return typed ? [{ group_id: id, modifier_id: null, text: typed, ...below }] : [];
      }
      return group.modifiers.flatMap((modifier) => {
        const quantity = quantityIn(form, group, here, modifier.id);
        if (quantity < 1) return [];
        const chosen = {
          group_id: id,
          modifier_id: modifier.id,
          ...(quantity > 1 ? { quantity } : {}),
          ...below,
        };
        return depth < NESTING_MAX
          ? [chosen, ...visit(modifier.nested_group_ids, [...here, modifier.id], depth + 1)]
          : [chosen];
      });
    });
  return visit(groupIds, [], 0);
}

function quantityIn(form: URLSearchParams, group: ModifierGroup, path: string[], modifierId: string): number {
  if (group.selection_type !== 'quantity') return form.getAll(fieldOf(path)).includes(modifierId) ? 1 : 0;
  const typed = Number(form.get(quantityFieldOf(path, modifierId)) ?? 0);
  return Number.isInteger(typed) ? Math.min(99, Math.max(0, typed)) : 0;
}
