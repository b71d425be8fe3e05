import { isSize, type LabelledPrice, type Line } from './lines.ts';

/** The names of several prices of one dish: as they stand beside them, above them, in the heading ("Wine: glass / bottle"), or by their place. */
export function nameSizes(prices: LabelledPrice[], sizes: Line | null, heading: string): string[] {
  const named = heading.split(/[^\p{L}\p{N}]+/u).filter(isSize);
  return prices.map(({ label, price }, index) => {
    if (label) return capitalise(label);
    const middle = (price.left + price.right) / 2;
    const above = sizes?.words.toSorted(
      (a, b) => Math.abs((a.left + a.right) / 2 - middle) - Math.abs((b.left + b.right) / 2 - middle),
    )[0];
    if (above) return above.text;
    return named.length === prices.length ? capitalise(named[index]!) : `Size ${index + 1}`;
  });
}

/** Whether the line is a heading over price columns: short words, apart from each other, above the prices of `next`. */
export function isSizeHeading(line: Line, next: Line | undefined): boolean {
  if (line.prices.length > 0 || line.words.length < 2 || line.words.length > 8) return false;
  if (line.words.every(({ text }) => isSize(text))) return true;
  if (!next || next.prices.length < 2) return false;
  const above = line.words.filter((word) =>
    next.prices.some(
      ({ price }) => word.left < price.right + line.capHeight && word.right > price.left - line.capHeight,
    ),
  );
  return above.length === line.words.length && above.length >= 2;
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
