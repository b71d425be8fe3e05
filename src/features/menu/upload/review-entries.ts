import type { MenuItem } from '../../../../contract/menu/calls.ts';
import type { MenuUpload, UploadedItem } from '../../../../contract/menu/upload-calls.ts';
import { decimal, parseMoney } from '../../../lib/money.ts';

/** A size while it is reviewed: its price as it stands in the field. */
export interface ReviewSize {
  name: string;
  price: string;
}

export interface ReviewEntry {
  id: string;
  category: string;
  name: string;
  description: string;
  /** As it stands in the field; with sizes it is not shown. */
  price: string;
  sizes: ReviewSize[];
  dietary: UploadedItem['dietary'];
  confidence: number;
  box: UploadedItem['box'];
  /** What a second reading has instead. */
  second: UploadedItem['second_reading'];
  isSelected: boolean;
}

export type Comparison = 'new' | 'price' | 'same';

/**
 * What an upload proposes, one entry for each dish. Doubtful ones are not selected, nor is what stands on the menu already: a price that
 * is in use changes only when the owner says so.
 */
export function toEntries(upload: MenuUpload, present: MenuItem[], currency: string): ReviewEntry[] {
  return upload.categories.flatMap((category) =>
    category.items.map((item): ReviewEntry => {
      const entry = {
        id: item.id,
        category: category.name || 'Menu',
        name: item.name,
        description: item.description,
        price: item.price_amount === null ? '' : decimal(item.price_amount, currency),
        sizes: item.variants.map(({ name, price_amount }) => ({ name, price: decimal(price_amount, currency) })),
        dietary: item.dietary,
        confidence: item.confidence,
        box: item.box,
        second: item.second_reading,
      };
      const isNew = compare(entry, present, currency).kind === 'new';
      const isCertain = item.confidence >= upload.certain_from && item.price_amount !== null;
      return { ...entry, isSelected: isNew && isCertain };
    }),
  );
}

/** Whether name and prices can be taken as they stand in the fields. */
export function isReady(entry: Pick<ReviewEntry, 'name' | 'price' | 'sizes'>, currency: string): boolean {
  if (entry.name.trim() === '') return false;
  if (entry.sizes.length === 0) return parseMoney(entry.price, currency) !== null;
  return entry.sizes.every(({ name, price }) => name.trim() !== '' && parseMoney(price, currency) !== null);
}

/** Whether a dish is on the menu already, by its name without case, accents and punctuation, and with the same prices. */
export function compare(
  { name, price, sizes }: Pick<ReviewEntry, 'name' | 'price' | 'sizes'>,
  present: MenuItem[],
  currency: string,
): { kind: Comparison; item: MenuItem | null } {
  const item = present.find((one) => simplify(one.name) === simplify(name)) ?? null;
  if (!item) return { kind: 'new', item: null };
  const variants = item.variants ?? [];
  // A single price says nothing of a dish that has several.
  if (sizes.length === 0) {
    const amount = parseMoney(price, currency);
    return { kind: variants.length === 0 && amount !== null && amount !== item.price_amount ? 'price' : 'same', item };
  }
  const isSame = sizes.every((size) => {
    const amount = parseMoney(size.price, currency);
    return amount === null || findSize(variants, size.name)?.price_amount === amount;
  });
  return { kind: isSame ? 'same' : 'price', item };
}

/** The variant of this name, without case, accents and punctuation. */
export const findSize = <T extends { name: string }>(variants: readonly T[], name: string): T | undefined =>
  variants.find((one) => simplify(one.name) === simplify(name));

/** Dishes of the menu that the pictures do not show. They stay as they are. */
export const findMissing = (entries: ReviewEntry[], present: MenuItem[]): MenuItem[] => {
  const names = new Set(entries.map(({ name }) => simplify(name)));
  return present.filter((item) => !names.has(simplify(item.name)));
};

const simplify = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
