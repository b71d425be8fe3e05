import { encode } from 'uqr';

/** Light modules around a code, which readers need. */
const BORDER = 4;

/** A QR code as the path of a drawing of `size` by `size` units. A quarter of its area may be soiled or scratched. */
export function qrPath(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'Q', border: BORDER });
  let path = '';
  for (const [y, row] of data.entries())
    for (let x = 0; x < size; x += 1) {
      if (!row[x]) continue;
      const from = x;
      while (row[x + 1]) x += 1;
      path += `M${from} ${y}h${x - from + 1}v1h-${x - from + 1}z`;
    }
  return { size, path };
}
