import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { qrPath } from './qr-path.ts';

test('draws each dark module of the code and no other', () => {
  const text = 'https://galley.example/site/the-anchor?table=12';
  const { size, path } = qrPath(text);
  const drawn = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let at = 0; at < Number(width); at += 1) drawn[Number(y)]![Number(x) + at] = true;
  expect(drawn).toEqual(encode(text, { ecc: 'Q', border: 4 }).data);
  // The quiet zone, and the corner of a finder pattern inside it.
  expect(drawn.slice(0, 4).flat()).not.toContain(true);
  expect(drawn[4]!.slice(0, 12)).toEqual([...Array<boolean>(4).fill(false), ...Array<boolean>(7).fill(true), false]);
});
