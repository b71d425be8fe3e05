import type { Variant } from '../../../contract/menu/calls.ts';
import type { Window } from '../../../contract/menu/windows.ts';
import { allergenList } from '../../lib/allergen-label.ts';
import { money } from '../../lib/money.ts';

const fieldWords: Record<string, string> = {
  image_url: 'photo',
  images: 'more photos',
  price_amount: 'price',
  category_id: 'category',
  kitchen_name: 'kitchen name',
  may_contain: 'may contain',
  allergens_confirmed_at: 'allergens checked',
  spice_level: 'heat',
  sort_order: 'place in the list',
  is_default: 'default menu',
  is_active: 'shown',
  kitchen_station: 'station',
  order_types: 'order types',
  channels: 'where it is sold',
  availability_windows: 'times',
  variants: 'sizes',
  modifiers: 'choices',
  selection_type: 'way of choosing',
  min_selected: 'least',
  max_selected: 'most',
  free_count: 'free choices',
  modifier_groups: 'choices',
  tax_rate_bp: 'tax rate',
  tax_mode: 'tax',
  is_tax_inclusive: 'tax in the price',
  prep_minutes: 'preparation time',
  pricing_type: 'way of pricing',
  sku: 'SKU',
  is_alcoholic: 'contains alcohol',
  min_age: 'minimum age',
  min_quantity: 'fewest in one order',
  max_quantity: 'most in one order',
  compare_at_amount: 'price before',
  is_featured: 'featured',
};

/** A field of the menu as people call it. */
export const fieldWord = (field: string) => fieldWords[field] ?? field;

/** What a field says, for the comparison of two edits. */
export function fieldValueWords(field: string, value: unknown, currency: string): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (Array.isArray(value) && value.length === 0) return 'none';
  switch (field) {
    case 'image_url':
      return 'a photo';
    case 'images':
      return (value as unknown[]).length === 1 ? '1 photo' : `${(value as unknown[]).length} photos`;
    case 'price_amount':
    case 'compare_at_amount':
      return money(value as number, currency);
    case 'tax_rate_bp':
      return `${(value as number) / 100}%`;
    case 'prep_minutes':
      return `${value as number} min`;
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
