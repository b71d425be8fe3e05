import type { Component } from './components.ts';
import type { Grey } from './picture.ts';

/** Turns light type on dark bands over, in place: headings in bars, prices in boxes. A band is one piece of ink, far wider than a letter. */
export function turnBands({ data, width }: Grey, components: Component[], letterHeight: number): void {
  for (const { left, top, right, bottom, area } of components) {
    const w = right - left + 1;
    const h = bottom - top + 1;
    if (w < letterHeight * 3 || h < letterHeight * 1.3 || area < w * h * (w < letterHeight * 6 ? 0.68 : 0.5)) continue;
    const ground = findGround(data, width, { left, top, right, bottom });
    const factor = 255 / Math.max(40, 255 - ground);
    for (let y = top; y <= bottom; y++)
      for (let i = y * width + left; i <= y * width + right; i++)
        data[i] = Math.min(255, Math.round((255 - data[i]!) * factor));
  }
}

/** The brightness that most of the band has. */
function findGround(
  data: Uint8Array,
  width: number,
  { left, top, right, bottom }: Omit<Component, 'area' | 'seed'>,
): number {
  const counts = new Uint32Array(256);
  for (let y = top; y <= bottom; y += 2)
    for (let i = y * width + left; i <= y * width + right; i += 2) counts[data[i]!]!++;
  let seen = 0;
  const half = counts.reduce((sum, count) => sum + count, 0) / 2;
  return counts.findIndex((count) => (seen += count) > half);
}
