import type { Word } from './menu.ts';
import type { Part, Price, Row } from './rows.ts';
import { boundWords, median } from './segments.ts';

export interface LabelledPrice {
  /** "Small", "Half": the size that stands before the price. */
  label: string;
  price: Price;
}

/** A line of a menu: a text, its prices, or both. */
export interface Line {
  words: Word[];
  text: string;
  prices: LabelledPrice[];
  /** What stands behind the last price. */
  after: Word[];
  /** The whole row, as it stands there. */
  row: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
  capHeight: number;
}

/** How the page writes its prices. */
export interface PriceHabit {
  /** Most prices have a symbol or digits behind the point, so that a bare number is rarely one. */
  isStrong: boolean;
  hasDecimals: boolean;
  /** So many prices have no digits behind the point that this is usual, too. */
  hasWhole: boolean;
  /** Prices such as "7.5" stand at the end of some lines. */
  hasTenths: boolean;
  symbol: string | null;
}

const size =
  /^(x?small|medium|large|regular|reg|sml?|med|lge?|s|m|l|xl|single|double|triple|glass|bottle|carafe|half|full|pint|cup|bowl|pot|jug|mini|kids?|adults?|lunch|dinner|\d+(?:[.,]\d+)?\s?(?:ml|cl|dl|l|oz|g|gr|kg|"|″|”|in|inch|cm|pcs?|pieces?))[:.]?$/i;

export function isSize(text: string): boolean {
  return size.test(text);
}

/** How prices are written on the pages, from all of their rows. */
export function findPriceHabit(rows: Row[]): PriceHabit {
  const prices = rows.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'price' ? [part.price] : [])));
  const strong = prices.filter(isStrong);
  const ends = rows.flatMap(({ parts }) => {
    const last = parts.at(-1);
    return last?.kind === 'price' ? [last.price] : [];
  });
  const lastOnes = ends.filter((price) => !isStrong(price));
  const symbols = strong.flatMap(({ symbol }) => (symbol ? [symbol] : []));
  const counts = Map.groupBy(symbols, (symbol) => symbol);
  return {
    isStrong: strong.length >= lastOnes.length,
    hasDecimals: strong.filter(({ decimals }) => decimals > 0).length > strong.length / 2 && strong.length > 0,
    hasWhole:
      [...strong, ...lastOnes].filter(({ decimals }) => decimals === 0).length >
      (strong.length + lastOnes.length) * 0.25,
    hasTenths: ends.some(({ decimals }) => decimals === 1),
    symbol: [...counts].sort((a, b) => b[1].length - a[1].length)[0]?.[0] ?? null,
  };
}

function isStrong({ symbol, decimals, trust }: Price): boolean {
  return symbol !== null || (decimals > 0 && trust > 0.55);
}

/** The lines of a row: one, or several where items stand side by side. */
export function toLines(row: Row, habit: PriceHabit): Line[] {
  const parts = settleNumbers(row, habit);
  const lines: Line[] = [];
  let words: Word[] = [];
  let prices: LabelledPrice[] = [];
  for (const part of parts) {
    if (part.kind === 'text') {
      const text = part.words.filter(({ text: one }) => /[\p{L}\p{N}&]/u.test(one));
      if (text.length === 0) continue;
      const isLabel = prices.length > 0 && text.length <= 2 && text.every((word) => isSize(word.text));
      if (prices.length > 0 && !isLabel) {
        lines.push(toLine(row, words, prices));
        [words, prices] = [[], []];
      }
      words.push(...text);
      continue;
    }
    const label: Word[] = [];
    while (words.length > (prices.length > 0 ? 0 : 1) && isSize(words.at(-1)!.text)) label.unshift(words.pop()!);
    prices.push({ label: label.map(({ text }) => text).join(' '), price: part.price });
  }
  // "Glass" alone before a single price belongs to the name; two labels are sizes.
  if (words.length > 0 || prices.length > 0) lines.push(toLine(row, words, prices));
  return joinTail(lines.map(keepLoneLabel));
}

function keepLoneLabel(line: Line): Line {
  const [only] = line.prices;
  if (line.prices.length !== 1 || !only!.label) return line;
  const text = [line.text, only!.label].filter(Boolean).join(' ');
  return { ...line, text, prices: [{ ...only!, label: '' }] };
}

/** A text behind the last price belongs to it: marks, or "add cheese". A price before a text stands at the left of its dish. */
function joinTail(lines: Line[]): Line[] {
  const [first, second] = lines;
  if (lines.length === 2 && first!.words.length === 0 && second!.prices.length === 0)
    return [{ ...second!, prices: first!.prices, left: first!.left }];
  const last = lines.at(-1);
  if (lines.length < 2 || last!.prices.length > 0) return lines;
  const before = lines.at(-2)!;
  return [...lines.slice(0, -2), { ...before, after: last!.words, right: last!.right }];
}

function toLine(row: Row, words: Word[], prices: LabelledPrice[]): Line {
  const all = [...words, ...prices.map(({ price }) => price.word)];
  return {
    words,
    text: words.map(({ text }) => text).join(' '),
    prices,
    after: [],
    row: row.words.map(({ text }) => text).join(' '),
    ...boundWords(all),
    capHeight: median((words.length > 0 ? words : all).map(({ capHeight }) => capHeight)),
  };
}

/** Decides of each number whether it is a price, a number of the dish, or a part of the name. */
function settleNumbers({ parts, capHeight }: Row, habit: PriceHabit): Part[] {
  const settled: Part[] = [];
  parts.forEach((part, index) => {
    const isPrice = part.kind === 'price' && isPriceHere(parts, index, capHeight, habit);
    if (isPrice) settled.push(part);
    else if (part.kind === 'price' && index === 0 && isDishNumber(part.price, parts)) return;
    else {
      const words = part.kind === 'text' ? part.words : [part.price.word];
      const last = settled.at(-1);
      if (last?.kind === 'text') last.words.push(...words);
      else settled.push({ kind: 'text', words: [...words] });
    }
  });
  return settled;
}

function isPriceHere(parts: Part[], index: number, capHeight: number, habit: PriceHabit): boolean {
  const { price } = parts[index] as Extract<Part, { kind: 'price' }>;
  // "Pilsner 0,33", where prices are "45 Kč".
  if (habit.symbol !== null && !habit.hasDecimals && price.symbol === null && price.decimals > 0) return false;
  // "Burger 2.0 13.00": no price is written with one digit behind the point, and the price follows.
  const isFollowed = parts.slice(index + 1).some((part) => part.kind === 'price');
  if (price.decimals === 1 && price.symbol === null && !habit.hasTenths && isFollowed) return false;
  if (isStrong(price)) return true;
  const before = parts[index - 1];
  const isLast = parts.slice(index + 1).every((part) => part.kind === 'price' || part.words.every(isMark));
  if (!isLast || (price.value >= 100_000 && !/\D/.test(price.word.text))) return false;
  if (!before) return parts.length > 1 ? false : !habit.isStrong;
  const gap = price.left - (before.kind === 'price' ? before.price.right : before.words.at(-1)!.right);
  return habit.isStrong ? gap > capHeight * 2.5 : true;
}

function isMark({ text }: Word): boolean {
  return /^\W*(v|vg|ve|gf|df|nf|n)\W*$/i.test(text);
}

function isDishNumber(price: Price, parts: Part[]): boolean {
  const next = parts[1];
  if (next?.kind !== 'text' || price.value >= 1000) return false;
  return (
    /[.):]$/.test(price.word.text) ||
    (parts.length > 2 && !/^(ml|cl|oz|g|kg|inch|pcs?|pieces?|x)$/i.test(next.words[0]!.text))
  );
}
