import { splitColumns } from './columns.ts';
import type { Ocr } from './ocr.ts';
import { toPng, type Grey } from './picture.ts';
import { parseAmount } from './price.ts';
import { toRows, type Row } from './rows.ts';
import { median, toSegment, type Segment } from './segments.ts';

const MOST = 16;
const CAPITAL = 40;

/**
 * Sparse reading overlooks a lone "£9.75" now and then. Where a column has its prices below each other and a name has none, the place where
 * its price would be is read by itself.
 */
export async function findMissingPrices(
  segments: Segment[],
  page: Grey,
  ocr: Ocr,
  signal?: AbortSignal,
): Promise<Segment[]> {
  const found: Segment[] = [];
  for (const column of splitColumns(segments)) {
    const rows = toRows(column);
    const priced = rows.filter((row) => findLastPrice(row) !== null && row.parts.length > 1);
    if (priced.length < 3) continue;
    const prices = priced.map((row) => findLastPrice(row)!);
    const right = median(prices.map((price) => price.right));
    const left = Math.min(
      ...prices.filter((price) => Math.abs(price.right - right) < page.width * 0.02).map((price) => price.left),
    );
    const capHeight = median(priced.map((row) => row.capHeight));
    const isColumn = prices.filter((price) => Math.abs(price.right - right) < capHeight).length > prices.length * 0.6;
    if (!isColumn) continue;
    for (const row of rows) {
      if (found.length >= MOST || findLastPrice(row) || Math.abs(row.capHeight / capHeight - 1) > 0.12) continue;
      if (row.right > left - capHeight * 0.3) continue;
      signal?.throwIfAborted();
      const segment = await readPlace(
        { ...row, left: left - capHeight * 0.6, right: right + capHeight * 0.6, capHeight },
        page,
        ocr,
      );
      if (segment) found.push(segment);
    }
  }
  return [...segments, ...found];
}

function findLastPrice({ parts }: Row): { left: number; right: number } | null {
  const last = parts.findLast((part) => part.kind === 'price');
  return last?.kind === 'price' ? last.price : null;
}

async function readPlace(
  place: { left: number; top: number; right: number; bottom: number; capHeight: number },
  page: Grey,
  ocr: Ocr,
): Promise<Segment | null> {
  const pad = place.capHeight * 0.5;
  const left = Math.max(0, Math.floor(place.left));
  const top = Math.max(0, Math.floor(place.top - pad));
  const width = Math.min(page.width, Math.ceil(place.right)) - left;
  const height = Math.min(page.height, Math.ceil(place.bottom + pad)) - top;
  if (width < 8 || height < 8 || !hasInk(page, left, top, width, height)) return null;
  const scale = Math.min(4, CAPITAL / place.capHeight);
  const words = await ocr.readLine(await toPng(page, { left, top, width, height, scale }));
  const priced = words.filter(({ text }) => parseAmount(text));
  if (priced.length !== 1 || words.length > 2) return null;
  return toSegment(
    words.map((word) => ({
      ...word,
      // It was looked for, so that a speck becomes a price more easily than elsewhere.
      confidence: word.confidence * 0.95,
      left: (word.left - 16) / scale + left,
      right: (word.right - 16) / scale + left,
      top: place.top,
      bottom: place.bottom,
      capHeight: place.capHeight,
    })),
  );
}

function hasInk({ data, width: across }: Grey, left: number, top: number, width: number, height: number): boolean {
  let dark = 0;
  for (let y = top; y < top + height; y++)
    for (let x = left; x < left + width; x++) if (data[y * across + x]! < 110) dark++;
  return dark > width * height * 0.01;
}
