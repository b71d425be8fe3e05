import type { VisionItem, VisionPage } from '../integrations/vision.ts';
import type { ReadCategory, ReadItem, ReadVariant } from './menu.ts';
import { parseAmount, settleThirds } from './price.ts';

/** Both readings are the same. */
const AGREED = 0.85;
/** The most that counts where the OCR did not read what the model did; below CERTAIN. */
const DOUBTFUL = 0.5;
/** Names that share this much are of one dish. */
const SIMILAR = 0.7;

interface Seen {
  category: string;
  name: string;
  description: string;
  price_amount: number | null;
  variants: ReadVariant[];
  confidence: number;
}

export interface CheckOptions {
  /** Of each page, null where the model read nothing. */
  readings: (VisionPage | null)[];
  pages: { width: number; height: number }[];
  /** Digits of the currency behind the point. */
  exponent: number;
}

/**
 * What the OCR read, checked against what a model read. The model may confirm it and may make it doubtful, and it adds dishes that the OCR
 * missed, for a person to look at. A name or price that only the model has is never certain.
 */
export function checkAgainstModel(
  categories: ReadCategory[],
  { readings, pages, exponent }: CheckOptions,
): ReadCategory[] {
  const checked = new Map<ReadItem, ReadItem>();
  const placeOf = new Map<Seen, ReadCategory>();
  const added: { seen: Seen; page: number; before: Seen | null }[] = [];
  const categoryOf = new Map(categories.flatMap((category) => category.items.map((item) => [item, category] as const)));
  for (const [page, reading] of readings.entries()) {
    const seen = toSeen(reading, exponent);
    const pairs = pair(
      [...categoryOf.keys()].filter(({ box }) => box.page === page),
      seen,
    );
    for (const [item, other] of pairs) {
      checked.set(item, check(item, other));
      placeOf.set(other, categoryOf.get(item)!);
    }
    const found = new Set(pairs.values());
    for (const [at, one] of seen.entries())
      if (!found.has(one)) added.push({ seen: one, page, before: seen[at - 1] ?? null });
  }
  const results = new Map(
    categories.map((category) => [
      category,
      { ...category, items: category.items.map((item) => checked.get(item) ?? item) },
    ]),
  );
  const fresh = new Map<string, ReadCategory>();
  for (const { seen, page, before } of added) {
    const { width, height } = pages[page] ?? { width: 1, height: 1 };
    const { category, ...item } = seen;
    const own =
      categories.find(({ name }) => name !== '' && simplify(name) === simplify(category)) ??
      (before?.category === category ? placeOf.get(before) : undefined);
    if (own) placeOf.set(seen, own);
    const made: ReadCategory = { name: category, confidence: DOUBTFUL, box: null, items: [] };
    const target = own ? results.get(own)! : (fresh.get(category) ?? made);
    if (!own) fresh.set(category, target);
    target.items.push({
      ...item,
      dietary: [],
      confidence: Math.min(seen.confidence, DOUBTFUL),
      // The model does not say where: the whole page.
      box: { page, left: 0, top: 0, width, height },
    });
  }
  return [...results.values(), ...fresh.values()];
}

function check(item: ReadItem, other: Seen): ReadItem {
  const hasName = simplify(item.name) === simplify(other.name);
  const isSilent = other.price_amount === null;
  const hasPrice = !isSilent && pricesOf(item) === pricesOf(other);
  // The letters are the same; the OCR loses accents.
  if (hasName && (hasPrice || isSilent)) {
    const name = bare(item.name) === bare(other.name) ? other.name : item.name;
    const isSure = hasPrice && item.confidence >= DOUBTFUL;
    return { ...item, name, confidence: isSure ? Math.max(item.confidence, AGREED) : item.confidence };
  }
  const { name, price_amount, variants, confidence } = other;
  const hasNone = item.price_amount === null && item.variants.length === 0;
  return {
    ...item,
    ...(hasNone && { price_amount, variants }),
    confidence: Math.min(item.confidence, confidence, DOUBTFUL),
    second_reading: { name, price_amount, variants },
  };
}

/** The dishes of a page with the model's: first those of one name, with one price where there are several, then the most similar. */
function pair(items: ReadItem[], seen: Seen[]): Map<ReadItem, Seen> {
  const candidates = items
    .flatMap((item, place) =>
      seen.map((other, otherPlace) => ({
        item,
        other,
        likeness: likenessOf(item.name, other.name) + (pricesOf(item) === pricesOf(other) ? 0.1 : 0),
        distance: Math.abs(place - otherPlace),
      })),
    )
    .filter(({ likeness }) => likeness >= SIMILAR)
    .toSorted((a, b) => b.likeness - a.likeness || a.distance - b.distance);
  const pairs = new Map<ReadItem, Seen>();
  const taken = new Set<Seen>();
  for (const { item, other } of candidates) {
    if (pairs.has(item) || taken.has(other)) continue;
    pairs.set(item, other);
    taken.add(other);
  }
  return pairs;
}

function toSeen(reading: VisionPage | null, exponent: number): Seen[] {
  return (reading?.categories ?? []).flatMap(({ name: category, items }) =>
    items.flatMap((item) => {
      const name = clean(item.name, 160);
      if (!/\p{L}/u.test(name)) return [];
      return [
        {
          ...amountsOf(item, exponent),
          category: clean(category, 120),
          name,
          description: clean(item.description, 2000),
          confidence: item.confidence,
        },
      ];
    }),
  );
}

function amountsOf({ price, sizes }: VisionItem, exponent: number): Pick<Seen, 'price_amount' | 'variants'> {
  const amount = (printed: string) => {
    const read = parseAmount(printed.slice(0, 40));
    const minor = read ? Math.round(settleThirds(read, exponent).value * 10 ** exponent) : NaN;
    return Number.isSafeInteger(minor) ? minor : null;
  };
  const variants = sizes.flatMap((size) => {
    const price_amount = amount(size.price);
    const name = clean(size.name, 80);
    return price_amount === null || name === '' ? [] : [{ name, price_amount }];
  });
  return { variants, price_amount: variants[0]?.price_amount ?? (price === null ? null : amount(price)) };
}

/** Without line breaks and characters that turn the direction of a text. */
const clean = (text: string, max: number): string =>
  text
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069\u200e\u200f]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, max);

const pricesOf = ({ price_amount, variants }: Pick<Seen, 'price_amount' | 'variants'>): string =>
  variants.length > 0
    ? variants
        .map((one) => `${simplify(one.name)} ${one.price_amount}`)
        .toSorted()
        .join()
    : String(price_amount);

const bare = (name: string): string => name.normalize('NFKD').replace(/\p{M}/gu, '');
const simplify = (name: string): string =>
  bare(name)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** 1: the same letters; 0: nothing in common. */
function likenessOf(a: string, b: string): number {
  const [one, other] = [simplify(a), simplify(b)];
  if (one === other) return 1;
  const longer = Math.max(one.length, other.length);
  // Not worth counting.
  if (longer === 0 || Math.abs(one.length - other.length) / longer > 1 - SIMILAR + 0.1) return 0;
  let row = Array.from({ length: other.length + 1 }, (_, n) => n);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)));
    row = next;
  }
  return 1 - row[other.length]! / longer;
}
