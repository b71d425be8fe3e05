import { mutate } from '../../../data/mutate.ts';
import {
  createBook,
  createCategory,
  createGroup,
  createItem,
  editBook,
  editCategory,
  editGroup,
  editItem,
} from '../mutations.ts';
import type { MenuChange } from './plan-import.ts';

/** Makes the changes of an import as ordinary mutations: online or offline, each with its own answer. */
export function applyImport(changes: MenuChange[]): void {
  for (const { action, ids, body: planned } of changes) {
    const { id, bookId, categoryId } = ids;
    const body = planned as never; // planImport has checked it against the call's own schema
    const created = { ...planned, id } as never; // as above
    if (action === 'createGroup') mutate(createGroup, { body: created });
    else if (action === 'editGroup') mutate(editGroup, { path: { groupId: id }, body });
    else if (action === 'createBook') mutate(createBook, { body: created });
    else if (action === 'editBook') mutate(editBook, { path: { id }, body });
    else if (action === 'createCategory') mutate(createCategory, { path: { id: bookId }, body: created });
    else if (action === 'editCategory') mutate(editCategory, { path: { id: bookId, categoryId: id }, body });
    else if (action === 'createItem') mutate(createItem, { path: { id: bookId, categoryId }, body: created });
    else mutate(editItem, { path: { id: bookId, categoryId, itemId: id }, body });
  }
}
