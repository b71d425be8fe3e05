import { drizzle } from 'drizzle-orm/node-postgres';
import { networkOf, take, type Limit } from '../auth/limits.ts';
import * as schema from '../db/schema.ts';
import { refuse, type Refusal } from '../handle.ts';
import type { Input } from '../input.ts';
import type { Kernel } from '../kernel.ts';

const WINDOW_MS = 10 * 60_000;

/** A street of customers may share one address; what one restaurant can cook in ten minutes is far below the other number. */
const byAddress: Limit = { name: 'intake-ip', max: 300, windowMs: WINDOW_MS };
const byRestaurant: Limit = { name: 'intake', max: 1000, windowMs: WINDOW_MS };

/** The restaurant whose public address it is, once the visitor's writes are counted. */
export async function enterStorefront(
  kernel: Kernel,
  { address }: { address: string },
  { path }: Input,
  isWrite: boolean,
): Promise<string | Refusal> {
  const { rows } = await kernel.pools.app.query<{ id: string | null }>('SELECT restaurant_of_slug($1) AS id', [
    path.slug,
  ]);
  const id = rows[0]?.id;
  if (!id) return refuse('not_found');
  if (!isWrite) return id;
  const accounts = drizzle(kernel.pools.accounts, { schema });
  const now = kernel.clock.now();
  // A demonstration's traffic comes from this very machine. In production that would be a proxy that does not say for whom it asks.
  const isDemonstration = !kernel.env.isProduction && isLoopback(address);
  const exceeded =
    (isDemonstration ? null : await take(accounts, byAddress, `${id} ${networkOf(address)}`, now)) ??
    (await take(accounts, byRestaurant, id, now));
  return exceeded ? refuse('too_many', { retry_after_seconds: exceeded.retryAfterSeconds }) : id;
}

const isLoopback = (address: string) => /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/i.test(address);
