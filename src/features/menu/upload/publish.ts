import type { MenuBook, MenuCategory, MenuItem } from '../../../../contract/menu/calls.ts';
import type { WantedVariant } from '../../../../contract/menu/parts.ts';
import { foldName } from '../../../../contract/names.ts';
import { newId } from '../../../data/ids.ts';
import { mutate } from '../../../data/mutate.ts';
import { parseMoney } from '../../../lib/money.ts';
import { createCategory, createItem, editBook, editItem } from '../mutations.ts';
import { compare, findSize, isReady, type ReviewEntry } from './review-entries.ts';
import { clip } from '../../../../contract/clip.ts';

interface Present {
  bookId: string;
  book: MenuBook | null;
  categories: MenuCategory[];
  items: MenuItem[];
  currency: string;
}

/** Brings the selected entries to the menu: new dishes, and new prices of those that are on it. A menu made by the upload is published. */
export function publishEntries(entries: ReviewEntry[], { bookId, book, categories, items, currency }: Present): void {
  const ids = new Map(categories.map((category) => [foldName(category.name), category.id]));
  let place = nextPlace(categories);
  for (const entry of entries) {
    if (!isReady(entry, currency)) continue;
    const { item } = compare(entry, items, currency);
    const variants = toVariants(entry, item, currency);
    const price = variants[0]?.price_amount ?? parseMoney(entry.price, currency)!; // ready, so there is one
    if (item) {
      const path = { id: item.menu_book_id, categoryId: item.category_id, itemId: item.id };
      const body = {
        // The price that the owner saw goes with it: one that somebody else has set meanwhile is not overwritten.
        ...(item.price_amount !== price && { price_amount: price, expected_price_amount: item.price_amount }),
        ...(variants.length > 0 && { variants }),
      };
      if (Object.keys(body).length > 0) mutate(editItem, { path, body });
      continue;
    }
    const category = entry.category.trim() || 'Menu';
    let categoryId = ids.get(foldName(category));
    if (!categoryId) {
      categoryId = newId();
      ids.set(foldName(category), categoryId);
      mutate(createCategory, {
        path: { id: bookId },
        body: { id: categoryId, name: clip(category, 120, ''), sort_order: place++ },
      });
    }
    mutate(createItem, {
      path: { id: bookId, categoryId },
      body: {
        id: newId(),
        name: clip(entry.name.trim(), 160, ''),
        description: clip(entry.description, 2000, ''),
        price_amount: price,
        variants,
        dietary: entry.dietary,
        sort_order: entries.indexOf(entry),
      },
    });
  }
  if (book?.source === 'upload' && book.status === 'draft')
    mutate(editBook, { path: { id: bookId }, body: { status: 'published' } });
}

/** Sizes as variants of the dish: those that it has keep their ids and what the menu does not show, new ones follow. */
function toVariants({ sizes }: ReviewEntry, item: MenuItem | null, currency: string): WantedVariant[] {
  if (sizes.length === 0) return [];
  const standing = item?.variants ?? [];
  const priced = standing.map(({ id, name, price_amount, sku, is_default }) => {
    const size = findSize(sizes, name);
    return { id, name, price_amount: size ? parseMoney(size.price, currency)! : price_amount, sku, is_default };
  });
  const added = sizes
    .filter(({ name }) => !findSize(standing, name))
    .map(({ name, price }) => ({
      id: newId(),
      name: clip(name.trim(), 80, ''),
      price_amount: parseMoney(price, currency)!,
    }));
  return [...priced, ...added].slice(0, 30);
}

const nextPlace = (rows: { sort_order: number }[]) => Math.max(-1, ...rows.map((row) => row.sort_order)) + 1;
