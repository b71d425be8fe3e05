import type { Component } from './components.ts';

/**
 * The way from the photograph to the straight page: a sheet that is not flat is unbent first, y → y + c·x², then x' = (x + s·y)/w,
 * y' = (y + a·x)/w with w = 1 + p·x + q·y, around the middle of the picture. Rows of type depend on c, a and p alone, and margins on s
 * and q alone, so each group is found by itself.
 */
export interface Straightening {
  c: number;
  a: number;
  p: number;
  s: number;
  q: number;
}

interface Point {
  x: number;
  y: number;
}

/** What straightens the letters of a picture, or null when they stand straight. */
export function findStraightening(
  letters: Component[],
  letterHeight: number,
  width: number,
  height: number,
): Straightening | null {
  if (letters.length < 30) return null;
  const centre = { x: width / 2, y: height / 2 };
  const asTheyStand = sample(letters, 2500).map(({ left, right, bottom }) => ({
    x: (left + right) / 2 - centre.x,
    y: bottom - centre.y,
  }));
  const half = Math.max(width, height) / 2;
  const bin = Math.max(2, letterHeight / 4);
  const free = findRows(asTheyStand, half, bin, null);
  const tilt = findTilt(letters, letterHeight);
  const tilted = tilt === null ? free : findRows(asTheyStand, half, bin, tilt);
  // On a bent page the runs have a tilt each, even if those at its left agree.
  const isBent = free.bend !== 0 && free.score > tilted.score * CLEARLY;
  const { bend: bendShare, a, p } = isBent ? free : tilted;
  const bend = bendShare / half;
  const unbend = ({ x, y }: Point): Point => ({ x, y: y + bend * x * x });
  const margins = findMargins(letters, letterHeight, a).map(({ x, y }) => unbend({ x: x - centre.x, y: y - centre.y }));
  const columns = search(
    ([s, q]) => alignment(margins, ({ x, y }) => (x + s * y) / (1 + (q * y) / half), bin * 2),
    [-a, 0],
    [0.25, 0.35],
  );
  const [s, q] = margins.length >= 16 && columns.score > columns.initial * 1.35 ? columns.best : [-a, 0];
  const isStraight =
    bend === 0 && Math.max(Math.abs(a), Math.abs(s)) < 0.004 && Math.max(Math.abs(p), Math.abs(q)) < 0.012;
  return isStraight ? null : { c: bend, a, p: p / half, s, q: q / half };
}

interface Rows {
  bend: number;
  a: number;
  p: number;
  score: number;
}

/** What aligns the feet of the letters best; near a tilt if one is given. */
function findRows(asTheyStand: Point[], half: number, bin: number, tilt: number | null): Rows {
  const bend = findBend(asTheyStand, half, bin, tilt);
  const feet = asTheyStand.map(({ x, y }) => ({ x, y: y + (bend * x * x) / half }));
  const rate = ([a, p]: [number, number]) => alignment(feet, ({ x, y }) => (y + a * x) / (1 + (p * x) / half), bin);
  const { best, score } = search(rate, ...aroundTilt(tilt));
  const initial = rate([0, 0]);
  return score > initial * 1.02 ? { bend, a: best[0], p: best[1], score } : { bend, a: 0, p: 0, score: initial };
}

const CLEARLY = 1.03;

/** How far the rows of a page may be from the tilt that most of its runs have. */
const TILT_DOUBT = 0.004;

const aroundTilt = (tilt: number | null): [start: [number, number], reach: [number, number]] =>
  tilt === null
    ? [
        [0, 0],
        [0.3, 0.3],
      ]
    : [
        [tilt, 0],
        [TILT_DOUBT, 0.3],
      ];

const LEAST_RUNS = 4;
const LEAST_LETTERS = 6;
const MOST_SPREAD = 0.02;

/**
 * The `a` that most runs of letters ask for by themselves; null: they are too few, or do not agree. Between columns whose rows are not level with each other
 * a wrong tilt may align more feet than the right one, and no run has it.
 */
function findTilt(letters: Component[], letterHeight: number): number | null {
  const runs: Component[][] = [];
  for (const one of letters.toSorted((x, y) => x.left - y.left)) {
    const run = runs.findLast((other) => {
      const last = other.at(-1)!;
      const gap = one.left - last.right;
      return (
        gap > -letterHeight * 0.5 && gap < letterHeight && Math.abs(one.bottom - last.bottom) < letterHeight * 0.55
      );
    });
    if (run) run.push(one);
    else runs.push([one]);
  }
  const slopes = runs
    .filter((run) => run.length >= LEAST_LETTERS)
    .map((run) => ({ slope: findSlope(run), weight: run.at(-1)!.left - run[0]!.left }))
    .sort((x, y) => x.slope - y.slope);
  if (slopes.length < LEAST_RUNS) return null;
  const total = slopes.reduce((sum, { weight }) => sum + weight, 0);
  const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => {
    let rest = total * share;
    return slopes.find(({ weight }) => (rest -= weight) <= 0)!.slope;
  }) as [number, number, number];
  // The rows of a bent page have a tilt each.
  return high - low > MOST_SPREAD ? null : -middle;
}

/** The median of the slopes between letters that lie far apart: a few that reach below the line do not move it. */
function findSlope(run: Component[]): number {
  const half = Math.floor(run.length / 2);
  const slopes = run
    .slice(0, run.length - half)
    .flatMap((one, at) =>
      run.slice(at + half).map((other) => (other.bottom - one.bottom) / Math.max(1, other.left - one.left)),
    );
  return slopes.sort((x, y) => x - y)[Math.floor(slopes.length / 2)]!;
}

const BENDS = 12;
const MOST_BEND = 0.09;

/**
 * How much a page that bulges has to be unbent at its edges, as a share of half its length; 0 for a flat one. A bend has to align the rows
 * clearly better than any tilt and perspective does.
 */
function findBend(feet: Point[], half: number, bin: number, tilt: number | null): number {
  const rate = (c: number) => {
    const bent = feet.map(({ x, y }) => ({ x, y: y + (c * x * x) / half }));
    return search(
      ([a, p]) => alignment(bent, ({ x, y }) => (y + a * x) / (1 + (p * x) / half), bin),
      [tilt ?? 0, 0],
      [tilt === null ? 0.15 : TILT_DOUBT, 0],
      2,
    ).score;
  };
  const flat = search(
    ([a, p]) => alignment(feet, ({ x, y }) => (y + a * x) / (1 + (p * x) / half), bin),
    ...aroundTilt(tilt),
  ).score;
  let best = 0;
  let top = flat * 1.1;
  let step = MOST_BEND / BENDS;
  const attempt = (c: number) => {
    const score = c === 0 ? 0 : rate(c);
    if (score > top) [best, top] = [c, score];
  };
  for (let i = -BENDS; i <= BENDS; i++) attempt(i * step);
  for (let round = 0; best !== 0 && round < 2; round++) {
    step /= 3;
    const around = best;
    for (const i of [-2, -1, 1, 2]) attempt(around + i * step);
  }
  return best;
}

/** How sharply the points stand in rows: many in few bins. */
function alignment(points: Point[], project: (point: Point) => number, bin: number): number {
  // The points stand around the middle of the picture; what a wild attempt throws further away is left out.
  const counts = new Float64Array(4096);
  for (const point of points) {
    const at = project(point) / bin + 2048;
    const low = Math.floor(at);
    if (!(low >= 0 && low < 4095)) continue;
    counts[low]! += 1 - (at - low);
    counts[low + 1]! += at - low;
  }
  let score = 0;
  for (const count of counts) score += count * count;
  return score;
}

/** The best pair near `start`: a coarse grid, then finer ones around the best. */
function search(
  score: (pair: [number, number]) => number,
  start: [number, number],
  reach: [number, number],
  rounds = 4,
): { best: [number, number]; score: number; initial: number } {
  const initial = score(start);
  let best = start;
  let top = initial;
  let steps: [number, number] = [reach[0] / 24, reach[1] / 10];
  let spans: [number, number] = [24, reach[1] === 0 ? 0 : 10];
  for (let round = 0; round < rounds; round++) {
    const [x, y] = best;
    for (let i = -spans[0]; i <= spans[0]; i++)
      for (let j = -spans[1]; j <= spans[1]; j++) {
        const pair: [number, number] = [x + i * steps[0], y + j * steps[1]];
        // Of equally good ones the milder: distortion has to be earned.
        const value = score(pair) * (1 - 0.05 * Math.abs(pair[1]));
        if (value > top) [best, top] = [pair, value];
      }
    steps = [steps[0] / 4, steps[1] / 4];
    spans = [5, reach[1] === 0 ? 0 : 5];
  }
  return { best, score: top, initial };
}

/** Where lines of type begin and end: letters with nothing near on one side. */
function findMargins(letters: Component[], letterHeight: number, a: number): Point[] {
  const byRow = new Map<number, Component[]>();
  const rowOf = (one: Component) => (one.bottom + (a * (one.left + one.right)) / 2) / letterHeight;
  for (const one of letters) {
    const row = Math.floor(rowOf(one));
    for (const near of [row - 1, row, row + 1]) {
      const list = byRow.get(near);
      if (list) list.push(one);
      else byRow.set(near, [one]);
    }
  }
  const points: Point[] = [];
  for (const one of letters) {
    const near = (byRow.get(Math.floor(rowOf(one))) ?? []).filter(
      (other) => other !== one && Math.abs(rowOf(other) - rowOf(one)) < 0.8,
    );
    const reach = letterHeight * 3;
    const middle = (one.top + one.bottom) / 2;
    if (!near.some(({ left, right }) => left < one.left && right > one.left - reach))
      points.push({ x: one.left, y: middle });
    if (!near.some(({ left, right }) => right > one.right && left < one.right + reach))
      points.push({ x: one.right, y: middle });
  }
  return points;
}

/** The picture as it looks straight, and its size: what left the frame is white. */
export function straighten(
  { data, width, height }: { data: Uint8Array; width: number; height: number },
  channels: 1 | 3,
  { c: bend, a, p, s, q }: Straightening,
): { data: Uint8Array; width: number; height: number } {
  const cx = width / 2;
  const cy = height / 2;
  const forward = (x: number, bent: number) => {
    const y = bent + bend * (x - cx) ** 2;
    const w = 1 + p * (x - cx) + q * (y - cy);
    return { x: (x - cx + s * (y - cy)) / w, y: (y - cy + a * (x - cx)) / w };
  };
  const corners = [0, cx, width].flatMap((x) => [forward(x, 0), forward(x, height)]);
  const clamp = (value: number, size: number) => Math.max(-size * 0.85, Math.min(size * 0.85, value));
  const left = clamp(Math.min(...corners.map(({ x }) => x)), width);
  const right = clamp(Math.max(...corners.map(({ x }) => x)), width);
  const top = clamp(Math.min(...corners.map(({ y }) => y)), height);
  const bottom = clamp(Math.max(...corners.map(({ y }) => y)), height);
  const outWidth = Math.max(1, Math.round(right - left));
  const outHeight = Math.max(1, Math.round(bottom - top));
  const out = new Uint8Array(outWidth * outHeight * channels).fill(255);
  for (let row = 0, at = 0; row < outHeight; row++) {
    const v = row + top;
    for (let column = 0; column < outWidth; column++, at += channels) {
      const u = column + left;
      // (x, y) with u·w = x + s·y and v·w = y + a·x: two linear equations.
      const m11 = 1 - u * p;
      const m12 = s - u * q;
      const m21 = a - v * p;
      const m22 = 1 - v * q;
      const det = m11 * m22 - m12 * m21;
      const fromMiddle = (u * m22 - v * m12) / det;
      const x = fromMiddle + cx;
      const y = (v * m11 - u * m21) / det + cy - bend * fromMiddle * fromMiddle;
      if (!(x >= 0 && y >= 0 && x < width - 1 && y < height - 1)) continue;
      const x0 = Math.floor(x);
      const y0 = Math.floor(y);
      const fx = x - x0;
      const fy = y - y0;
      const from = (y0 * width + x0) * channels;
      const below = from + width * channels;
      for (let c = 0; c < channels; c++)
        out[at + c] =
          (data[from + c]! * (1 - fx) + data[from + channels + c]! * fx) * (1 - fy) +
          (data[below + c]! * (1 - fx) + data[below + channels + c]! * fx) * fy;
    }
  }
  return { data: out, width: outWidth, height: outHeight };
}

function sample<T>(list: T[], most: number): T[] {
  const step = Math.max(1, Math.floor(list.length / most));
  return list.filter((_, index) => index % step === 0);
}
