import { draftOf, keepDraft as keepText } from '../../session/drafts.ts';
import { emptyDraft, type Draft } from './draft.ts';

/** A draft of a new order: it stays in this tab, through other screens and reloads, until it is placed. */
export function keptDraft(restaurantId: string): Draft | null {
  const text = draftOf(nameOf(restaurantId));
  if (text === '') return null;
  try {
    const kept = JSON.parse(text) as Partial<Draft>;
    // Fields that an older build did not have start empty.
    return Array.isArray(kept.lines) ? { ...emptyDraft(kept.source), ...kept } : null;
  } catch (error) {
    console.warn('The order that was being taken cannot be read', error);
    return null;
  }
}

export function keepDraft(restaurantId: string, draft: Draft): void {
  const text = JSON.stringify(draft);
  keepText(nameOf(restaurantId), text === JSON.stringify(emptyDraft(draft.source)) ? '' : text);
}

const nameOf = (restaurantId: string) => `order:${restaurantId}`;
