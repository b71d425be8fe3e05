import type { MenuBook, MenuCategory, MenuItem } from '../../../../contract/menu/calls.ts';
import type { ModifierGroup } from '../../../../contract/menu/modifiers.ts';
import { actorOf, type MutationInfo } from '../../../data/mutation.ts';

type Places = { body: { places: { id: string; sort_order: number }[] } };

/** A reorder concerns only the rows that move. Where somebody moved one later, that place stands, and nobody has to act. */
export const reorder = {
  effect: 'update',
  rows: ({ body }: Places) => body.places.map(({ id }) => id),
  change: <R extends MenuBook | MenuCategory | MenuItem | ModifierGroup>(
    row: R | null,
    { body }: Places,
    info: MutationInfo,
  ): R | null => {
    const place = body.places.find(({ id }) => id === row?.id);
    // One that somebody deleted does not keep the others from moving.
    return row && place
      ? { ...row, sort_order: place.sort_order, updated_at: info.occurredAt, updated_by: actorOf(info) }
      : row;
  },
  isOvertaken: (code: string) => code === 'superseded',
} as const;
