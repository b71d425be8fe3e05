import { turnBands } from './bands.ts';
import { eraseLeaders, eraseRules, findComponents, findLetters } from './components.ts';
import { flatten } from './flatten.ts';
import { findMissingPrices } from './missing-prices.ts';
import type { Ocr } from './ocr.ts';
import { scaleGrey, toGrey, toPng, type Colour } from './picture.ts';
import { lookAgain } from './second-look.ts';
import { joinWords, type Segment } from './segments.ts';
import { dropSigns } from './signs.ts';
import { findStraightening, straighten } from './straighten.ts';
import { readUnread } from './unread.ts';

// Capitals of this many pixels are read best.
const LETTER = 26;
const PIXELS = 14_000_000;
// A page with letters has at least this many words; with fewer it is read in another way.
const FEW = 6;

export interface SeenPage {
  /** The straightened photograph; the segments' pixels are its. */
  picture: Colour;
  segments: Segment[];
}

/** Straightens a photographed page and reads its words. */
export async function readPage(photograph: Colour, ocr: Ocr, signal?: AbortSignal): Promise<SeenPage> {
  let picture = photograph;
  let grey = await flatten(await toGrey(picture));
  const first = findLetters(findComponents(grey));
  const way = findStraightening(first.letters, first.height, grey.width, grey.height);
  if (way) {
    picture = straighten(picture, 3, way);
    grey = straighten(grey, 1, way);
  }
  const height = first.height || LETTER;
  turnBands(grey, findComponents(grey), height);
  eraseRules(grey, findComponents(grey), height);
  const most = Math.sqrt(PIXELS / (grey.width * grey.height));
  const wanted = Math.min(3, Math.max(0.5, LETTER / height), most);
  const scale = wanted > 0.8 && wanted < 1.25 ? 1 : wanted;
  let page = scale === 1 ? grey : await scaleGrey(grey, scale);
  page = eraseLeaders(page, findComponents(page), height * scale);
  signal?.throwIfAborted();
  const words = await ocr.readPage(await toPng(page), first.letters.length > FEW * 10 ? FEW : 0);
  signal?.throwIfAborted();
  const all = await readUnread(joinWords(words), page, findComponents(page), ocr, signal);
  const seen = await lookAgain(all, page, ocr, signal);
  const complete = await findMissingPrices(seen, page, ocr, signal);
  const segments = await dropSigns(complete, page, ocr, signal);
  return { picture, segments: segments.map((one) => scaleSegment(one, 1 / scale)) };
}

function scaleSegment(segment: Segment, factor: number): Segment {
  const scale = <T extends { left: number; top: number; right: number; bottom: number; capHeight: number }>(
    one: T,
  ): T => ({
    ...one,
    left: one.left * factor,
    top: one.top * factor,
    right: one.right * factor,
    bottom: one.bottom * factor,
    capHeight: one.capHeight * factor,
  });
  return { ...scale(segment), words: segment.words.map(scale) };
}
