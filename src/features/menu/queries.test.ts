import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { book, category, dish, id } from '../../../tests/support/rows.ts';
import { makeDb, type GalleyDb } from '../../data/db.ts';
import { allItems, books, categories, itemsInUse, itemsOfCategory } from './queries.ts';

let db: GalleyDb;

beforeEach(async () => {
  db = makeDb('galley:test', { indexedDB: new IDBFactory(), IDBKeyRange });
  await db.menu_books.bulkAdd([
    { ...book, sort_order: 1 },
    { ...book, id: id(10), name: 'Lunch', sort_order: 0 },
  ]);
  await db.menu_categories.bulkAdd([
    { ...category, sort_order: 1 },
    { ...category, id: id(21), name: 'Starters', sort_order: 0 },
    { ...category, id: id(22), name: 'Wraps', menu_book_id: id(10), sort_order: 0 },
    { ...category, id: id(23), name: 'Of a deleted menu', menu_book_id: id(11) },
  ]);
  await db.menu_items.bulkAdd([
    dish(100, { name: 'Saag paneer', sort_order: 2 }),
    dish(101, { name: 'Butter chicken', sort_order: 1 }),
    dish(102, { name: 'Aloo gobi', sort_order: 1 }),
    dish(103, { name: 'Samosa', category_id: id(21) }),
    dish(104, { name: 'Paneer wrap', category_id: id(22), menu_book_id: id(10) }),
    dish(105, { name: 'Of a deleted category', category_id: id(99) }),
    dish(106, { name: 'Of a deleted menu', category_id: id(23), menu_book_id: id(11) }),
  ]);
});
afterEach(() => db.close());

const names = (rows: { name: string }[]) => rows.map((row) => row.name);

test("menus and categories are in the owner's order", async () => {
  expect(names(await books(db))).toEqual(['Lunch', 'Dinner']);
  expect(names(await categories(db, book.id))).toEqual(['Starters', 'Mains']);
});

test('hides the categories of a deleted menu', async () => {
  expect(names(await categories(db))).toEqual(['Wraps', 'Starters', 'Mains']);
});

test('dishes with equal positions are sorted by name', async () => {
  expect(names(await itemsOfCategory(db, category.id))).toEqual(['Aloo gobi', 'Butter chicken', 'Saag paneer']);
});

test('lists all dishes in menu order, without deleted parents', async () => {
  expect(names(await allItems(db))).toEqual(['Paneer wrap', 'Samosa', 'Aloo gobi', 'Butter chicken', 'Saag paneer']);
  expect(names(await allItems(db, id(10)))).toEqual(['Paneer wrap']);
});

test('staff sell and switch no dish of an archived menu', async () => {
  await db.menu_books.update(id(10), { status: 'archived' });
  expect(names(itemsInUse(await allItems(db), await books(db)))).toEqual([
    'Samosa',
    'Aloo gobi',
    'Butter chicken',
    'Saag paneer',
  ]);
  await db.menu_books.update(id(10), { status: 'draft' });
  expect(names(itemsInUse(await allItems(db), await books(db)))).toContain('Paneer wrap');
});
