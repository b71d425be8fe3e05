import { drizzle } from 'drizzle-orm/node-postgres';
import type { Handler, Refusal } from './handler.ts';
import type { CallRequest } from './result.ts';
import type { Services } from './services.ts';

/** Checks the handler's rate limits before the body is read. Null: allowed. */
export async function admit(
  { pools, env, log }: Services,
  handler: Pick<Handler, 'admit'>,
  { address, requestId, now }: Pick<CallRequest, 'address' | 'requestId' | 'now'>,
): Promise<Refusal | null> {
  const note = (event: string, fields = {}) => log.info(event, { request_id: requestId, ...fields });
  return (await handler.admit?.({ now, address, env, accounts: drizzle(pools.accounts), note })) ?? null;
}
