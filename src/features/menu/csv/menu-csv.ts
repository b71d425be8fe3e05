import type { MenuBook, MenuCategory, MenuItem } from '../../../../contract/menu/calls.ts';
import type { ModifierGroup } from '../../../../contract/menu/modifiers.ts';
import { writeCsv } from '../../../../contract/csv.ts';
import { csvColumns, csvFields, type CsvType } from './fields.ts';

export interface MenuRows {
  books: MenuBook[];
  categories: MenuCategory[];
  items: MenuItem[];
  groups: ModifierGroup[];
}

type Place = Partial<Record<'menu' | 'category' | 'parent' | 'parent_id', string>>;

/** The whole menu as CSV: modifier groups first, then each menu with its categories, items and variants, in their order. */
export function menuCsv({ books, categories, items, groups }: MenuRows, currency: string): string {
  const rows: string[][] = [csvColumns];
  const add = (type: CsvType, row: { id: string }, place: Place, money = currency) => {
    const cells: Record<string, string> = { type, id: row.id, ...place };
    for (const { column, key, codec, empty } of csvFields[type]) {
      const value = (row as unknown as Record<string, unknown>)[key] ?? empty;
      cells[column] = codec.write(value as never, money);
    }
    rows.push(csvColumns.map((column) => cells[column] ?? ''));
  };
  for (const group of groups) {
    add('group', group, {});
    for (const modifier of group.modifiers) add('modifier', modifier, { parent: group.name, parent_id: group.id });
  }
  for (const book of books) {
    add('menu', book, {});
    for (const category of categories.filter(({ menu_book_id }) => menu_book_id === book.id)) {
      add('category', category, { menu: book.name, parent_id: book.id });
      for (const item of items.filter(({ category_id }) => category_id === category.id)) {
        const place = { menu: book.name, category: category.name };
        add('item', item, { ...place, parent_id: category.id }, item.currency);
        for (const variant of item.variants ?? [])
          add('variant', variant, { ...place, parent: item.name, parent_id: item.id }, item.currency);
      }
    }
  }
  return writeCsv(rows);
}
