import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { newBook, newCategory, newItem } from '../../../contract/menu/new-rows.ts';
import { makeServer } from '../../../tests/support/reference-server.ts';
import { openTablet } from '../../../tests/support/tablet.ts';
import { menuState } from './queries.ts';

const birth = (id: string) => ({ id, at: '2026-11-20T19:42:00.000Z', actor: null, version: 1 });
const place = { bookId: 'evening', categoryId: 'mains', currency: 'GBP' };
const book = newBook({ name: 'Evening' }, birth('evening'), 'GBP');
const mains = newCategory({ name: 'Mains' }, birth('mains'), 'evening');
const dosa = newItem({ name: 'Dosa', price_amount: 500 }, birth('dosa'), place);

async function stateOf(change: Partial<{ book: object; category: object; item: object }> | null) {
  const { db } = await openTablet({ transport: makeServer().transport });
  if (change) {
    await db.menu_books.add({ ...book, ...change.book });
    await db.menu_categories.add({ ...mains, ...change.category });
    await db.menu_items.add({ ...dosa, ...change.item });
  }
  const state = await menuState(db);
  return state.kind === 'draft' ? `draft ${state.book.name}` : state.kind;
}

test('a menu made by hand is a draft until it is published', async () => {
  expect(await stateOf(null)).toBe('empty');
  expect(await stateOf({})).toBe('draft Evening');
  expect(await stateOf({ book: { status: 'published' } })).toBe('offered');
});

test('dishes that no customer sees make no menu, whatever is published', async () => {
  expect(await stateOf({ book: { status: 'archived' } })).toBe('hidden');
  expect(await stateOf({ category: { is_active: false } })).toBe('hidden');
  expect(await stateOf({ book: { status: 'published' }, item: { availability_status: 'hidden' } })).toBe('hidden');
  expect(await stateOf({ book: { status: 'published' }, item: { availability_status: 'sold_out' } })).toBe('offered');
});
