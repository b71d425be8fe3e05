import type { Grey } from './picture.ts';

/** A connected piece of ink: a letter, a dot, a rule. */
export interface Component {
  left: number;
  top: number;
  right: number;
  bottom: number;
  area: number;
  /** A pixel of it on its top row. */
  seed: number;
}

const INK = 140;

/** The connected pieces of ink of a page, by runs of dark pixels joined to the runs of the line above. */
export function findComponents({ data, width, height }: Grey): Component[] {
  const parents: number[] = [];
  const found: Component[] = [];
  const findRoot = (of: number): number => {
    let root = of;
    while (parents[root] !== root) root = parents[root] = parents[parents[root]!]!;
    return root;
  };
  let above: { from: number; to: number; id: number }[] = [];
  for (let y = 0; y < height; y++) {
    const runs: typeof above = [];
    let next = 0;
    for (let x = 0, at = y * width; x < width; x++) {
      if (data[at + x]! >= INK) continue;
      const from = x;
      while (x < width && data[at + x]! < INK) x++;
      const to = x - 1;
      let id = -1;
      while (next < above.length && above[next]!.to < from - 1) next++;
      for (let i = next; i < above.length && above[i]!.from <= to + 1; i++) {
        const other = findRoot(above[i]!.id);
        if (id < 0) id = other;
        else if (other !== id) {
          parents[other] = id;
          merge(found[id]!, found[other]!);
        }
      }
      if (id < 0) {
        id = parents.length;
        parents.push(id);
        found.push({ left: from, top: y, right: to, bottom: y, area: 0, seed: from });
      }
      merge(found[id]!, { left: from, top: y, right: to, bottom: y, area: to - from + 1, seed: from });
      runs.push({ from, to, id });
    }
    above = runs;
  }
  return found.filter((_, id) => parents[id] === id);
}

function merge(into: Component, one: Component): void {
  if (one.top < into.top) into.seed = one.seed;
  into.left = Math.min(into.left, one.left);
  into.top = Math.min(into.top, one.top);
  into.right = Math.max(into.right, one.right);
  into.bottom = Math.max(into.bottom, one.bottom);
  into.area += one.area;
}

/** Those that may be letters, and the height that most of them have. */
export function findLetters(components: Component[]): { letters: Component[]; height: number } {
  const candidates = components.filter((one) => {
    const w = one.right - one.left + 1;
    const h = one.bottom - one.top + 1;
    return h >= 5 && h <= 220 && w >= 2 && w <= h * 6 && one.area > 8 && one.area / (w * h) > 0.08;
  });
  // Leader dots and specks may be more than the letters; most of the ink is theirs all the same.
  const byInk = candidates.toSorted((a, b) => findHeight(a) - findHeight(b));
  const ink = byInk.reduce((sum, { area }) => sum + area, 0);
  let seen = 0;
  const typical = byInk.find((one) => (seen += one.area) > ink * 0.4);
  const tall = candidates.map(findHeight).filter((one) => one > (typical ? findHeight(typical) : 0) * 0.4);
  const height = tall.sort((a, b) => a - b)[Math.floor(tall.length / 2)] ?? 0;
  return {
    height,
    letters: candidates.filter((one) => findHeight(one) > height * 0.5 && findHeight(one) < height * 4),
  };
}

function findHeight({ top, bottom }: Component): number {
  return bottom - top + 1;
}

/** Whitens frames, rules and the edges of the sheet, in place: the OCR takes what they enclose for a picture. */
export function eraseRules(grey: Grey, components: Component[], letterHeight: number): void {
  for (const one of components) {
    const w = one.right - one.left + 1;
    const h = one.bottom - one.top + 1;
    const isThin = Math.min(w, h) < letterHeight * 0.35 && Math.max(w, h) > letterHeight * 4;
    const isFrame = (w > letterHeight * 30 || h > letterHeight * 7) && one.area < w * h * 0.35;
    if (isThin || isFrame) eraseInk(grey, one);
  }
}

function eraseInk({ data, width, height }: Grey, { seed, top }: Component): void {
  const open = [top * width + seed];
  while (open.length > 0) {
    const at = open.pop()!;
    if (data[at]! >= INK) continue;
    const x = at % width;
    const y = (at - x) / width;
    for (let dy = -1; dy <= 1; dy++)
      for (let dx = -1; dx <= 1; dx++) {
        if (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height) continue;
        const near = at + dy * width + dx;
        if (near !== at && data[near]! < INK) open.push(near);
        // Its blurred edge goes with it.
        else data[near] = 255;
      }
    data[at] = 255;
  }
}

/** Whitens rows of five and more dots that lead the eye from a name to its price: the OCR reads words into them. */
export function eraseLeaders({ data, width, height }: Grey, components: Component[], letterHeight: number): Grey {
  const dots = components
    .filter(
      (one) =>
        one.right - one.left < letterHeight * 0.45 && one.bottom - one.top < letterHeight * 0.45 && one.area >= 1,
    )
    .sort((a, b) => a.left - b.left);
  const letters = components
    .filter((one) => findHeight(one) > letterHeight * 0.5 && findHeight(one) < letterHeight * 4)
    .sort((a, b) => a.left - b.left);
  const isTaken = new Set<Component>();
  const clean = data.slice();
  for (const first of dots) {
    if (isTaken.has(first)) continue;
    const run = [first];
    for (let last = first; ; last = run[run.length - 1]!) {
      const next = findNext(dots, letters, last, letterHeight);
      if (!next) break;
      run.push(next);
    }
    if (run.length < 5) continue;
    for (const dot of run) {
      isTaken.add(dot);
      for (let y = Math.max(0, dot.top - 2); y <= Math.min(height - 1, dot.bottom + 2); y++)
        clean.fill(255, y * width + Math.max(0, dot.left - 2), y * width + Math.min(width - 1, dot.right + 2) + 1);
    }
  }
  return { data: clean, width, height };
}

/** The next dot of the same row. Behind a letter it is a point of a price, not of the row. */
function findNext(
  dots: Component[],
  letters: Component[],
  last: Component,
  letterHeight: number,
): Component | undefined {
  const end = last.right + letterHeight * 2.2;
  const barrier = startingIn(letters, last.right, end).find(
    ({ top, bottom }) => top < last.bottom && bottom > last.bottom - letterHeight * 0.5,
  );
  return startingIn(dots, last.right, barrier?.left ?? end).find(
    (one) => Math.abs(one.bottom - last.bottom) <= letterHeight * 0.2,
  );
}

/** Of components sorted by their left edges, those with an edge behind `from` and before `to`. */
function startingIn(sorted: Component[], from: number, to: number): Component[] {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]!.left <= from) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < sorted.length && sorted[end]!.left < to) end++;
  return sorted.slice(low, end);
}
