import type { MenuItem } from '../../../contract/menu/calls.ts';
import { serverNow } from '../../lib/server-now.ts';

/** What is being typed of a dish. */
export interface ItemDraft extends Pick<MenuItem, 'name' | 'description' | 'allergens' | 'dietary' | 'spice_level'> {
  /** Somebody has said that the list of allergens is complete; unknown is not "none". */
  allergens_confirmed: boolean;
}

export const draftOf = (item: MenuItem | null): ItemDraft => ({
  name: item?.name ?? '',
  description: item?.description ?? '',
  allergens: item?.allergens ?? [],
  allergens_confirmed: item !== null && item.allergens_confirmed_at !== null,
  dietary: item?.dietary ?? [],
  spice_level: item?.spice_level ?? null,
});

/** Only the fields that differ from the row as it was opened. */
export function changedFields(
  item: MenuItem,
  draft: ItemDraft & { price_amount: number },
  now: Date = new Date(serverNow()),
) {
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  const wasConfirmed = item.allergens_confirmed_at !== null;
  return {
    ...(draft.name !== item.name && { name: draft.name }),
    ...(draft.description !== item.description && { description: draft.description }),
    // The price that was seen goes with it: one that somebody else has set meanwhile is not overwritten unasked.
    ...(draft.price_amount !== item.price_amount && {
      price_amount: draft.price_amount,
      expected_price_amount: item.price_amount,
    }),
    ...(!isSame(draft.allergens, item.allergens) && { allergens: draft.allergens }),
    ...(draft.allergens_confirmed !== wasConfirmed && {
      allergens_confirmed_at: draft.allergens_confirmed ? now.toISOString() : null,
    }),
    ...(!isSame(draft.dietary, item.dietary) && { dietary: draft.dietary }),
    ...(draft.spice_level !== item.spice_level && { spice_level: draft.spice_level }),
  };
}

/** The body of a new dish. */
export function newFields(
  { allergens_confirmed: isConfirmed, ...draft }: ItemDraft,
  price_amount: number,
  now: Date = new Date(serverNow()),
) {
  return { ...draft, price_amount, allergens_confirmed_at: isConfirmed ? now.toISOString() : null };
}
