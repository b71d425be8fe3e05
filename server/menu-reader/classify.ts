import type { Line } from './lines.ts';
import { isNote, isUsualHeading } from './notes.ts';
import { median } from './segments.ts';
import { isSizeHeading } from './sizes.ts';

export type LineKind =
  | 'heading'
  | 'sizes'
  /** A name with its price, or a name whose price follows below. */
  | 'item'
  /** The first lines of a name whose price stands at its last line. */
  | 'first'
  /** A further line of the name. */
  | 'rest'
  | 'description'
  | 'price'
  | 'note';

export interface ClassifiedLine {
  kind: LineKind;
  line: Line;
}

/** Where the prices of a menu stand. */
export interface PriceLayout {
  /** On a line of their own below their dish. */
  isPriceBelow: boolean;
  /** And their descriptions below the price. */
  isPriceBetween: boolean;
}

interface Style extends PriceLayout {
  /** Height of the type of names. */
  name: number;
  /** White between a line and the next, as usual in this column. */
  gap: number;
  areNamesCapital: boolean;
  /** Descriptions are set smaller than names. */
  hasSmallType: boolean;
}

/** Says of every line of a column what it is, from its type, its words and its neighbours. */
export function classifyLines(lines: Line[], layout: PriceLayout): ClassifiedLine[] {
  const style = findStyle(lines, layout);
  const kinds: LineKind[] = [];
  lines.forEach((_, index) => {
    kinds.push(classify(lines, index, kinds, style));
  });
  return lines.map((line, index) => ({ kind: kinds[index]!, line }));
}

/** Where prices stand, from all columns: a single one may have too few to tell. */
export function findPriceLayout(columns: Line[][]): PriceLayout {
  const all = columns.flat();
  const isPriceBelow =
    all.filter(isLone).length > all.filter(({ words, prices }) => words.length > 0 && prices.length > 0).length;
  const before = columns.flatMap((lines) => findNeighbours(lines, 1));
  const after = columns.flatMap((lines) => findNeighbours(lines, -1)).filter((line) => !before.includes(line));
  return {
    isPriceBelow,
    isPriceBetween: isPriceBelow && heightOf(before) > heightOf(after) * 1.06 && after.length > 0,
  };
}

const isLone = (line: Line | undefined) => line !== undefined && line.words.length === 0 && line.prices.length > 0;
const heightOf = (lines: Line[]) => median(lines.map(({ capHeight }) => capHeight));

/** The texts right before (1) or behind (-1) prices on lines of their own. */
function findNeighbours(lines: Line[], step: 1 | -1): Line[] {
  return lines.filter(({ words }, index) => words.length > 0 && isLone(lines[index + step]));
}

function findStyle(lines: Line[], layout: PriceLayout): Style {
  const { isPriceBelow, isPriceBetween } = layout;
  const priced = lines.filter(({ words, prices }) => words.length > 0 && prices.length > 0);
  const named = isPriceBelow ? findNeighbours(lines, isPriceBetween ? 1 : -1) : priced;
  const name = heightOf(named.length > 0 ? named : lines);
  const gaps = lines.slice(1).map((line, index) => line.top - lines[index]!.bottom);
  return {
    name,
    gap: median(gaps.filter((gap) => gap > -name)),
    areNamesCapital: named.filter(({ text }) => isCapital(text)).length > named.length / 2,
    ...layout,
    hasSmallType: lines.filter(({ prices, capHeight }) => prices.length === 0 && capHeight < name * 0.92).length >= 2,
  };
}

function classify(lines: Line[], index: number, kinds: LineKind[], style: Style): LineKind {
  const line = lines[index]!;
  const next = lines[index + 1];
  const before = kinds.at(-1);
  if (line.prices.length > 0) {
    if (isNote(line.row)) return 'note';
    if (line.words.length === 0) return 'price';
    if (style.isPriceBelow && isTail(lines, index, kinds, style)) return 'description';
    return 'item';
  }
  if (isNote(line.row)) return 'note';
  if (isSizeHeading(line, next)) return 'sizes';
  if (!/\p{L}{2}/u.test(line.text)) return 'note';
  if (style.isPriceBetween && isLone(next)) return 'item';
  if (rateHeading(lines, index, style) >= 2.5) return 'heading';
  if (style.isPriceBetween) return kinds.includes('item') ? 'description' : 'note';
  if (style.isPriceBelow) return before === 'item' || before === 'description' ? 'description' : 'item';
  if (before === 'note') return 'note';
  if (isFirstLine(lines, index, kinds, style)) return 'first';
  const last = kinds.findLast((kind) => kind !== 'price');
  if (last !== 'item' && last !== 'rest' && last !== 'description') return 'note';
  return last !== 'description' && isRestOfName(lines, index, style) ? 'rest' : 'description';
}

/** In a menu with prices below, a line with a price that goes on with a dish. */
function isTail(lines: Line[], index: number, kinds: LineKind[], style: Style): boolean {
  return (kinds.at(-1) === 'item' || kinds.at(-1) === 'description') && lines[index]!.capHeight < style.name * 0.92;
}

function rateHeading(lines: Line[], index: number, style: Style): number {
  const line = lines[index]!;
  const next = lines[index + 1];
  const words = line.text.split(' ').length;
  const height = line.capHeight / style.name;
  const above = index === 0 ? Infinity : line.top - lines[index - 1]!.bottom;
  const below = next ? next.top - line.bottom : Infinity;
  let score = 0;
  if (height >= 1.3) score += 2.5;
  else if (height >= 1.2) score += 2;
  else if (height >= 1.14) score += 1.5;
  else if (height < 0.92) score -= 2.5;
  if (isCapital(line.text) && !style.areNamesCapital) score += 1.5;
  if (isUsualHeading(line.text)) score += 2;
  if (above > below * 1.25 && above > style.gap * 1.2) score += 1;
  else if (above < below * 0.8) score -= 1;
  if (words <= 4) score += 0.5;
  if (words > 7) score -= 1.5;
  if (/[,.;]/.test(line.text.replace(/[.,;]$/, '')) || /[.,]$/.test(line.text)) score -= 1.5;
  if (/^\p{Ll}/u.test(line.text)) score -= 2;
  if (!lines.slice(index + 1, index + 5).some(({ prices }) => prices.length > 0)) score -= 2;
  return score;
}

/** A name over two lines with its price on the second: set like a name, and nearer to the next line than to the last. */
function isFirstLine(lines: Line[], index: number, kinds: LineKind[], style: Style): boolean {
  const line = lines[index]!;
  const next = lines[index + 1];
  if (!next || next.words.length === 0) return next !== undefined && isAlone(lines, index, style);
  if (Math.abs(line.capHeight / style.name - 1) > 0.1 || Math.abs(next.capHeight / line.capHeight - 1) > 0.12)
    return false;
  const leads = next.prices.length > 0 || (lines[index + 2]?.prices.length ?? 0) > 0;
  const above = index === 0 ? Infinity : line.top - lines[index - 1]!.bottom;
  const below = next.top - line.bottom;
  if (!leads || below > style.name * 1.6) return false;
  const last = kinds.findLast((kind) => kind !== 'price');
  if (last === undefined || last === 'heading' || last === 'sizes' || last === 'note') return next.prices.length > 0;
  if (last === 'first') return true;
  return above > below * 1.2 || (isUnfinished(line.text) && above > below * 0.9);
}

/** A name whose price stands a little lower, on a line of its own. */
function isAlone(lines: Line[], index: number, style: Style): boolean {
  const line = lines[index]!;
  const next = lines[index + 1]!;
  if (next.prices.length === 0 || next.top - line.bottom > style.name * 0.8) return false;
  return Math.abs(line.capHeight / style.name - 1) < 0.15;
}

function isRestOfName(lines: Line[], index: number, style: Style): boolean {
  const line = lines[index]!;
  const last = lines[index - 1]!;
  if (Math.abs(line.capHeight / last.capHeight - 1) > 0.08 || line.top - last.bottom > style.name * 1.2) return false;
  if (isUnfinished(last.text)) return true;
  return style.hasSmallType && /^(with|and|&|in|on|of|or|served)\b/i.test(line.text);
}

function isUnfinished(text: string): boolean {
  return /(,|&|\b(with|and|in|on|of|or|the|a|au|aux|à|de|et|con|mit|und))$/i.test(text.trim());
}

export function isCapital(text: string): boolean {
  const letters = text.replace(/\P{L}/gu, '');
  return letters.length >= 3 && letters.replace(/\P{Lu}/gu, '').length > letters.length * 0.85;
}
