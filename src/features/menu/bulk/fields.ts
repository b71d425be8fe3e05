import type { BulkItem } from '../../../../contract/menu/bulk-calls.ts';
import type { MenuCategory, MenuItem } from '../../../../contract/menu/calls.ts';

type Edit = { items: BulkItem[]; former: BulkItem[] };

/** One field of all items; those that have the value already are left out. */
export function setField<F extends 'tax_rate_bp' | 'kitchen_station'>(
  items: readonly MenuItem[],
  field: F,
  value: BulkItem[F],
): Edit {
  const others = items.filter((item) => (item[field] ?? null) !== value);
  return {
    items: others.map(({ id }) => ({ id, [field]: value })),
    former: others.map((item) => ({ id: item.id, [field]: item[field] ?? null })),
  };
}

/** Items to the end of another category, in the order in which they stand. `all`: every item of the restaurant. */
export function moveTo(items: readonly MenuItem[], category: MenuCategory, all: readonly MenuItem[]): Edit {
  const there = all.filter(({ category_id }) => category_id === category.id).map(({ sort_order }) => sort_order);
  const first = Math.floor(Math.max(-1, ...there)) + 1;
  const others = items.filter(({ category_id }) => category_id !== category.id);
  return {
    items: others.map(({ id }, at) => ({
      id,
      category_id: category.id,
      menu_book_id: category.menu_book_id,
      sort_order: first + at,
    })),
    former: others.map(({ id, category_id, menu_book_id, sort_order }) => ({
      id,
      category_id,
      menu_book_id,
      sort_order,
    })),
  };
}

/** Availability of all items, until an instant or until it is changed. */
export function setAvailabilities(
  items: readonly MenuItem[],
  { status, until }: { status: MenuItem['availability_status']; until: string | null },
): Edit {
  return {
    items: items.map(({ id }) => ({
      id,
      availability_status: status,
      unavailable_until: status === 'available' ? null : until,
    })),
    former: items.map(({ id, availability_status, unavailable_until }) => ({
      id,
      availability_status,
      unavailable_until,
    })),
  };
}
