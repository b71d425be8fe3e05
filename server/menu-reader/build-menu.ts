import type { Box, ReadCategory, ReadItem, Word } from './menu.ts';
import { classifyLines, findPriceLayout, type ClassifiedLine } from './classify.ts';
import { splitInline } from './inline.ts';
import type { Line, PriceHabit } from './lines.ts';
import { readMarks } from './marks.ts';
import { median } from './segments.ts';
import { findTitles } from './titles.ts';
import { nameSizes } from './sizes.ts';

export interface PageColumn {
  page: number;
  lines: Line[];
}

interface Draft {
  name: Word[];
  names: string[];
  description: string[];
  lines: Line[];
  page: number;
  sizes: ClassifiedLine | null;
}

/** The categories and items of all pages, from their columns in reading order. Amounts in minor units of a currency with `exponent` digits. */
export function buildMenu(columns: PageColumn[], habit: PriceHabit, exponent: number): ReadCategory[] {
  const categories: ReadCategory[] = [];
  const drafts: { category: ReadCategory; draft: Draft }[] = [];
  let category: ReadCategory = { name: '', confidence: 1, box: null, items: [] };
  const layout = findPriceLayout(columns.map(({ lines }) => lines));
  const classified = columns.map(({ page, lines }) => ({ page, lines: classifyLines(lines, layout) }));
  const titles = findTitles(classified);
  for (const { page, lines } of classified) {
    let pending: Line[] = [];
    let open: Draft | null = null;
    let sizes: ClassifiedLine | null = null;
    const start = (line: Line): Draft => {
      const draft: Draft = {
        name: [...pending, line].flatMap(({ words }) => words),
        names: [...pending, line].map(({ text }) => text),
        description: [],
        lines: [...pending, line],
        page,
        sizes,
      };
      pending = [];
      drafts.push({ category, draft });
      return draft;
    };
    for (const one of lines) {
      const { kind, line } = one;
      if (titles.has(line)) continue;
      if (kind === 'heading') {
        category = { name: line.text, confidence: meanConfidence(line.words), box: toBox(page, [line]), items: [] };
        categories.push(category);
        pending = [];
        open = null;
        sizes = null;
      } else if (kind === 'sizes') sizes = one;
      else if (kind === 'first') pending.push(line);
      else if (kind === 'item') {
        if (!categories.includes(category)) categories.push(category);
        open = start(line);
      } else if (kind === 'rest' && open) {
        open.name.push(...line.words);
        open.names.push(line.text);
        open.lines.push(line);
      } else if (kind === 'description' && open) {
        open.description.push(line.text);
        open.lines.push(line);
      } else if (kind === 'price' && open) open.lines.push(line);
    }
  }
  const values = drafts.flatMap(({ draft }) => pricesOf(draft).map(({ price }) => price.value));
  const usual = median(values);
  const severals = drafts.filter(({ draft }) => pricesOf(draft).length > 1).length;
  for (const { category: into, draft } of drafts) {
    const item = toItem(draft, habit, exponent, usual, into);
    // The only dish with two prices, of which nothing says what they are for: one may be a part of its name.
    const isOdd = item !== null && severals === 1 && item.variants.some(({ name }) => /^Size \d+$/.test(name));
    if (isOdd) item.confidence = round(item.confidence * 0.6);
    if (item) into.items.push(item);
  }
  splitInline(categories.flatMap(({ items }) => items));
  return categories.filter(({ items }) => items.length > 0);
}

const pricesOf = ({ lines }: Draft) => lines.flatMap(({ prices }) => prices);

function toItem(
  draft: Draft,
  habit: PriceHabit,
  exponent: number,
  usual: number,
  { name: heading }: ReadCategory,
): ReadItem | null {
  const marks = readMarks([
    ...draft.names,
    draft.lines.flatMap(({ after }) => after.map(({ text }) => text)).join(' '),
  ]);
  const name = marks.names
    .join(' ')
    .replace(/^\d{1,3}[.)]\s*/, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\W_]+(?=[\p{L}\p{N}])/u, '')
    .replace(/[\s,.:;–—-]+$/, '')
    .trim();
  const letters = name.match(/\p{L}/gu)?.length ?? 0;
  if (letters < 2) return null;
  const prices = pricesOf(draft);
  const amounts = prices.map(({ price }) => {
    // "£1375" on a menu that writes £13.75: the OCR lost the point.
    const isPointLost = habit.hasDecimals && price.decimals === 0 && price.value >= 100 && price.value > usual * 8;
    return {
      amount: Math.round((isPointLost ? price.value / 10 ** exponent : price.value) * 10 ** exponent),
      confidence:
        price.confidence *
        (isPointLost ? 0.5 : 1) *
        (habit.hasDecimals && !habit.hasWhole && price.decimals === 0 && !isPointLost ? 0.6 : 1) *
        (habit.isStrong && !habit.hasWhole && price.decimals === 0 && !price.symbol ? 0.7 : 1) *
        (price.value > usual * 12 ? 0.5 : 1),
    };
  });
  // One of several sizes was overlooked: which one, the owner has to see.
  const isShort = (draft.sizes?.line.words.length ?? 0) > amounts.length;
  const labels = nameSizes(prices, draft.sizes?.line ?? null, heading);
  const nameConfidence = rateName(draft.name) * (letters < 3 || !/\p{L}{2}/u.test(name) ? 0.4 : 1);
  return {
    name,
    description: [...draft.description, marks.rest].filter(Boolean).join(' ').trim(),
    price_amount: amounts[0]?.amount ?? null,
    variants:
      amounts.length > 1 ? amounts.map(({ amount }, index) => ({ name: labels[index]!, price_amount: amount })) : [],
    dietary: marks.dietary,
    confidence: round(
      amounts.length === 0
        ? nameConfidence * 0.4
        : Math.min(nameConfidence, ...amounts.map((one) => one.confidence)) * (isShort ? 0.7 : 1),
    ),
    box: toBox(draft.page, draft.lines),
  };
}

function rateName(words: Word[]): number {
  const counted = words.filter(({ text }) => /\p{L}{3}/u.test(text));
  const all = (counted.length > 0 ? counted : words).map(({ confidence }) => confidence);
  if (all.length === 0) return 0;
  return meanConfidence(counted.length > 0 ? counted : words) * 0.5 + Math.min(...all) * 0.5;
}

function meanConfidence(words: Word[]): number {
  return words.length === 0 ? 0 : round(words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function toBox(page: number, lines: Line[]): Box {
  const left = Math.floor(Math.min(...lines.map((line) => line.left)));
  const top = Math.floor(Math.min(...lines.map((line) => line.top)));
  return {
    page,
    left,
    top,
    width: Math.ceil(Math.max(...lines.map(({ right }) => right))) - left,
    height: Math.ceil(Math.max(...lines.map(({ bottom }) => bottom))) - top,
  };
}
