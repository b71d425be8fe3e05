import type pg from 'pg';
import { makeContext } from './context.ts';
import { isWrite } from './guard.ts';
import { Refusal } from './handler.ts';
import type { CallRequest } from './result.ts';
import type { Services } from './services.ts';
import type { Input } from './validate.ts';

export interface RunOptions {
  services: Services;
  request: CallRequest;
  input: Input;
  client: pg.PoolClient;
}

/** Set by the statement that opens the transaction of a write. */
export const SAVEPOINT = 'handler';

/**
 * Runs the handler in the open transaction. A refusal rolls back whatever a write wrote. `version`: what the rows that it wrote carry; null
 * where it took none.
 */
export async function runHandler(options: RunOptions): Promise<{ reply: unknown; version: number | null }> {
  const { request, client } = options;
  const { context, raisedVersion } = makeContext(options);
  if (!isWrite(request.handler.call)) return { reply: await request.handler.run(context), version: null };
  const reply = await request.handler.run(context);
  if (!(reply instanceof Refusal)) return { reply, version: await raisedVersion() };
  await client.query(`ROLLBACK TO SAVEPOINT ${SAVEPOINT}`);
  return { reply, version: null };
}
