import { drizzle } from 'drizzle-orm/node-postgres';
import { networkOf, take } from '../auth/limits.ts';
import { tooMany } from '../auth/too-many.ts';
import type { Handler, Refusal } from '../pipeline/handler.ts';
import type { Services } from '../pipeline/services.ts';

/** Counts a request against its handler's limit per network, before its body is read. Null: go on. */
export async function admitAddress(
  kernel: Services,
  { addressLimit }: Pick<Handler, 'addressLimit'>,
  { address, requestId }: { address: string; requestId: string },
): Promise<Refusal | null> {
  if (!addressLimit) return null;
  const { env, log, pools, clock } = kernel;
  const exceeded = await take(drizzle(pools.accounts), addressLimit, networkOf(address), clock.now());
  const note = (event: string, fields = {}) => log.info(event, { request_id: requestId, ...fields });
  return exceeded && tooMany({ env, address, note }, null, exceeded);
}
