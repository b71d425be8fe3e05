import { seeded, type Seeded } from '../support/seeded.ts';

/** A random stream for one part of a history. Concurrent parts must not share a stream, or a seed would not repeat. */
export function streamOf(seed: number, part: string): Seeded {
  let hash = seed | 0;
  for (const sign of part) hash = (Math.imul(hash ^ sign.charCodeAt(0), 0x01000193) + 0x9e3779b9) | 0;
  return seeded(hash);
}
