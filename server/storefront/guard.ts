import { drizzle } from 'drizzle-orm/node-postgres';
import { take, type Limit } from '../db/rate-limits.ts';
import { withTransaction } from '../db/with-transaction.ts';
import { isLoopback, networkOf } from '../http/address.ts';
import { hashToken } from '../pipeline/authenticate.ts';
import type { Caller, CountedCall, Guard, IdentifyOptions } from '../pipeline/guard.ts';
import { refuse, type Refusal } from '../pipeline/handler.ts';
import type { Services } from '../pipeline/services.ts';
import { checkPath, type Input } from '../pipeline/validate.ts';
import { chatOfToken } from './chat-of-token.ts';
import { numberOf, rateLimitOf } from './rate-limits.ts';

/** A customer of the restaurant named by the path. A session does not matter. */
export const storefrontGuard: Guard = {
  needsSession: false,
  needsProfile: false,
  transaction: 'once',
  requiresKey: true,
  identify,
  count,
};

type Visit = Pick<IdentifyOptions, 'call' | 'path' | 'address' | 'now'>;

/** Finds the restaurant by slug or payment reference, after counting the visit for its IP address. */
export async function identify(
  services: Services,
  { call, path: raw, address, now }: Visit,
): Promise<Caller | Refusal> {
  const path = checkPath(call, raw);
  const restaurantId = path && (await restaurantOf(services, path));
  if (!restaurantId) return refuse('not_found');
  const caller = { session: null, restaurantId };
  if (isDemonstration(services, address)) return caller;
  const { byAddress } = rateLimitOf(call, services.env);
  return (await takeOne(services, byAddress, `${restaurantId} ${networkOf(address)}`, now)) ?? caller;
}

/** A demonstration's traffic comes from this machine. In production that would be a proxy that does not forward addresses. */
const isDemonstration = ({ env }: Pick<Services, 'env'>, address: string) => !env.isProduction && isLoopback(address);

/** Counts a valid call for the number, then for the restaurant or the chat. */
async function count(services: Services, { call, caller, input, address, now }: CountedCall): Promise<Refusal | null> {
  const restaurantId = caller.restaurantId!; // identify() found it
  const { byNumber, byRestaurant, byChat } = rateLimitOf(call, services.env);
  const number = byNumber && !isDemonstration(services, address) ? numberOf(input.body) : null;
  const ofNumber = number && (await takeOne(services, byNumber!, `${restaurantId} ${number}`, now));
  if (ofNumber) return ofNumber;
  if (byRestaurant) return takeOne(services, byRestaurant, restaurantId, now);
  if (!byChat) return null;
  const chat = await withTransaction(services.pools.app, restaurantId, 'read', (client) =>
    chatOfToken(drizzle(client), restaurantId, input.path.token!),
  );
  return chat ? takeOne(services, byChat, chat.id, now) : refuse('not_found');
}

async function restaurantOf(
  { pools }: Services,
  { slug, reference }: Input['path'],
): Promise<string | null | undefined> {
  const [name, value] =
    reference === undefined ? ['restaurant_of_slug', slug] : ['restaurant_of_checkout', hashToken(reference)];
  const { rows } = await pools.app.query<{ id: string | null }>({
    name,
    text: `SELECT ${name}($1) AS id`,
    values: [value],
  });
  return rows[0]?.id;
}

async function takeOne(services: Services, limit: Limit, subject: string, now: Date): Promise<Refusal | null> {
  const exceeded = await take(drizzle(services.pools.accounts), limit, subject, now);
  return exceeded && refuse('too_many', { retry_after_seconds: exceeded.retryAfterSeconds });
}
