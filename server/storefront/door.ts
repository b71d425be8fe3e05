import { drizzle } from 'drizzle-orm/node-postgres';
import type { Call } from '../../contract/call.ts';
import { networkOf, take, type Limit } from '../auth/limits.ts';
import { refuse, type Refusal } from '../handle.ts';
import { isLoopback } from '../http/address.ts';
import type { Input } from '../input.ts';
import type { Kernel } from '../kernel.ts';
import { hashToken } from '../session.ts';
import { inTenant } from '../tenant.ts';
import { budgetOf } from './budgets.ts';
import { chatOfToken } from './chat-of-token.ts';

export interface Visit {
  call: Call;
  /** From where. */
  address: string;
}

/** The restaurant whose public address it is, or whose payment, once the visit is counted. */
export async function enterStorefront(
  kernel: Kernel,
  { call, address }: Visit,
  { path }: Pick<Input, 'path'>,
): Promise<string | Refusal> {
  const id = await restaurantOf(kernel, path);
  if (!id) return refuse('not_found');
  const budget = budgetOf(call);
  // A demonstration's traffic comes from this very machine. In production that would be a proxy that does not say for whom it asks.
  const isDemonstration = !kernel.env.isProduction && isLoopback(address);
  const atAddress = isDemonstration ? null : await count(kernel, budget.byAddress, `${id} ${networkOf(address)}`);
  if (atAddress) return atAddress;
  if (budget.byRestaurant) return (await count(kernel, budget.byRestaurant, id)) ?? id;
  if (!budget.byChat) return id;
  const chat = await inTenant(kernel.pools.app, id, 'read', (client) => chatOfToken(drizzle(client), id, path.token!));
  return chat ? ((await count(kernel, budget.byChat, chat.id)) ?? id) : refuse('not_found');
}

async function restaurantOf({ pools }: Kernel, { slug, reference }: Input['path']): Promise<string | null | undefined> {
  const [look, value] =
    reference === undefined
      ? ['SELECT restaurant_of_slug($1) AS id', slug]
      : ['SELECT restaurant_of_checkout($1) AS id', hashToken(reference)];
  const { rows } = await pools.app.query<{ id: string | null }>(look, [value]);
  return rows[0]?.id;
}

async function count(kernel: Kernel, limit: Limit, subject: string): Promise<Refusal | null> {
  const exceeded = await take(drizzle(kernel.pools.accounts), limit, subject, kernel.clock.now());
  return exceeded && refuse('too_many', { retry_after_seconds: exceeded.retryAfterSeconds });
}
