import type { Field, Fields } from '../../../contract/entity-fields.ts';
import { bookFields, categoryFields } from '../../../contract/menu/menu-fields.ts';
import { itemFields } from '../../../contract/menu/item-fields.ts';
import { inText } from '../../components/fields/field-words.ts';
import type { Variant } from '../../../contract/menu/parts.ts';
import type { Window } from '../../../contract/menu/windows.ts';
import { allergenList } from '../../lib/allergen-label.ts';
import { money } from '../../lib/money.ts';

const menuField = (field: string): Field | undefined =>
  ({ ...bookFields, ...categoryFields, ...itemFields } as Fields)[field];

/** Of sets of choices, and of what belongs to no field. */
const fieldWords: Record<string, string> = {
  category_id: 'category',
  modifiers: 'choices',
  selection_type: 'way of choosing',
  min_selected: 'least',
  max_selected: 'most',
  free_count: 'free choices',
};

/** A field of the menu as people call it. */
export const fieldWord = (field: string) => fieldWords[field] ?? inText(menuField(field)?.label ?? field);

/** What a field says, for the comparison of two edits. */
export function fieldValueWords(field: string, value: unknown, currency: string): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (Array.isArray(value) && value.length === 0) return 'none';
  const { kind, unit } = menuField(field) ?? {};
  if (kind === 'money') return money(value as number, currency);
  if (kind === 'percent') return `${(value as number) / 100}%`;
  if (kind === 'whole' && unit) return `${value as number} ${unit}`;
  switch (field) {
    case 'image_url':
      return 'a photo';
    case 'images':
      return (value as unknown[]).length === 1 ? '1 photo' : `${(value as unknown[]).length} photos`;
    case 'variants':
    case 'modifiers':
      return (value as Pick<Variant, 'name' | 'price_amount'>[])
        .map(({ name, price_amount }) => (price_amount ? `${name} ${money(price_amount, currency)}` : name))
        .join(', ');
    case 'modifier_groups':
      return (value as unknown[]).length === 1 ? '1 group' : `${(value as unknown[]).length} groups`;
    case 'availability_windows':
      return (value as Window[]).map(windowWords).join('; ');
    default:
      if (Array.isArray(value)) return allergenList(value.map(String));
      if (typeof value === 'boolean') return value ? 'yes' : 'no';
      return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
  }
}

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** "Fri, Sat 18:00 to 01:00" */
function windowWords({ validity, weekdays, start_time, end_time, start_date, end_date }: Window): string {
  const named = weekdays.map((day) => days[day]).join(', ');
  const dates = `${start_date ?? '…'} to ${end_date ?? '…'}`;
  const when = validity === 'always' ? 'every day' : validity === 'weekly' ? named : dates;
  return `${when} ${start_time} to ${end_time}`;
}
