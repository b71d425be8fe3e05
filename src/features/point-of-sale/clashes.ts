import { checkLine } from '../../../contract/orders/allergy-check.ts';
import type { MenuItem } from '../../../contract/menu/calls.ts';
import { allergenList } from '../../lib/allergen-label.ts';
import type { Draft } from './draft.ts';

/** "Butter chicken: contains milk": each dish of the order that conflicts with its customer's allergies, before it is placed. */
export function clashesOf(
  { allergens, lines }: Pick<Draft, 'allergens' | 'lines'>,
  items: readonly MenuItem[],
): string[] {
  return lines.flatMap((line) => {
    const item = items.find(({ id }) => id === line.menu_item_id);
    const { contains, mayContain } = checkLine({ allergens }, line, item);
    const words = [
      contains.length > 0 && `contains ${allergenList(contains).toLowerCase()}`,
      mayContain.length > 0 && `may contain ${allergenList(mayContain).toLowerCase()}`,
    ].filter((part) => part !== false);
    return words.length > 0 ? [`${line.name}: ${words.join(', ')}`] : [];
  });
}
