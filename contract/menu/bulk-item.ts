import type { AvailabilityBody } from './availability.ts';
import type { BulkItem } from './bulk-calls.ts';

/** The parts of a bulk edit of one item: fields that merge one by one, and its availability, which is one thing. */
export function partsOfBulk(item: BulkItem): {
  fields: Omit<BulkItem, 'id' | 'menu_book_id' | 'availability_status' | 'unavailable_until'>;
  availability: AvailabilityBody | null;
} {
  const { id: _, menu_book_id: __, availability_status, unavailable_until = null, ...fields } = item;
  return { fields, availability: availability_status ? { availability_status, unavailable_until } : null };
}

/** "<item id>.<field>", as a notice names what lost. */
export const lostName = (id: string, field: string): string => `${id}.${field}`;

/**
 * What is left of a bulk edit when some of it took effect: the fields that lost, of the items that lost any. They no longer expect a
 * price: the person has seen the current one. `lost`: see `lostName`; undefined: nothing took effect.
 */
export function remainingBulk(items: readonly BulkItem[], lost: readonly string[] | undefined): BulkItem[] {
  return items.flatMap((item) => {
    const isLost = (field: string) => lost?.includes(lostName(item.id, field)) ?? true;
    const left = Object.entries(item).filter(
      ([field]) => !field.startsWith('expected_') && (companions[field] ?? [field]).some((name) => isLost(name)),
    );
    return left.length > 0 ? [{ ...(Object.fromEntries(left) as Partial<BulkItem>), id: item.id }] : []; // of its own entries
  });
}

/** Fields that stand or fall with others. */
const companions: Record<string, string[]> = {
  id: [],
  menu_book_id: ['category_id'],
  availability_status: ['availability'],
  unavailable_until: ['availability'],
};
