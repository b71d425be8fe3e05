import { type AllergyCheck } from '../../../../contract/orders/allergy-check.ts';
import type { Order } from '../../../../contract/orders/calls.ts';
import { allergenLabel } from '../../../lib/allergen-label.ts';
import { capital } from '../../../lib/capital.ts';

/** "Contains nuts · may contain milk · allergens not confirmed"; null when there is nothing to say. */
export function allergyLabel({ contains, mayContain, isUnconfirmed }: AllergyCheck): string | null {
  const parts = [
    contains.length > 0 && `contains ${list(contains)}`,
    mayContain.length > 0 && `may contain ${list(mayContain)}`,
    isUnconfirmed && 'allergens not confirmed',
  ].filter((part) => part !== false);
  if (parts.length === 0) return null;
  const text = parts.join(' · ');
  return capital(text);
}

/** The text of the red strip: the named allergies, or that the note mentions one. Null: neither. */
export function allergyStripLabel(
  order: Pick<Order, 'allergens' | 'customer_note' | 'kitchen_note' | 'lines'>,
): string | null {
  if (order.allergens.length > 0) return `Allergy: ${list(order.allergens)}`;
  const notes = [order.customer_note, order.kitchen_note, ...order.lines.map((line) => line.note)];
  return notes.some((note) => note && SPEAKS_OF_ALLERGY.test(note)) ? 'Allergy: read the note' : null;
}

const SPEAKS_OF_ALLERGY = /allerg|anaphyla|intoleran|c(o)?eliac/i;

const list = (names: readonly string[]) => names.map(allergenLabel).join(', ');
