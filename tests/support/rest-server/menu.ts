import type { RestServerStore } from './store.ts';
import { fieldsOf, Refused, textOf, type RestServerRow } from './values.ts';

const ours = ['id', 'created_at', 'updated_at', 'menu_book_id', 'category_id', 'occurred_at', 'op_id'];

/** The fields of a row that a caller may set, without those that the server sets. */
function bodyOf(body: unknown): Record<string, unknown> {
  const fields = fieldsOf(body);
  for (const name of ours) delete fields[name];
  return fields;
}

const born = (store: RestServerStore): RestServerRow => ({
  id: store.newId(),
  created_at: store.at(),
  updated_at: store.at(),
});

export const createBook = (store: RestServerStore, body: unknown): RestServerRow =>
  added(store, 'books', {
    ...born(store),
    status: 'draft',
    ...bodyOf(body),
    name: textOf(fieldsOf(body)['name'], 'name'),
  });

export function bookOf(store: RestServerStore, id: string): RestServerRow {
  const categories = store.rows.categories.filter((category) => category['menu_book_id'] === id);
  return { ...store.find('books', id), categories };
}

export function edit(store: RestServerStore, collection: 'books' | 'items', id: string, body: unknown): RestServerRow {
  return Object.assign(store.find(collection, id), bodyOf(body), { updated_at: store.at() });
}

export function removeBook(store: RestServerStore, id: string): object {
  store.find('books', id);
  for (const category of store.rows.categories.filter((one) => one['menu_book_id'] === id))
    removeCategory(store, category.id);
  store.remove('books', [id]);
  return {};
}

export function createCategory(store: RestServerStore, bookId: string, body: unknown): RestServerRow {
  store.find('books', bookId);
  const name = textOf(fieldsOf(body)['name'], 'name');
  return added(store, 'categories', { ...born(store), is_active: true, ...bodyOf(body), name, menu_book_id: bookId });
}

export function removeCategory(store: RestServerStore, id: string): object {
  store.find('categories', id);
  const items = store.rows.items.filter((item) => item['category_id'] === id);
  store.remove(
    'items',
    items.map((item) => item.id),
  );
  store.remove('categories', [id]);
  return {};
}

export function createItem(store: RestServerStore, bookId: string, categoryId: string, body: unknown): RestServerRow {
  store.find('categories', categoryId);
  const name = textOf(fieldsOf(body)['name'], 'name');
  const place = { menu_book_id: bookId, category_id: categoryId };
  const fresh = { availability_status: 'available', unavailable_until: null, is_available: true };
  return added(store, 'items', { ...born(store), currency: 'GBP', ...fresh, ...bodyOf(body), name, ...place });
}

/** The specification's availability toggle with the data dictionary's fields: the newest `occurred_at` wins. */
export function setAvailability(store: RestServerStore, id: string, body: unknown): RestServerRow {
  const fields = fieldsOf(body);
  const item = store.find('items', id);
  const status = fields['availability_status'] ?? (fields['is_available'] === true ? 'available' : 'sold_out');
  if (fields['is_available'] === undefined && fields['availability_status'] === undefined)
    throw new Refused(422, 'invalid_fields', 'is_available is required');
  const at = (fields['occurred_at'] as string | undefined) ?? store.at();
  if (typeof item['availability_changed_at'] === 'string' && item['availability_changed_at'] > at) return item;
  return Object.assign(item, {
    availability_status: status,
    is_available: status === 'available',
    unavailable_until: status === 'available' ? null : (fields['unavailable_until'] ?? null),
    availability_changed_at: at,
    updated_at: store.at(),
  });
}

export function removeItems(store: RestServerStore, body: unknown): object {
  const ids = fieldsOf(body)['item_ids'];
  if (!Array.isArray(ids)) throw new Refused(422, 'invalid_fields', 'item_ids is required');
  store.remove('items', ids as string[]);
  return {};
}

function added(
  store: RestServerStore,
  collection: 'books' | 'categories' | 'items',
  row: RestServerRow,
): RestServerRow {
  store.rows[collection].push(row);
  return row;
}
