import type { Word } from './menu.ts';
import type { Ocr } from './ocr.ts';
import { toPng, type Grey } from './picture.ts';
import { parseAmount } from './price.ts';
import { toSegment, type Segment } from './segments.ts';

const DOUBT = 0.86;
const MOST = 48;
const CAPITAL = 40;

/** Reads the doubtful segments once more, cut out and scaled up, and takes what is surer. */
export async function lookAgain(segments: Segment[], page: Grey, ocr: Ocr, signal?: AbortSignal): Promise<Segment[]> {
  const usesPoint = segments.filter(({ words }) => words.some(({ text }) => /\d[.,]\d\d/.test(text))).length;
  const doubtful = segments
    .filter((one) => isDoubtful(one, usesPoint > segments.length * 0.15))
    .sort((a, b) => rate(a.words) - rate(b.words))
    .slice(0, MOST);
  const better = new Map<Segment, Segment>();
  for (const one of doubtful) {
    signal?.throwIfAborted();
    const words = await readAgain(one, page, ocr);
    if (words.length > 0 && isSurer(words, one.words)) better.set(one, toSegment(words));
  }
  return segments.map((one) => better.get(one) ?? one);
}

function isDoubtful({ words }: Segment, usesPoint: boolean): boolean {
  return words.some(
    ({ text, confidence }) =>
      confidence < DOUBT || (usesPoint && /^\D?\d{3,4}\D?$/.test(text)) || /^[£€$]?\d+[.,]\d?$/.test(text),
  );
}

function isSurer(words: Word[], before: Word[]): boolean {
  const price = (list: Word[]) => list.filter(({ text }) => parseAmount(text)).length;
  if (price(before) > price(words)) return false;
  if (price(words) > price(before) && before.length === 1) return rate(words) > 0.5;
  return rate(words) > rate(before);
}

/** The mean, held down by the worst. */
function rate(words: Word[]): number {
  if (words.length === 0) return 0;
  const all = words.map(({ confidence }) => confidence);
  return (all.reduce((sum, one) => sum + one, 0) / all.length + Math.min(...all)) / 2;
}

async function readAgain(one: Segment, page: Grey, ocr: Ocr): Promise<Word[]> {
  const pad = Math.round(one.capHeight * 0.35);
  const left = Math.max(0, Math.floor(one.left) - pad);
  const top = Math.max(0, Math.floor(one.top) - pad);
  const width = Math.min(page.width, Math.ceil(one.right) + pad) - left;
  const height = Math.min(page.height, Math.ceil(one.bottom) + pad) - top;
  if (width < 4 || height < 4) return [];
  const scale = Math.min(4, Math.max(0.5, CAPITAL / one.capHeight), 3000 / width);
  const words = await ocr.readLine(await toPng(page, { left, top, width, height, scale }));
  return words
    .filter(({ text }) => /[\p{L}\p{N}£€$&]/u.test(text))
    .map((word) => ({
      ...word,
      left: (word.left - 16) / scale + left,
      right: (word.right - 16) / scale + left,
      top: (word.top - 12) / scale + top,
      bottom: (word.bottom - 12) / scale + top,
      capHeight: word.capHeight / scale,
    }));
}
