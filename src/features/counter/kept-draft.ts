import type { Draft } from './draft.ts';

let kept: { restaurantId: string; draft: Draft } | null = null;

/** An order that is being taken is not lost when another one has to be looked at meanwhile. It lives as long as the page. */
export const keptDraft = (restaurantId: string): Draft | null =>
  kept?.restaurantId === restaurantId ? kept.draft : null;

export function keepDraft(restaurantId: string, draft: Draft | null): void {
  kept = draft && { restaurantId, draft };
}
