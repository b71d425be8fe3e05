import type { Word } from './menu.ts';
import { isSymbol, parseAmount, type Amount } from './price.ts';
import { boundWords, median, overlap, type Segment } from './segments.ts';

export interface Price extends Amount {
  confidence: number;
  left: number;
  right: number;
  /** As it stands there: a number in a name is read as a price first. */
  word: Word;
}

export interface TextPart {
  kind: 'text';
  words: Word[];
}

export type Part = TextPart | { kind: 'price'; price: Price };

/** A line of a column: text and prices from left to right. */
export interface Row {
  parts: Part[];
  words: Word[];
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** Of its text; of its prices when it has none. */
  capHeight: number;
}

/** The rows of one column, from the top. */
export function toRows(segments: Segment[]): Row[] {
  const lines: Segment[][] = [];
  for (const one of segments.toSorted((a, b) => a.top + a.bottom - b.top - b.bottom)) {
    const line = lines.findLast((other) => other.some((member) => standsBeside(member, one)));
    if (line) line.push(one);
    else lines.push([one]);
  }
  return lines
    .map((line) => toRow(line.toSorted((a, b) => a.left - b.left).flatMap(({ words }) => words)))
    .sort((a, b) => a.top + a.bottom - b.top - b.bottom);
}

function standsBeside(one: Segment, other: Segment): boolean {
  return overlap(one, other) > 0.45 && (one.left >= other.right || other.left >= one.right);
}

function toRow(words: Word[]): Row {
  const parts: Part[] = [];
  for (const piece of joinUnits(words.flatMap(splitPrices))) {
    // A lone dash or slash says nothing, but keeps a price from being the last of its line.
    if (!/[\p{L}\p{N}\p{Sc}&]/u.test(piece.text)) continue;
    const last = parts.at(-1);
    const merged = last && joinPrice(last, piece);
    if (merged) parts.splice(-1, 1, ...merged);
    else if (!/\d \p{L}/u.test(piece.text) && parseAmount(piece.text)) parts.push(toPrice(piece));
    else if (last?.kind === 'text') last.words.push(piece);
    else parts.push({ kind: 'text', words: [piece] });
  }
  const text = parts.flatMap((part) => (part.kind === 'text' ? part.words : []));
  return {
    parts,
    words,
    ...boundWords(words),
    capHeight: median((text.length > 0 ? text : words).map(({ capHeight }) => capHeight)),
  };
}

function toPrice(word: Word): Part {
  const amount = parseAmount(word.text)!;
  const { left, right } = word;
  return { kind: 'price', price: { ...amount, confidence: word.confidence * amount.trust, left, right, word } };
}

/** "3.20/3.80" as two words. */
function splitPrices(word: Word): Word[] {
  const halves = word.text.split('/').filter((half) => half !== '');
  if (halves.length < 2 || !halves.every((half) => parseAmount(half))) return [word];
  const share = (word.right - word.left) / halves.length;
  return halves.map((text, index) => ({
    ...word,
    text,
    left: word.left + share * index,
    right: word.left + share * (index + 1),
  }));
}

/** "0,3 l", "250 g": a measure in two words, which is no price; "12 000": a number in two words. */
function joinUnits(words: Word[]): Word[] {
  const joined: Word[] = [];
  words.forEach((word, at) => {
    const last = joined.at(-1);
    const isNear = last && word.left - last.right < last.capHeight;
    const isMeasure = isNear && /^\d{1,4}([.,]\d{1,2})?$/.test(last.text) && unit.test(word.text);
    const isThousands = isNear && /^[1-9]\d{0,2}$/.test(last.text) && /^\d{3}$/.test(word.text);
    if (isMeasure || (isThousands && !unit.test(words[at + 1]?.text ?? '')))
      joined[joined.length - 1] = { ...last, text: `${last.text} ${word.text}`, right: word.right };
    else joined.push(word);
  });
  return joined;
}

const unit = /^(ml|cl|dl|l|lt|ltr|oz|g|gr|kg|cm|pcs?|pieces?|st[uü]ck|stk|kcal|cal)[.,:)]?$/i;

/** "£" and "4.50", "4,50" and "€": one price in two words. With a name before the sign: the name, and the price. */
function joinPrice(last: Part, word: Word): Part[] | null {
  if (last.kind === 'price') {
    if (!isSymbol(word.text) || last.price.symbol) return null;
    return [{ kind: 'price', price: { ...last.price, symbol: word.text, right: word.right } }];
  }
  const before = last.words.at(-1)!;
  const amount = parseAmount(word.text);
  if (!isSymbol(before.text) || !amount || amount.symbol) return null;
  const price = toPrice({ ...word, text: before.text + word.text, left: before.left });
  return last.words.length > 1 ? [{ kind: 'text', words: last.words.slice(0, -1) }, price] : [price];
}
