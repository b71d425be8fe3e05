import type { MenuBook, MenuCategory, MenuItem } from '../../../../contract/menu/calls.ts';
import { valuesOf } from '../../../../contract/entity-fields.ts';
import { bookFields, categoryFields } from '../../../../contract/menu/menu-fields.ts';
import { itemFields } from '../../../../contract/menu/item-fields.ts';
import { imageIdsOf } from '../../../../contract/files/images.ts';
import { newId } from '../../../data/ids.ts';
import { mutate, type Ticket } from '../../../data/mutate.ts';
import { createBook, createCategory, createItem } from '../mutations.ts';
import { clip } from '../../../../contract/clip.ts';

/** The copy of a dish. Its sizes are its own; its choices are shared. It is available, whatever the original is. */
export function copyOfItem(item: MenuItem, name: string) {
  // Two dishes with one SKU could not be told apart.
  const { sku: _, ...values } = valuesOf(itemFields, item);
  return {
    ...values,
    name,
    image_url: ownImage(item.image_url),
    images: values.images.filter((url) => ownImage(url) !== null),
    // The copy is edited into another dish: somebody has to confirm its allergens.
    allergens_confirmed_at: name === item.name ? item.allergens_confirmed_at : null,
    variants: values.variants.map(({ name: size, price_amount, sku, is_default }) => ({
      id: newId(),
      name: size,
      price_amount,
      sku,
      is_default,
    })),
  };
}

/** Copies show the same images. Null: none, or an address elsewhere, which no call takes. */
const ownImage = (url: string | null | undefined): string | null => (url && imageIdsOf(url) ? url : null);

/** "Dal (copy)", "Dal (copy 2)": a name that none of the others has, within the contract's length. */
export function copyName(name: string, others: readonly { name: string }[], longest: number): string {
  const taken = new Set(others.map((other) => other.name));
  for (let n = 1; ; n += 1) {
    const end = n === 1 ? ' (copy)' : ` (copy ${n})`;
    const copy = clip(name, longest - end.length, '') + end;
    if (!taken.has(copy)) return copy;
  }
}

/** Duplicates a dish behind itself. `list`: the dishes of its category in their order. */
export function duplicateItem(item: MenuItem, list: readonly MenuItem[]): string {
  const next = list[list.findIndex(({ id }) => id === item.id) + 1]?.sort_order;
  const sort_order = next !== undefined && next > item.sort_order ? (item.sort_order + next) / 2 : item.sort_order + 1;
  const id = newId();
  mutate(createItem, {
    path: { id: item.menu_book_id, categoryId: item.category_id },
    body: { id, ...copyOfItem(item, copyName(item.name, list, 160)), sort_order },
  });
  return id;
}

/** Mutations that may wait for the disk at once. */
const AT_ONCE = 25;

/** Duplicates a category with its dishes, behind the last one. Returns the id of the copy, which is there at once. */
export function duplicateCategory(
  category: MenuCategory,
  siblings: readonly MenuCategory[],
  items: readonly MenuItem[],
): { id: string; name: string } {
  const name = copyName(category.name, siblings, 120);
  const sort_order = Math.max(...siblings.map((one) => one.sort_order)) + 1;
  const { id } = createCopy({ ...category, name, sort_order }, category.menu_book_id);
  void inTurn(itemsInto(items, category.menu_book_id, id));
  return { id, name };
}

/** Duplicates a menu with all that is in it, as a draft. */
export function duplicateBook(
  book: MenuBook,
  books: readonly MenuBook[],
  categories: readonly MenuCategory[],
  items: readonly MenuItem[],
): { id: string; name: string } {
  const id = newId();
  const name = copyName(book.name, books, 120);
  const { is_default: _, ...values } = valuesOf(bookFields, book);
  mutate(createBook, {
    body: {
      ...values,
      id,
      name,
      image_url: ownImage(book.image_url),
      status: 'draft',
      sort_order: Math.max(...books.map((one) => one.sort_order)) + 1,
    },
  });
  const steps = categories.flatMap((category) => {
    const made: { id?: string } = {};
    const make = () => {
      const { ticket, id: copyId } = createCopy(category, id);
      made.id = copyId;
      return ticket;
    };
    const dishes = items.filter((item) => item.category_id === category.id);
    return [make, ...dishes.map((item) => () => itemInto(item, id, made.id!))];
  });
  void inTurn(steps);
  return { id, name };
}

function createCopy(category: MenuCategory, bookId: string): { id: string; ticket: Ticket } {
  const id = newId();
  const body = { ...valuesOf(categoryFields, category), id, image_url: ownImage(category.image_url) };
  return { id, ticket: mutate(createCategory, { path: { id: bookId }, body }) };
}

const itemsInto = (items: readonly MenuItem[], bookId: string, categoryId: string) =>
  items.map((item) => () => itemInto(item, bookId, categoryId));

const itemInto = (item: MenuItem, bookId: string, categoryId: string) =>
  mutate(createItem, { path: { id: bookId, categoryId }, body: { id: newId(), ...copyOfItem(item, item.name) } });

/** A large menu would else hold the page until all of it is stored. */
async function inTurn(steps: readonly (() => Ticket)[]): Promise<void> {
  for (let at = 0; at < steps.length; at += AT_ONCE) {
    const tickets = steps.slice(at, at + AT_ONCE).map((step) => step());
    await Promise.all(tickets.map(({ durable }) => durable.catch(() => undefined)));
  }
}
