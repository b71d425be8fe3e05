import { type MenuItem } from '../../../contract/menu/calls.ts';
import { allergens } from '../../../contract/menu/parts.ts';
import { fold } from '../../../contract/fold.ts';
import { clip } from '../../../contract/clip.ts';

/** The filters of the item table, all in the query string. */
export interface ItemFilters {
  /** Words to find in all items of the restaurant, not only in this category. */
  search: string;
  isVegetarian: boolean;
  isOut: boolean;
  /** Items that contain any of them. */
  allergens: string[];
  page: number;
  limit: number;
}

export const itemPageSizes = [15, 30, 60];

export function readItemFilters(query: string): ItemFilters {
  const params = new URLSearchParams(query);
  const limit = Number(params.get('limit'));
  return {
    search: clip(params.get('search') ?? '', 100, ''),
    isVegetarian: params.get('vegetarian') === 'yes',
    isOut: params.get('sold_out') === 'yes',
    allergens: (params.get('allergens') ?? '').split(',').filter((word) => allergens.some((known) => known === word)),
    page: Math.max(1, Math.trunc(Number(params.get('page_no')) || 1)),
    limit: itemPageSizes.includes(limit) ? limit : 15,
  };
}

export function writeItemFilters(filters: ItemFilters): string {
  const params = new URLSearchParams();
  if (filters.search.trim()) params.set('search', filters.search.trim());
  if (filters.isVegetarian) params.set('vegetarian', 'yes');
  if (filters.isOut) params.set('sold_out', 'yes');
  if (filters.allergens.length > 0) params.set('allergens', filters.allergens.join(','));
  if (filters.limit !== 15) params.set('limit', String(filters.limit));
  if (filters.page !== 1) params.set('page_no', String(filters.page));
  const text = params.toString().replaceAll('%2C', ',');
  return text ? `?${text}` : '';
}

/** A predicate for every filter but the page. */
export function itemMatcher(filters: ItemFilters, isOut: (item: MenuItem) => boolean): (item: MenuItem) => boolean {
  const words = fold(filters.search).split(' ').filter(Boolean);
  return (item) => {
    return (
      words.every((word) => searchText(item).includes(word)) &&
      (!filters.isVegetarian || item.dietary.includes('vegetarian') || item.dietary.includes('vegan')) &&
      (!filters.isOut || isOut(item)) &&
      (filters.allergens.length === 0 || filters.allergens.some((one) => item.allergens.some((has) => has === one)))
    );
  };
}

/** Folding is what a search costs, and a row keeps its identity while it does not change: each is folded once. */
const folded = new WeakMap<MenuItem, string>();

/** The words of an item, as they are searched. */
export function searchText(item: MenuItem): string {
  const known = folded.get(item);
  if (known !== undefined) return known;
  const text = fold(`${item.name} ${item.kitchen_name ?? ''} ${item.description}`);
  folded.set(item, text);
  return text;
}
