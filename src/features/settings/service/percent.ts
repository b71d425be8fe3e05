/** Basis points as people write them: 550 → "5.5". */
export const percentText = (bp: number): string => String(bp / 100);

/** "20", "5.5 %" or "5,5" in basis points; null: no rate from 0 to 100 with two decimals. */
export function readPercent(text: string): number | null {
  const match = /^(\d{1,3})(?:[.,](\d{1,2}))?\s*%?$/.exec(text.trim());
  if (!match) return null;
  const bp = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return bp <= 10_000 ? bp : null;
}
