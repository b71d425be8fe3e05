import { sql } from 'drizzle-orm';
import { SCHEMA } from '../../contract/sync.ts';
import { health as healthCall } from '../../contract/system.ts';
import { handle, type Handler } from '../handle.ts';
import { version } from './version.ts';

/** Answers when the process and its database do; a database that is away makes it 503 through serve. */
const health = handle(healthCall, async (c) => {
  await c.accounts.execute(sql`SELECT 1`);
  return { status: 'ok' as const, database: 'ok' as const, schema: SCHEMA, version };
});

export const routes: Handler[] = [health];
