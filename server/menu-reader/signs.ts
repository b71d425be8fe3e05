import type { Word } from './menu.ts';
import type { Ocr } from './ocr.ts';
import { toPng, type Grey } from './picture.ts';
import { isSymbol, parseAmount, UNKNOWN_SIGN } from './price.ts';
import { toSegment, type Segment } from './segments.ts';

const MOST = 80;
const CAPITAL = 40;

interface Cut {
  word: Word;
  /** What stands behind the first glyph. */
  rest: Word;
  /** Width of the first glyph, as a share of the letters' height. */
  glyph: number;
}

/**
 * The OCR does not know every currency's sign: it reads "₦4,500" as "84,500", "A4,500" or "4,500", and is unsure. Where most prices of a
 * page begin with the same glyph and some prove that it is no digit, they are read again without it.
 */
export async function dropSigns(segments: Segment[], page: Grey, ocr: Ocr, signal?: AbortSignal): Promise<Segment[]> {
  const words = segments.flatMap((one) => one.words);
  const prices = words.filter(({ text }) => /^\D{0,2}\d[\d.,]*\d(\/?-?)?$/.test(text));
  const doubtful = prices.filter(isDoubtful).slice(0, MOST);
  if (doubtful.length < 3 || doubtful.length < prices.length * 0.4) return segments;
  const cuts: Cut[] = [];
  for (const word of doubtful) {
    signal?.throwIfAborted();
    const cut = await readRest(word, page, ocr);
    if (cut) cuts.push(cut);
  }
  if (cuts.length < doubtful.length * 0.5 || !isSameSign(cuts)) return segments;
  const better = new Map(cuts.map(({ word, rest }) => [word, rest]));
  return segments.map((one) =>
    one.words.some((word) => better.has(word)) ? toSegment(one.words.map((word) => better.get(word) ?? word)) : one,
  );
}

function isDoubtful({ text, confidence }: Word): boolean {
  const before = /^\D+/.exec(text)?.[0] ?? '';
  return (before !== '' && !isSymbol(before)) || confidence < 0.6;
}

function isSameSign(cuts: Cut[]): boolean {
  const widths = cuts.map(({ glyph }) => glyph).sort((a, b) => a - b);
  const usual = widths[Math.floor(widths.length / 2)]!;
  const alike = cuts.filter(({ glyph }) => Math.abs(glyph / usual - 1) < 0.15);
  // A digit in front would be missing in what is left.
  const proofs = cuts.filter(({ word, rest }) => /^\D/.test(word.text) || digits(word) === digits(rest));
  return alike.length >= cuts.length * 0.7 && proofs.length >= 2 && proofs.length >= cuts.length * 0.25;
}

const digits = ({ text }: Word) => text.replace(/\D/g, '');

async function readRest(word: Word, page: Grey, ocr: Ocr): Promise<Cut | null> {
  const pad = Math.round(word.capHeight * 0.3);
  const top = Math.max(0, Math.floor(word.top) - pad);
  const height = Math.min(page.height, Math.ceil(word.bottom) + pad) - top;
  const right = Math.min(page.width, Math.ceil(word.right) + pad);
  const glyph = findFirstGlyph(page, word);
  if (!glyph || right - glyph.end < word.capHeight * 0.5 || height < 4) return null;
  const scale = Math.min(4, CAPITAL / word.capHeight);
  const left = glyph.end;
  const read = await ocr.readLine(await toPng(page, { left, top, width: right - left, height, scale }));
  const [only] = read;
  if (!only || read.length !== 1 || !/^\d[\d.,]*(\/?-?)?$/.test(only.text) || !parseAmount(only.text)) return null;
  return {
    word,
    rest: { ...word, text: UNKNOWN_SIGN + only.text, confidence: only.confidence },
    glyph: (glyph.end - glyph.start) / word.capHeight,
  };
}

/** Where the first glyph of a word begins and ends: the first columns with ink. */
function findFirstGlyph({ data, width }: Grey, word: Word): { start: number; end: number } | null {
  const from = Math.max(0, Math.floor(word.left) - 2);
  const to = Math.min(width - 1, Math.ceil(word.right));
  const hasInk = (x: number) => {
    for (let y = Math.floor(word.top); y < word.bottom; y++) if ((data[y * width + x] ?? 255) < 140) return true;
    return false;
  };
  let start = from;
  while (start < to && !hasInk(start)) start++;
  let end = start;
  while (end < to && hasInk(end)) end++;
  return end < to ? { start, end } : null;
}
