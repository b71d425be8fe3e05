import type { Row } from '../../../contract/entity.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import type { DeadLetter, GalleyDb, OutboxEntry, Touch } from '../../data/db.ts';
import { argsOf, withPendingKeys, partsOf, mutationInfoOf } from '../../data/apply-pending.ts';
import { touchOf } from '../../data/mutation.ts';
import { assertWriteEpoch } from '../../data/store-mutation.ts';
import { makesRow } from '../recovery/dependents.ts';
import { allStores, journal, raise, read, write } from '../protocol/sync-tables.ts';
import { moveToDeadLetters, rebaseRows } from '../protocol/rebase.ts';
import { claimRow } from './late-arrivals.ts';
import type { RestRow } from './pages.ts';
import { completed } from './rows.ts';
import { nextGen, nextVersion, rebaseNow, type RestAdapter } from './adapter.ts';
import { appendOf } from './appends.ts';

/**
 * Acknowledges an entry that the server accepted. It stays until a later reading shows it, since an answer is not a list. `answered`: the
 * row in the answer, if any; a created row then takes the server's id.
 */
export async function acknowledge(world: RestAdapter, entry: OutboxEntry, answered: RestRow | null): Promise<void> {
  const { db, definitions } = world.engine;
  await db.transaction('rw', allStores(db), async () => {
    await assertWriteEpoch(db);
    const rebase = await rebaseNow(world);
    const open = await db.outbox.get(entry.seq);
    if (!open || open.state === 'acked') return;
    await db.outbox.put({ ...open, state: 'acked', lease: null, ackVersion: await nextGen(db) });
    const dirty = new Set(open.touches);
    const [own] = open.touches;
    const { table, id } = own ? partsOf(own) : { table: null, id: null };
    const isMade = answered !== null && answered.id !== id && appendOf(world.engine, open)?.isNamed;
    if (own && isMade) for (const touch of await renameRow(db, own, answered.id)) dirty.add(touch);
    if (answered && table && (isMade || answered.id === id)) {
      const touch = touchOf(table, answered.id);
      const known = (await db.shadow.get(touch))?.base ?? null;
      const row = completed(table, answered, known, rebase.at);
      await db.shadow.put({ touch, base: { ...row, version: await nextVersion(db) } });
      dirty.add(touch);
    } else if (definitions(open.call)?.effect === 'delete') {
      for (const touch of open.touches) await db.shadow.put({ touch, base: null });
    }
    await claimRow(world, open, answered?.id ?? null);
    await rebaseRows(rebase, dirty);
  });
}

const NAMES = 100;

/** The server gave a created row another id: renames it everywhere. Returns the rows to rebase. */
async function renameRow(db: GalleyDb, touch: Touch, to: string): Promise<Set<Touch>> {
  const { table, id } = partsOf(touch);
  const dirty = new Set<Touch>();
  const renamed = (entry: OutboxEntry): OutboxEntry | null => {
    const said = JSON.stringify([entry.path, entry.body, entry.touches]);
    if (!said.includes(id)) return null;
    const [path, body, touches] = JSON.parse(said.replaceAll(id, () => JSON.stringify(to).slice(1, -1))) as [
      OutboxEntry['path'],
      OutboxEntry['body'],
      Touch[],
    ];
    return { ...entry, path, body, touches };
  };
  for (const entry of (await db.outbox.toArray()).map(renamed).filter((one) => one !== null)) {
    await db.outbox.put(entry);
    for (const one of entry.touches) dirty.add(one);
  }
  // Dead letters too, in case they are retried.
  for (const letter of await db.dead_letters.toArray()) {
    const entry = renamed(letter.entry);
    if (entry) await db.dead_letters.put({ ...letter, entry });
  }
  const names = Object.entries({ ...(await read(db, 'plainNames')), [id]: to });
  await write(db, 'plainNames', Object.fromEntries(names.slice(-NAMES)));
  const target = touchOf(table, to);
  const row = (await db.table<Row>(table).get(to)) ?? null;
  if (!(await db.shadow.get(target))) await db.shadow.put({ touch: target, base: row && withPendingKeys(row, []) });
  await db.shadow.delete(touch);
  await db.table(table).delete(id);
  return dirty;
}

/** Moves an entry that the server refused, or that is uncertain, to the dead letters, and rebases its rows. */
export async function moveToFailed(
  world: RestAdapter,
  entry: OutboxEntry,
  letter: { reason: DeadLetter['reason']; error: ErrorBody },
): Promise<void> {
  const { db, definitions } = world.engine;
  await db.transaction('rw', allStores(db), async () => {
    await assertWriteEpoch(db);
    const open = await db.outbox.get(entry.seq);
    if (!open || open.state === 'acked') return;
    const rebase = await rebaseNow(world);
    await moveToDeadLetters(rebase, { ...open, lease: null }, { ...letter, notice: null });
    const touches = new Set(open.touches);
    await rebaseRows(rebase, touches, makesRow(definitions, open) ? touches : new Set());
  });
}

/** Applies an entry on this device only. */
export async function applyLocally(world: RestAdapter, entry: OutboxEntry): Promise<void> {
  const { db, definitions } = world.engine;
  await db.transaction('rw', allStores(db), async () => {
    await assertWriteEpoch(db);
    const open = await db.outbox.get(entry.seq);
    const definition = definitions(entry.call);
    if (!open || !definition) return;
    for (const touch of open.touches) {
      const shadow = await db.shadow.get(touch);
      if (!shadow?.base) continue;
      const row = changedRow(shadow.base, () =>
        definition.change(shadow.base, argsOf(definition.call, open), mutationInfoOf(open)),
      );
      await db.shadow.put({ touch, base: row && { ...row, version: await nextVersion(db) } });
    }
    const rebase = await rebaseNow(world);
    await db.outbox.delete(open.seq);
    await raise(db, 'done', 1);
    await journal(db, [open], 'done', rebase.at);
    await rebaseRows(rebase, new Set(open.touches));
  });
}

/** A mutation that no longer fits changes nothing, as it only matters on this device. */
function changedRow(row: Row, change: () => Row | null): Row | null {
  try {
    return change();
  } catch {
    return row;
  }
}
