import { drizzle } from 'drizzle-orm/node-postgres';
import type { Call } from '../../contract/call.ts';
import { networkOf, take, type Limit } from '../auth/limits.ts';
import { refuse, type Refusal } from '../pipeline/handler.ts';
import { isLoopback } from '../http/address.ts';
import { checkPath, type Input } from '../pipeline/validate.ts';
import type { Services } from '../pipeline/services.ts';
import { hashToken } from '../pipeline/authenticate.ts';
import { withTransaction } from '../db/with-transaction.ts';
import { rateLimitOf } from './rate-limits.ts';
import { chatOfToken } from './chat-of-token.ts';

interface Visit {
  call: Call;
  /** As it stands in the address. */
  path: Record<string, string>;
  /** From where. */
  address: string;
}

/**
 * The restaurant whose public address it is, or whose payment, once the visit is counted for the address that it comes from. Before the body
 * is read.
 */
export async function admitVisitor(kernel: Services, { call, path: raw, address }: Visit): Promise<string | Refusal> {
  const path = checkPath(call, raw);
  const id = path && (await restaurantOf(kernel, path));
  if (!id) return refuse('not_found');
  // A demonstration's traffic comes from this very machine. In production that would be a proxy that does not say for whom it asks.
  const isDemonstration = !kernel.env.isProduction && isLoopback(address);
  if (isDemonstration) return id;
  return (await count(kernel, rateLimitOf(call).byAddress, `${id} ${networkOf(address)}`)) ?? id;
}

/** Counts a visit that can be served for the restaurant or the chat. Null: go on. */
export async function countVisit(
  kernel: Services,
  call: Call,
  restaurantId: string,
  { path }: Pick<Input, 'path'>,
): Promise<Refusal | null> {
  const { byRestaurant, byChat } = rateLimitOf(call);
  if (byRestaurant) return count(kernel, byRestaurant, restaurantId);
  if (!byChat) return null;
  const chat = await withTransaction(kernel.pools.app, restaurantId, 'read', (client) =>
    chatOfToken(drizzle(client), restaurantId, path.token!),
  );
  return chat ? count(kernel, byChat, chat.id) : refuse('not_found');
}

async function restaurantOf(
  { pools }: Services,
  { slug, reference }: Input['path'],
): Promise<string | null | undefined> {
  const [look, value] =
    reference === undefined
      ? ['SELECT restaurant_of_slug($1) AS id', slug]
      : ['SELECT restaurant_of_checkout($1) AS id', hashToken(reference)];
  const { rows } = await pools.app.query<{ id: string | null }>(look, [value]);
  return rows[0]?.id;
}

async function count(kernel: Services, limit: Limit, subject: string): Promise<Refusal | null> {
  const exceeded = await take(drizzle(kernel.pools.accounts), limit, subject, kernel.clock.now());
  return exceeded && refuse('too_many', { retry_after_seconds: exceeded.retryAfterSeconds });
}
