import { checkLine } from '../../../contract/orders/allergy-check.ts';
import { allergenList } from '../../lib/allergen-label.ts';
import type { MenuDish } from './dishes-of.ts';
import type { Draft } from './draft.ts';

/** "Butter chicken: contains milk": each dish of the order that conflicts with its customer's allergies, before it is placed. */
export function clashesOf(
  { allergens, lines }: Pick<Draft, 'allergens' | 'lines'>,
  menu: ReadonlyMap<string, MenuDish>,
): string[] {
  return lines.flatMap((line) => {
    const dish = menu.get(line.menu_item_id ?? '');
    const { contains, mayContain } = checkLine({ allergens }, line, dish?.item, dish?.groups ?? new Map());
    const words = [
      contains.length > 0 && `contains ${allergenList(contains).toLowerCase()}`,
      mayContain.length > 0 && `may contain ${allergenList(mayContain).toLowerCase()}`,
    ].filter((part) => part !== false);
    return words.length > 0 ? [`${line.name}: ${words.join(', ')}`] : [];
  });
}
