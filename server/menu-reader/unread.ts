import { findLetters, type Component } from './components.ts';
import type { Ocr } from './ocr.ts';
import { toPng, type Grey } from './picture.ts';
import { boundWords, overlap, toSegment, type Segment } from './segments.ts';

const MOST = 60;
const CAPITAL = 40;
const LEAST_CONFIDENCE = 0.2;

interface Run {
  left: number;
  top: number;
  right: number;
  bottom: number;
  count: number;
}

/** Reads the letters of a page that stand in no segment: sparse reading overlooks short lines, prices with a rare sign above all. */
export async function readUnread(
  segments: Segment[],
  page: Grey,
  components: Component[],
  ocr: Ocr,
  signal?: AbortSignal,
): Promise<Segment[]> {
  const { letters, height } = findLetters(components);
  const free = letters.filter((one) => !segments.some((segment) => isInside(one, segment)));
  const runs = joinLetters(free, height)
    .filter((run) => run.count >= 2 && run.right - run.left > height)
    .sort((a, b) => b.count - a.count)
    .slice(0, MOST);
  const found: Segment[] = [];
  for (const run of runs) {
    signal?.throwIfAborted();
    const segment = await readRun(run, page, height, ocr);
    if (segment) found.push(segment);
  }
  return [...segments, ...found];
}

function isInside(one: Component, { left, top, right, bottom, capHeight }: Segment): boolean {
  const x = (one.left + one.right) / 2;
  const y = (one.top + one.bottom) / 2;
  const pad = capHeight * 0.3;
  return x > left - pad && x < right + pad && y > top - pad && y < bottom + pad;
}

function joinLetters(letters: Component[], height: number): Run[] {
  const runs: Run[] = [];
  for (const one of letters.toSorted((a, b) => a.left - b.left)) {
    const run = runs.findLast(
      (other) => one.left - other.right < height * 1.2 && one.left >= other.left && overlap(one, other) > 0.5,
    );
    if (!run) runs.push({ left: one.left, top: one.top, right: one.right, bottom: one.bottom, count: 1 });
    else Object.assign(run, boundWords([run, one]), { count: run.count + 1 });
  }
  return runs;
}

async function readRun(run: Run, page: Grey, letterHeight: number, ocr: Ocr): Promise<Segment | null> {
  const pad = Math.round(letterHeight * 0.4);
  const left = Math.max(0, run.left - pad);
  const top = Math.max(0, run.top - pad);
  const width = Math.min(page.width, run.right + pad) - left;
  const height = Math.min(page.height, run.bottom + pad) - top;
  if (height > letterHeight * 5) return null;
  const scale = Math.min(4, Math.max(0.5, CAPITAL / (run.bottom - run.top + 1)), 3000 / width);
  const words = (await ocr.readLine(await toPng(page, { left, top, width, height, scale }))).filter(
    ({ text, confidence }) => confidence > LEAST_CONFIDENCE && /[\p{L}\p{N}]{2}|\d/u.test(text),
  );
  if (words.length === 0) return null;
  return toSegment(
    words.map((word) => ({
      ...word,
      left: (word.left - 16) / scale + left,
      right: (word.right - 16) / scale + left,
      top: (word.top - 12) / scale + top,
      bottom: (word.bottom - 12) / scale + top,
      capHeight: word.capHeight / scale,
    })),
  );
}
