import type { Word } from './menu.ts';

/** Words that stand close together on one line. */
export interface Segment {
  words: Word[];
  left: number;
  top: number;
  right: number;
  bottom: number;
  capHeight: number;
}

/** Joins the words of a page to segments, and drops specks, rules and leader dots. */
export function joinWords(words: Word[]): Segment[] {
  const rest = dropRepeats(words.flatMap(cleanWord)).sort((a, b) => a.left - b.left);
  const segments: Segment[] = [];
  const isTaken = new Set<Word>();
  for (const first of rest) {
    if (isTaken.has(first)) continue;
    isTaken.add(first);
    const run = [first];
    for (let last = first; ; last = run[run.length - 1]!) {
      const next = findNeighbour(rest, last, isTaken);
      if (!next) break;
      isTaken.add(next);
      run.push(next);
    }
    segments.push(toSegment(run));
  }
  const usual = median(segments.map(({ capHeight }) => capHeight));
  return segments.filter(({ capHeight }) => capHeight > usual * LEAST_HEIGHT);
}

/** Share of the usual height of type: what is lower is a speck, in which the OCR sees letters. */
const LEAST_HEIGHT = 0.25;

export function toSegment(words: Word[]): Segment {
  return { words, ...boundWords(words), capHeight: median(words.map(({ capHeight }) => capHeight)) };
}

export function boundWords(words: readonly Pick<Word, 'left' | 'top' | 'right' | 'bottom'>[]): {
  left: number;
  top: number;
  right: number;
  bottom: number;
} {
  return {
    left: Math.min(...words.map(({ left }) => left)),
    top: Math.min(...words.map(({ top }) => top)),
    right: Math.max(...words.map(({ right }) => right)),
    bottom: Math.max(...words.map(({ bottom }) => bottom)),
  };
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** How much of the lower of two things stands beside the other. */
export function overlap(a: { top: number; bottom: number }, b: { top: number; bottom: number }): number {
  const shared = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return shared / Math.max(1, Math.min(a.bottom - a.top, b.bottom - b.top));
}

function findNeighbour(words: Word[], last: Word, isTaken: Set<Word>): Word | undefined {
  return words.find(
    (word) =>
      !isTaken.has(word) &&
      word.left > last.left &&
      word.left - last.right < Math.max(last.capHeight, word.capHeight) * 1.15 &&
      word.left - last.right > -last.capHeight &&
      overlap(word, last) > 0.5 &&
      Math.max(word.capHeight, last.capHeight) < Math.min(word.capHeight, last.capHeight) * 2.2,
  );
}

/** The word without the dots that lead to a price; nothing when nothing else is left. */
function cleanWord(word: Word): Word[] {
  const text = word.text.replace(/^[.…·•_~|=—–-]{2,}|[.…·•_~|=—–-]{2,}$/g, '').replace(/^[|_~]+|[|_~]+$/g, '');
  if (!/[\p{L}\p{N}£€$¥₦₹₵&/()]/u.test(text)) return [];
  // What the OCR makes of leader dots: few different letters, many times.
  if (text.length >= 6 && new Set(text.toLowerCase()).size <= 3 && /^[ceosa.…·]+$/i.test(text)) return [];
  // A sign that the OCR does not know makes a price doubtful; it is read again later.
  if (word.confidence < (/\d{2}/.test(text) ? 0.01 : 0.12) || word.right - word.left < 2) return [];
  if (text === word.text) return [word];
  const perLetter = (word.right - word.left) / word.text.length;
  const from = word.text.indexOf(text);
  return [{ ...word, text, left: word.left + from * perLetter, right: word.left + (from + text.length) * perLetter }];
}

/** Sparse reading sometimes finds one word twice. */
function dropRepeats(words: Word[]): Word[] {
  return words.filter(
    (word, index) =>
      !words.some((other, at) => {
        if (other === word || overlap(word, other) < 0.6) return false;
        const shared = Math.min(word.right, other.right) - Math.max(word.left, other.left);
        if (shared < Math.min(word.right - word.left, other.right - other.left) * 0.6) return false;
        return other.confidence > word.confidence || (other.confidence === word.confidence && at < index);
      }),
  );
}
