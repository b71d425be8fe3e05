import type { MenuBook, MenuCategory, MenuItem } from './calls.ts';

/** Whether customers see the dish, sold out or not. In SQL: server/website/publication.ts. */
export const isOffered = (
  { availability_status, deleted_at }: Pick<MenuItem, 'availability_status' | 'deleted_at'>,
  category: Pick<MenuCategory, 'is_active' | 'deleted_at'> | undefined,
  book: Pick<MenuBook, 'status' | 'deleted_at'>,
): boolean =>
  deleted_at === null &&
  availability_status !== 'hidden' &&
  category?.deleted_at === null &&
  category.is_active &&
  book.deleted_at === null &&
  book.status === 'published';
