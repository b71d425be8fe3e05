import type pg from 'pg';

/** Changes rows of a restaurant in a new version, which the statement gets as $2; $1 is the restaurant. */
export async function bumped(owner: pg.Pool, restaurantId: string, statement: string, values: unknown[]) {
  const { rows } = await owner.query<{ version: string }>(
    'UPDATE spaces SET version = version + 1 WHERE restaurant_id = $1 RETURNING version',
    [restaurantId],
  );
  await owner.query(statement, [restaurantId, rows[0]!.version, ...values]);
}

export const inCurrency = (owner: pg.Pool, restaurantId: string, currency: string) =>
  bumped(owner, restaurantId, 'UPDATE restaurants SET currency = $3, version = $2 WHERE restaurant_id = $1', [
    currency,
  ]);

const digits: Record<string, number> = { GBP: 2, JPY: 0, KWD: 3 };

/** Minor units of the last amount in a text: "Total   KWD 1,204.500" is 1204500. */
export function amountIn(text: string, currency: string): number {
  const found = [...text.matchAll(/[\d,]+(?:\.(\d+))?/g)].at(-1);
  if (!found || (found[1]?.length ?? 0) !== digits[currency]) throw new Error(`No amount in ${currency}: ${text}`);
  return Number(found[0].replace(/[.,]/g, ''));
}

interface Taxed {
  total_amount: number;
  tax_rate_bp?: number | undefined;
  is_tax_inclusive?: boolean | undefined;
}

/**
 * The tax of lines of which a discount is taken off: line by line, so that what is taken off up to a line is always the rounded share of
 * the lines up to it. In whole numbers; half rounds up.
 */
export function discountedTax(lines: readonly Taxed[], discount: number): { all: number; onTop: number } {
  const subtotal = lines.reduce((sum, line) => sum + line.total_amount, 0);
  const gross = new Map<string, bigint>();
  let upto = 0;
  let taken = 0n;
  for (const { total_amount, tax_rate_bp, is_tax_inclusive = true } of lines) {
    upto += total_amount;
    const share = subtotal === 0 ? 0n : halfUp(BigInt(discount) * BigInt(upto), BigInt(subtotal));
    if (tax_rate_bp !== undefined) {
      const key = `${tax_rate_bp} ${is_tax_inclusive}`;
      gross.set(key, (gross.get(key) ?? 0n) + BigInt(total_amount) - (share - taken));
    }
    taken = share;
  }
  let [all, onTop] = [0n, 0n];
  for (const [key, amount] of gross) {
    const rate = BigInt(key.split(' ')[0]!);
    const isIn = key.endsWith('true');
    const tax = halfUp(amount * rate, isIn ? 10_000n + rate : 10_000n);
    all += tax;
    if (!isIn) onTop += tax;
  }
  return { all: Number(all), onTop: Number(onTop) };
}

const halfUp = (n: bigint, by: bigint): bigint => (2n * n + by) / (2n * by);
