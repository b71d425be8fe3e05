import { applyAvailability } from '../../../../contract/menu/availability.ts';
import type { BulkItem } from '../../../../contract/menu/bulk-calls.ts';
import { partsOfBulk } from '../../../../contract/menu/bulk-item.ts';
import type { MenuItem } from '../../../../contract/menu/calls.ts';
import { actorOf, type MutationInfo } from '../../../data/mutation.ts';
import { editedHere } from '../edit-here.ts';

/** An item after a bulk edit that names it, on this device. One that somebody deleted stays deleted. */
export function bulkEdited(row: MenuItem | null, items: readonly BulkItem[], info: MutationInfo): MenuItem | null {
  const wanted = items.find(({ id }) => id === row?.id);
  if (!row || !wanted) return row;
  const { fields, availability } = partsOfBulk(wanted);
  const edited = editedHere(row, fields, info);
  const next = wanted.menu_book_id ? { ...edited, menu_book_id: wanted.menu_book_id } : edited;
  if (!availability) return next;
  const outcome = applyAvailability(next, availability, {
    occurredAt: info.occurredAt,
    opId: info.key,
    actor: actorOf(info),
    restaurant: null,
  });
  return outcome.kind === 'refused' ? next : outcome.item;
}
