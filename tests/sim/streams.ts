import { seeded, type Seeded } from '../support/seeded.ts';

/** Random numbers for one part of a history. Parts that run side by side must not draw from one stream, or a seed repeats nothing. */
export function streamOf(seed: number, part: string): Seeded {
  let hash = seed | 0;
  for (const sign of part) hash = (Math.imul(hash ^ sign.charCodeAt(0), 0x01000193) + 0x9e3779b9) | 0;
  return seeded(hash);
}
