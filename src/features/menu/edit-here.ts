import type { MenuBook, MenuCategory, MenuItem } from '../../../contract/menu/calls.ts';
import type { ModifierGroup } from '../../../contract/menu/modifiers.ts';
import { edited } from '../../../contract/menu/new-rows.ts';
import { stampOf, type MutationInfo } from '../../data/mutation.ts';

/** The row with an edit applied on this device. */
export function editedHere<R extends MenuBook | MenuCategory | MenuItem | ModifierGroup>(
  row: R,
  body: object,
  info: MutationInfo,
): R {
  return { ...edited(row, body, info.occurredAt), ...stampOf(info) };
}
