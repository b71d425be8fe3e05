import type { Actor } from '../../../contract/fields.ts';
import type { MenuBook, MenuCategory, MenuItem } from '../../../contract/menu/calls.ts';
import type { ModifierGroup } from '../../../contract/menu/modifiers.ts';
import { edited } from '../../../contract/menu/new-rows.ts';
import type { MutationInfo } from '../../data/mutation.ts';

/** Who changed something on this device, until the server says which user it was. */
export const actorOf = (tap: MutationInfo): Actor => ({ kind: 'user', id: null, name: tap.deviceName });

/** The row with an edit applied on this device. Throws `not_found` if there is no row. */
export function editedHere<R extends MenuBook | MenuCategory | MenuItem | ModifierGroup>(
  row: R | null,
  body: object,
  tap: MutationInfo,
): R {
  if (!row) throw new Error('not_found');
  return { ...edited(row, body, tap.occurredAt), updated_at: tap.occurredAt, updated_by: actorOf(tap) };
}
