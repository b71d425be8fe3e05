import type { Row } from '../../../contract/entity.ts';
import type { DeadLetter, GalleyDb, Mirrored, OutboxEntry, Touch } from '../../data/db.ts';
import { argsOf, type Definitions, applyPending, withPendingKeys, partsOf, wasSent } from '../../data/apply-pending.ts';
import { dependsOn, makesRow } from '../recovery/dependents.ts';
import { journal, raise } from './sync-tables.ts';

export interface Rebase {
  db: GalleyDb;
  definitions: Definitions;
  /** Now, ISO. */
  at: string;
}

/**
 * Rebases the rows of `dirty`: mirror row = base row with the pending entries applied in order. A row without pending entries loses its
 * base row and is the server's. An entry that was never sent and no longer fits becomes a dead letter; one that was sent is left to the
 * server's answer. `orphans`: rows whose creation was just refused; their dependents fail for that reason.
 * Inside a transaction over all stores.
 */
export async function rebaseRows(rebase: Rebase, dirty: Set<Touch>, orphans: Set<Touch> = new Set()): Promise<void> {
  const { db, definitions } = rebase;
  const queue = [...dirty, ...(await buryDependents(rebase, orphans))];
  for (let touch = queue.pop(); touch; touch = queue.pop()) {
    const [shadow, pending] = await Promise.all([
      db.shadow.get(touch),
      db.outbox.where('touches').equals(touch).sortBy('seq'),
    ]);
    if (!shadow) continue;
    const folded = applyPending(shadow.base, pending, definitions);
    const lost = folded.failed.filter(({ entry }) => !wasSent(entry));
    if (lost.length > 0) {
      for (const { entry, error } of lost) {
        const reason = orphans.has(touch) ? 'dependency' : 'apply_failed';
        await moveToDeadLetters(rebase, entry, {
          reason,
          error: { code: codeOf(error), message: messageOf(error) },
          notice: null,
        });
        queue.push(...entry.touches);
      }
      continue;
    }
    await place(
      db,
      touch,
      pending.length > 0
        ? folded.row && withPendingKeys(folded.row, folded.keys)
        : shadow.base && withPendingKeys(shadow.base, []),
    );
    if (pending.length === 0) await db.shadow.delete(touch);
  }
}

/**
 * Moves never-sent entries that name a refused row in path or body to the dead letters, with their dependents. Entries of the row itself
 * are left to the rebase: deleting it together with others still makes sense. Returns the touched rows.
 */
async function buryDependents(rebase: Rebase, refused: Set<Touch>): Promise<Touch[]> {
  const { db, definitions } = rebase;
  const touched: Touch[] = [];
  for (const orphan of refused) {
    if ((await db.shadow.get(orphan))?.base) continue; // it exists: another device created it
    const pending = await db.outbox.orderBy('seq').toArray();
    for (const entry of pending) {
      if (wasSent(entry) || entry.touches.includes(orphan) || !dependsOn(entry, orphan)) continue;
      const error = { code: 'not_found', message: 'What it depends on was not created' };
      await moveToDeadLetters(rebase, entry, { reason: 'dependency', error, notice: null });
      touched.push(...entry.touches);
      // This loop visits the added rows, too.
      if (makesRow(definitions, entry)) for (const touch of entry.touches) refused.add(touch);
    }
  }
  return touched;
}

/**
 * Moves an entry from the outbox to the dead letters, with both versions of its row. If another device's change stands and nobody has to
 * act, it is listed as done instead, with the current row.
 */
export async function moveToDeadLetters(
  { db, at, definitions }: Rebase,
  entry: OutboxEntry,
  deadLetter: Pick<DeadLetter, 'reason' | 'error' | 'notice'>,
): Promise<void> {
  const touch = entry.touches[0];
  const shown = touch ? await rowOf(db, touch) : null;
  // Later mutations may have made the row that this one did not find.
  const yours = shown?._sync?.op_ids.includes(entry.key) ? shown : null;
  const shadow = touch && (await db.shadow.get(touch));
  const theirs = (deadLetter.error?.current ?? deadLetter.notice?.current ?? shadow?.base ?? null) as Row | null;
  // One after the other: Dexie loses track of a transaction when async functions run in it concurrently.
  await db.outbox.delete(entry.seq);
  if (isOvertaken(definitions, entry, deadLetter)) {
    await raise(db, 'done', 1);
    await journal(db, [entry], 'overtaken', at, { standing: theirs });
    return;
  }
  await db.dead_letters.put({ key: entry.key, seq: entry.seq, at, entry, theirs, yours, ...deadLetter });
  await raise(db, 'dead', 1);
}

function isOvertaken(
  definitions: Definitions,
  entry: OutboxEntry,
  { reason, error, notice }: Pick<DeadLetter, 'reason' | 'error' | 'notice'>,
): boolean {
  const code = error?.code ?? notice?.code;
  if (code === undefined || reason === 'dependency') return false;
  const definition = definitions(entry.call);
  try {
    return definition?.isOvertaken?.(code, argsOf(definition.call, entry)) ?? false;
  } catch {
    // A person has to look at what other versions of the code stored.
    return false;
  }
}

async function rowOf(db: GalleyDb, touch: Touch): Promise<Mirrored | null> {
  const { table, id } = partsOf(touch);
  return ((await db.table(table).get(id)) as Mirrored | undefined) ?? null;
}

async function place(db: GalleyDb, touch: Touch, row: Row | null): Promise<void> {
  const { table, id } = partsOf(touch);
  await (row ? db.table(table).put(row) : db.table(table).delete(id));
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
/** Mutations throw error codes of the contract as messages. */
const codeOf = (error: unknown): string => (/^[a-z_]+$/.test(messageOf(error)) ? messageOf(error) : 'apply_failed');
