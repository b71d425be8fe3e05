import type { Table } from '../../../contract/entity.ts';
import type { DeadLetter, GalleyDb, OutboxEntry } from '../../data/db.ts';
import { assertWriteEpoch } from '../../data/store-mutation.ts';
import { allStores, journal, raise, read } from '../protocol/sync-tables.ts';
import { appendOf } from './appends.ts';
import { coerce } from './fit.ts';
import type { RestRow } from './pages.ts';
import { rebaseNow, type RestAdapter } from './adapter.ts';

/** A request may arrive this late. The same content later is a new message. */
const LATE_MS = 15 * 60_000;

/**
 * Resolves an uncertain dead letter when its row appears in a list after all: exactly one row with the same content that did not exist
 * before it was sent and belongs to no other mutation. It then counts as sent.
 */
export async function resolveLateArrivals(world: RestAdapter, table: Table, rows: RestRow[]): Promise<void> {
  const { db } = world.engine;
  const asked = await lettersOf(db, table);
  if (asked.length === 0 || rows.length === 0) return;
  await db.transaction('rw', allStores(db), async () => {
    await assertWriteEpoch(db);
    const offset = (await read(db, 'serverOffsetMs')) ?? 0;
    const { at } = await rebaseNow(world);
    const open = await db.outbox.toArray();
    for (const { key } of asked) {
      // Read again: an earlier one may have claimed the row.
      const letter = await db.dead_letters.get(key);
      if (!letter) continue;
      const { entry } = letter;
      // A similar mutation is in flight; the row may be its own.
      if (open.some((one) => one.state !== 'queued' && one.state !== 'acked' && isSame(one, entry))) continue;
      const [row, ...others] = rows.filter((one) => isArrivalOf(world, one, entry, offset));
      if (!row || others.length > 0) continue;
      await db.dead_letters.delete(key);
      await raise(db, 'dead', -1);
      await raise(db, 'done', 1);
      await journal(db, [entry], 'done', at);
      await claimRow(world, entry, row.id);
    }
  });
}

/** A row belongs to one mutation only. Without its id, the two cannot be told apart any more. */
export async function claimRow({ engine }: RestAdapter, { call }: OutboxEntry, id: string | null): Promise<void> {
  if (!appendOf(engine, { call })) return;
  const { db } = engine;
  for (const letter of await db.dead_letters.filter(isAsking).toArray()) {
    if (letter.entry.call !== call) continue;
    const { seenIds, ...entry } = letter.entry;
    const next = id === null ? entry : { ...entry, seenIds: [...(seenIds ?? []), id] };
    await db.dead_letters.put({ ...letter, entry: next });
  }
}

const isAsking = ({ reason, entry }: DeadLetter): boolean => reason === 'uncertain' && entry.seenIds !== undefined;
const isSame = (a: OutboxEntry, b: OutboxEntry): boolean =>
  a.call === b.call && JSON.stringify(a.path) === JSON.stringify(b.path);

const lettersOf = (db: GalleyDb, table: Table): Promise<DeadLetter[]> =>
  db.dead_letters
    .orderBy('at')
    .filter((letter) => isAsking(letter) && Boolean(letter.entry.touches[0]?.startsWith(`${table}:`)))
    .toArray();

function isArrivalOf({ engine }: RestAdapter, row: RestRow, entry: OutboxEntry, offset: number): boolean {
  if (entry.seenIds?.includes(row.id) || !appendOf(engine, entry)?.isAlike(row, entry)) return false;
  const made = coerce(row['created_at'], 'instant') as string | undefined;
  const age = made === undefined ? 0 : Date.parse(made) - ((entry.firstTryAt ?? 0) + offset);
  return Math.abs(age) < LATE_MS;
}
