import { drizzle } from 'drizzle-orm/node-postgres';
import { tooLarge } from '../../contract/import/read-table.ts';
import { keepNewest } from '../db/keep-newest.ts';
import { take } from '../db/rate-limits.ts';
import { withTransaction } from '../db/with-transaction.ts';
import { refuse, Refusal, type BaseContext } from '../pipeline/handler.ts';
import { limits } from '../pipeline/limits.ts';
import { bytesOf, digestOf, type ReceivedFile } from '../pipeline/received-files.ts';
import type { Services } from '../pipeline/services.ts';
import { isId } from '../platform/ids.ts';
import type { Importer } from './importer.ts';
import { common, findImport, type ImportsTable, type Stored } from './stored.ts';

export async function refuseReading(c: Pick<BaseContext, 'accounts' | 'now'>, restaurantId: string) {
  const exceeded = await take(c.accounts, limits.fileReads, restaurantId, c.now);
  return exceeded && refuse('too_many', { retry_after_seconds: exceeded.retryAfterSeconds });
}

export const unreadable = (fault: string): Refusal => refuse('invalid_fields', { field_errors: { file: fault } });

export const newFile = (c: Pick<BaseContext, 'restaurantId' | 'now' | 'actor'>, id: string, content: Buffer) => ({
  restaurant_id: c.restaurantId,
  id,
  content,
  content_hash: digestOf(content),
  created_at: c.now.toISOString(),
  created_by: c.actor,
});

/**
 * Stores a file under the id that its device made; the same file again changes nothing. The bytes change no row of a device, and reading them
 * takes a while, so no space is locked.
 */
export async function receiveFile<Table extends ImportsTable>(
  { table, waiting, bytes }: Pick<Importer<Table, never>, 'table' | 'waiting' | 'bytes'>,
  { pools }: Pick<Services, 'pools'>,
  c: BaseContext & { path: { id: string }; body: { file: ReceivedFile[] } },
  toRow: (file: ReturnType<typeof newFile>) => Promise<Stored<Table> | Refusal> | Stored<Table>,
): Promise<Stored<Table> | Refusal> {
  const id = c.path.id.toLowerCase();
  const { restaurantId } = c.session;
  if (!isId(id)) return refuse('not_found');
  const refused = await refuseReading(c, restaurantId);
  if (refused) return refused;
  const content = bytesOf(c.body.file[0]!);
  if (content.length > bytes) return unreadable(tooLarge(bytes));
  const actor = { kind: 'user' as const, id: c.user.id, name: c.user.name ?? '' };
  const wanted = await toRow(newFile({ restaurantId, now: c.now, actor }, id, content));
  if (wanted instanceof Refusal) return wanted;
  return withTransaction(pools.app, restaurantId, 'write', async (client) => {
    const db = drizzle(client);
    await db
      .insert(common(table))
      .values(wanted as never) // of its table
      .onConflictDoNothing();
    const present = await findImport(table, db, restaurantId, id);
    await keepNewest(db, restaurantId, id, waiting);
    return present?.content_hash === wanted.content_hash ? present : refuse('id_taken');
  });
}
