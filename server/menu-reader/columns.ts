import { isNote } from './notes.ts';
import { isSymbol, parseAmount } from './price.ts';
import { median, overlap, type Segment } from './segments.ts';

/** The segments of a page in reading order: each list is one column, or the part of one between two headings that span columns. */
export function splitColumns(segments: Segment[]): Segment[][] {
  if (segments.length === 0) return [];
  const gutter = findGutter(segments);
  if (!gutter) return [segments];
  const { at, crossing } = gutter;
  if (crossing.length === 0)
    return [
      ...splitColumns(segments.filter(({ right }) => right <= at)),
      ...splitColumns(segments.filter(({ right }) => right > at)),
    ];
  // What spans the gutter parts the page into bands.
  const bands: { isCrossing: boolean; segments: Segment[] }[] = [];
  const isCrossing = new Set(crossing);
  for (const one of segments.toSorted((a, b) => a.top + a.bottom - b.top - b.bottom)) {
    const last = bands.at(-1);
    if (last && last.isCrossing === isCrossing.has(one)) last.segments.push(one);
    else bands.push({ isCrossing: isCrossing.has(one), segments: [one] });
  }
  return bands.flatMap((band) => (band.isCrossing ? [band.segments] : splitColumns(band.segments)));
}

interface Gutter {
  at: number;
  crossing: Segment[];
}

/** The widest upright white strip that has columns of names on both sides: a strip before prices only is none. */
function findGutter(segments: Segment[]): Gutter | null {
  const height = median(segments.map(({ capHeight }) => capHeight));
  let best: (Gutter & { score: number }) | null = null;
  for (const at of segments.flatMap((one) => [one.right + height * 0.7, one.left - height * 0.7])) {
    const left = segments.filter(({ right }) => right <= at);
    const right = segments.filter((one) => one.left >= at);
    const crossing = segments.filter((one) => one.left < at && one.right > at);
    if (left.length < 3 || right.length < 3 || crossing.length > segments.length * 0.2) continue;
    if (crossing.some((one) => isPriced(one, segments))) continue;
    const begin = Math.min(...right.map((one) => one.left));
    // Only a long line of the left column: the gutter is further right.
    if (crossing.some((one) => one.right < begin - height * 0.5)) continue;
    const width = begin - Math.max(...left.map((one) => one.right));
    if (width < height * 1.2) continue;
    if (countRows(left) < 3 || countRows(right) < 3 || isMargin(left, right)) continue;
    // Both the strip next to the gutter and what begins the rows right of it have to be names.
    const strip = dropLowPrices(findFirst(findStrip(right, height)));
    if (strip.length < 3 || countNames(strip) < strip.length * 0.6) continue;
    const first = dropLowPrices(findFirst(right));
    if (countNames(first) < first.length * 0.6) continue;
    // Names that wait for the prices on the other side.
    if (countPrices(left) === 0 && countPrices(right) >= 3) continue;
    const score =
      Math.min(width, height * 8) *
        Math.sqrt(Math.min(left.length, right.length)) *
        (countNames(strip) / strip.length) ** 4 -
      crossing.length * height;
    if (!best || score > best.score) best = { at, crossing, score };
  }
  return best;
}

/** Numbers or prices that stand before their names: what shares a row with the other side has no letters. */
function isMargin(left: Segment[], right: Segment[]): boolean {
  const rows = findFirst(left).filter((one) => right.some((other) => overlap(one, other) > 0.5));
  return rows.length > 0 && rows.filter(isName).length < rows.length * 0.5;
}

/** Without the prices that stand below their names, at the same margin. A column of prices has a heading at most. */
function dropLowPrices(segments: Segment[]): Segment[] {
  const names = segments.filter(isName);
  const low = segments.filter(
    (one) => !isName(one) && names.some(({ left, capHeight }) => Math.abs(left - one.left) < capHeight),
  );
  return names.length < low.length * 0.6 ? segments : segments.filter((one) => !low.includes(one));
}

/** The segments with nothing on their left. */
function findFirst(segments: Segment[]): Segment[] {
  return segments.filter(
    (one) => !segments.some((other) => other !== one && other.left < one.left && overlap(one, other) > 0.5),
  );
}

function countNames(segments: Segment[]): number {
  return segments.filter(isName).length;
}

function countPrices(segments: Segment[]): number {
  return segments.filter(({ words }) => words.some(({ text }) => parseAmount(text))).length;
}

/** What stands in the first strip right of a gutter, up to the next white one. */
function findStrip(right: Segment[], height: number): Segment[] {
  const strip: Segment[] = [];
  let end = Infinity;
  for (const one of right.toSorted((a, b) => a.left - b.left)) {
    if (one.left > end + height * 1.2) break;
    strip.push(one);
    end = Math.max(one.right, end === Infinity ? one.right : end);
  }
  return strip;
}

function isName({ words }: Segment): boolean {
  const letters = words.filter(({ text }) => /\p{L}{2}/u.test(text) && !parseAmount(text) && !isSymbol(text));
  return letters.length > 0 && letters.reduce((sum, { text }) => sum + text.length, 0) > 3;
}

/** A line that spans the gutter with a price at its end is an item, so there is no gutter. */
function isPriced(one: Segment, segments: Segment[]): boolean {
  if (isNote(one.words.map(({ text }) => text).join(' '))) return false;
  const last = one.words.at(-1)!;
  if (one.words.every(({ text }) => parseAmount(text))) return true;
  if (parseAmount(last.text) && one.words.length > 1 && one.words.length < 7) return true;
  return segments.some(
    (other) =>
      other.left > one.right && overlap(one, other) > 0.5 && other.words.every(({ text }) => parseAmount(text)),
  );
}

function countRows(segments: Segment[]): number {
  let rows = 0;
  let bottom = -Infinity;
  for (const one of segments.toSorted((a, b) => a.top - b.top)) {
    if (one.top < bottom - one.capHeight * 0.4) continue;
    rows++;
    bottom = one.bottom;
  }
  return rows;
}
