import type { ModifierGroup, WantedGroup, WantedModifierOption } from '../../../../contract/menu/modifiers.ts';
import { mostOf } from '../../../../contract/menu/orderable.ts';
import { decimal, parseMoney } from '../../../lib/money.ts';

/** A modifier while it is edited. */
export interface OptionDraft extends Omit<WantedModifierOption, 'price_amount'> {
  price: string;
}

/** A modifier group while it is edited. Numbers are text until they are read; empty means none. */
export interface GroupDraft {
  name: string;
  kitchen_name: string;
  selection_type: ModifierGroup['selection_type'];
  least: string;
  most: string;
  free: string;
  options: OptionDraft[];
}

export const groupDraftOf = (group: ModifierGroup | null, currency: string): GroupDraft => ({
  name: group?.name ?? '',
  kitchen_name: group?.kitchen_name ?? '',
  selection_type: group?.selection_type ?? 'multiple',
  least: group && group.min_selected > 0 ? String(group.min_selected) : '',
  most: group?.max_selected ? String(group.max_selected) : '',
  free: group && group.free_count > 0 ? String(group.free_count) : '',
  options: (group?.modifiers ?? []).map(
    ({ id, name, price_amount, is_default, max_quantity, allergens, nested_group_ids, linked_item_id }) => ({
      id,
      name,
      price: price_amount === 0 ? '' : decimal(price_amount, currency),
      is_default,
      max_quantity,
      allergens,
      nested_group_ids,
      linked_item_id: linked_item_id ?? null,
    }),
  ),
});

/** What was typed, as the call takes it; or the fields that are wrong, "options.1.price" of an option. */
export function groupValuesOf(
  draft: GroupDraft,
  currency: string,
): { values: WantedGroup } | { wrong: ReadonlySet<string> } {
  const wrong = new Set<string>();
  const count = (field: 'least' | 'most' | 'free'): number => {
    const text = draft[field].trim();
    if (!/^\d{0,2}$/.test(text)) wrong.add(field);
    return Number(text) || 0;
  };
  const isText = draft.selection_type === 'text';
  const [least, atMost, free] = [count('least'), count('most'), count('free')];
  if (atMost > 0 && atMost < least) wrong.add('most');
  if (draft.name.trim() === '') wrong.add('name');
  const modifiers = (isText ? [] : draft.options).map(({ price, name, ...option }, i): WantedModifierOption => {
    const amount = price.trim() === '' ? 0 : parseMoney(price, currency);
    if (amount === null || amount < 0 || amount > 100_000_000) wrong.add(`options.${i}.price`);
    if (name.trim() === '') wrong.add(`options.${i}.name`);
    return { ...option, name: name.trim(), price_amount: amount ?? 0 };
  });
  if (!isText && modifiers.length === 0) wrong.add('options');
  const most = isText || atMost === 0 ? null : atMost;
  const { selection_type } = draft;
  const options = modifiers.map(({ max_quantity = null }) => ({ max_quantity }));
  if (!isText && options.length > 0 && least > mostOf({ selection_type, max_selected: most, modifiers: options }))
    wrong.add('least');
  const values: WantedGroup = {
    name: draft.name.trim(),
    kitchen_name: draft.kitchen_name.trim() || null,
    selection_type,
    min_selected: isText ? Math.min(1, least) : least,
    max_selected: most,
    free_count: isText ? 0 : free,
    modifiers,
  };
  return wrong.size > 0 ? { wrong } : { values };
}
