import type { Row } from '../../contract/entity.ts';
import { type GalleyDb, type OutboxEntry, type Touch, WRITE_EPOCH } from './db.ts';
import { applyPending, withPendingKeys, partsOf, wasSent } from './apply-pending.ts';
import type { MutationDefinition } from './mutation.ts';
import { OutdatedCode } from './outdated.ts';

/** The change threw on the row as it is: it cannot be made. */
export class MutationRefused extends Error {}
/** The database is new, and its row is not in it yet: nobody can say whether the change can be made. */
export class NotLoaded extends Error {}

export interface MutationWrite {
  definition: MutationDefinition;
  entry: Omit<OutboxEntry, 'seq'>;
  /** Key of the dead letter that it makes good. */
  instead: string | null;
  /** An earlier try, or another page, may have written it. */
  isRepeat?: boolean;
}

interface Watch {
  isRepeat: boolean;
  onBegin?: (abort: () => void) => void;
  /** It has been written before, by an earlier try or another page. */
  onKnown?: () => void;
}

/**
 * One strict transaction a tap: the row, its shadow, the outbox entry and the counter stand together or not at all. Only Dexie's
 * promises are awaited inside; anything else would let the transaction commit half-way.
 */
export async function storeMutation(
  db: GalleyDb,
  { definition, entry, instead }: MutationWrite,
  { isRepeat, onBegin, onKnown }: Watch,
): Promise<void> {
  const more = isRepeat || instead !== null ? ['done', 'dead_letters'] : [];
  const stores = [definition.table, 'outbox', 'shadow', 'counters', 'sync', ...more];
  let resolve!: () => void;
  let reject!: (error: unknown) => void;
  const isSafe = new Promise<void>((...settle) => ([resolve, reject] = settle));
  const work = db.transaction('rw', stores, async (tx) => {
    onBegin?.(() => tx.abort());
    whenComplete(tx.idbtrans, resolve);
    const [epoch, issued, rows] = await Promise.all([
      assertWriteEpoch(db),
      db.counters.get('issued'),
      db.table<Row>(definition.table).bulkGet(entry.touches.map((touch) => partsOf(touch).id)),
    ]);
    // The browser may throw a database away under a living page: the worker prepares the new one first.
    if (epoch === undefined) throw new NotLoaded('Nothing is prepared yet');
    if (isRepeat && (await isKnown(db, entry.key))) {
      // Its rows are written as they are: who shows the tap until a query has read what became of it asks anew.
      onKnown?.();
      const table = db.table<Row>(definition.table);
      const again = entry.touches.map((touch, n) => (rows[n] ? table.put(rows[n]) : table.delete(partsOf(touch).id)));
      return void (await Promise.all(again));
    }
    // Another tap, or another tab, has made it good already.
    if (instead !== null && !(await db.dead_letters.get(instead))) return;
    // Written together: each wait for the database is a turn of the event loop more until the tap is safe.
    const writes: Promise<unknown>[] = [];
    const added = await join(db, definition, entry, rows, writes);
    // Dexie writes the number that it gives into what it is handed: an aborted try must not leave it behind for the next one.
    const { seq: _seq, ...unnumbered } = added as OutboxEntry;
    await Promise.all([
      ...writes,
      db.outbox.add(unnumbered as OutboxEntry),
      db.counters.put({ name: 'issued', value: (issued?.value ?? 0) + 1 }),
    ]);
    if (instead !== null) await deleteDeadLetter(db, instead);
  });
  work.then(() => resolve(), reject);
  return isSafe;
}

/** Before Dexie hears of it, which then has every live query begin anew: the tap is safe by then, and should say so. */
function whenComplete(tx: IDBTransaction, heard: () => void): void {
  const { oncomplete } = tx;
  tx.oncomplete = null; // set again, it comes after those that are there
  tx.addEventListener('complete', heard);
  tx.oncomplete = oncomplete;
}

/**
 * Every transaction that writes asks first: has newer code taken the database over? Inside a transaction over `sync`. Answers the epoch;
 * undefined: nobody has prepared the database.
 */
export async function assertWriteEpoch(db: GalleyDb): Promise<number | undefined> {
  const epoch = (await db.sync.get('writeEpoch'))?.value as number | undefined;
  // Dexie opens a database of a newer form too. It can be read; what would be written into it this code does not know.
  // A connection that is just being closed has no version: then the transaction decides.
  const connection = db.backendDB() as IDBDatabase | null;
  const isNewer = connection !== null && Math.floor(connection.version / 10) > db.verno;
  if (isNewer || (epoch ?? 0) > WRITE_EPOCH) throw new OutdatedCode();
  return epoch;
}

/** A transaction that writes, and does nothing when newer code has taken the database over. `stores` include `sync`. */
export function writeTransaction<T>(db: GalleyDb, stores: string[], work: () => Promise<T>): Promise<T> {
  return db.transaction('rw', stores, async () => {
    await assertWriteEpoch(db);
    return work();
  });
}

/** The commit was reported as failed and had happened all the same; or another tab has written it meanwhile. Inside a transaction. */
export async function isKnown(db: GalleyDb, key: string): Promise<boolean> {
  const [waiting, done, dead, replaced] = await Promise.all([
    db.outbox.where('key').equals(key).count(),
    db.done.get(key),
    db.dead_letters.get(key),
    replacedKeys(db),
  ]);
  return waiting > 0 || done !== undefined || dead !== undefined || replaced.includes(key);
}

const replacedKeys = async (db: GalleyDb): Promise<string[]> =>
  ((await db.sync.get('replaced'))?.value as string[] | undefined) ?? [];

/**
 * The person has dealt with the letter: it goes, and a second try to write its change, by a page that stood still or was left, finds that it
 * was here. Inside a transaction over `dead_letters` and `sync`.
 */
export async function deleteDeadLetter(db: GalleyDb, key: string): Promise<void> {
  const keys = await replacedKeys(db);
  await Promise.all([
    db.dead_letters.delete(key),
    db.sync.put({ name: 'replaced', value: [...keys, key].slice(-REPLACED_KEYS) }),
  ]);
}

/** A second try comes within seconds, or at the next start. */
const REPLACED_KEYS = 50;

async function join(
  db: GalleyDb,
  definition: MutationDefinition,
  entry: Omit<OutboxEntry, 'seq'>,
  rows: (Row | undefined)[],
  writes: Promise<unknown>[],
): Promise<Omit<OutboxEntry, 'seq'>> {
  let joined = entry;
  for (const [index, touch] of entry.touches.entries()) {
    const row = rows[index] ?? null;
    const isClean = row !== null && !('_sync' in row);
    // A clean row has no shadow (R7): no need to look.
    const shadow = isClean ? undefined : await db.shadow.get(touch);
    if (!shadow) {
      writes.push(db.shadow.put({ touch, base: row }), show(db, definition, joined, touch, row));
      continue;
    }
    const replaced = await unsentTwin(db, definition, entry, touch);
    if (!replaced) {
      // Deleted, and made again before anybody has heard of it: the new row waits for both.
      const keys = row ? undefined : keysOfNone(shadow.base, await pendingOn(db, touch), touch);
      await show(db, definition, joined, touch, row, keys);
      continue;
    }
    const { twin, before } = replaced;
    if (ruleOf(definition) === 'merge') joined = { ...joined, body: withFirstExpectation(twin.body, joined.body) };
    const [withdrawn, keys] = await Promise.all([db.counters.get('withdrawn'), replacedKeys(db)]);
    await Promise.all([
      db.outbox.delete(twin.seq),
      db.sync.put({ name: 'replaced', value: [...keys, twin.key].slice(-REPLACED_KEYS) }),
      db.counters.put({ name: 'withdrawn', value: (withdrawn?.value ?? 0) + 1 }),
    ]);
    const under = applyPending(shadow.base, before, () => definition);
    await show(db, definition, joined, touch, under.row && withPendingKeys(under.row, under.keys));
  }
  return joined;
}

/** What the newer edit saw there was the older one's own value: what it expects to stand is what stood under both. */
function withFirstExpectation(older: OutboxEntry['body'], newer: OutboxEntry['body']): OutboxEntry['body'] {
  const expectations = Object.keys(newer).filter((name) => isExpectation(name) && name.slice(EXPECTED.length) in older);
  const body = { ...newer };
  for (const name of expectations) {
    if (name in older) body[name] = older[name];
    else delete body[name];
  }
  return body;
}

const EXPECTED = 'expected_';
const isExpectation = (name: string) => name.startsWith(EXPECTED);

/**
 * What is folded in where no row is shown: of one that the server has all that is pending, its deletion last; of one that it does not have
 * what follows its making. A change that was sent before its row's making was refused fits on nothing.
 */
function keysOfNone(base: Row | null, pending: OutboxEntry[], touch: Touch): string[] {
  const isMaking = ({ body }: OutboxEntry) => body['id'] === partsOf(touch).id;
  const from = base ? 0 : pending.findIndex(isMaking);
  return from < 0 ? [] : pending.slice(from).map(({ key }) => key);
}

async function show(
  db: GalleyDb,
  definition: MutationDefinition,
  entry: Omit<OutboxEntry, 'seq'>,
  touch: Touch,
  row: Row | null,
  keys = (row as { _sync?: { op_ids: string[] } } | null)?._sync?.op_ids ?? [],
): Promise<void> {
  const { table, id } = partsOf(touch);
  const { row: next, failed } = applyPending(row, [entry as OutboxEntry], () => definition);
  if (failed[0] && !row && !(await db.sync.get('isComplete'))?.value) throw new NotLoaded('The row is not loaded yet');
  if (failed[0]) throw new MutationRefused('The change cannot be made on this row', { cause: failed[0].error });
  await (next ? db.table(table).put(withPendingKeys(next, [...keys, entry.key])) : db.table(table).delete(id));
}

const pendingOn = (db: GalleyDb, touch: Touch): Promise<OutboxEntry[]> =>
  db.outbox.where('touches').equals(touch).sortBy('seq');

const ruleOf = ({ call }: MutationDefinition): 'replace' | 'merge' | 'never' => {
  const rule = call.options.offline;
  return rule.kind === 'queue' ? rule.coalesce : 'never';
};

/**
 * The last pending entry of this row, when the call's offline rule lets the new one take its place: same call, same target, never sent.
 * An entry that was sent once keeps its bytes for ever. Entries of another call on the row in between forbid it, since order counts.
 */
async function unsentTwin(db: GalleyDb, definition: MutationDefinition, entry: Omit<OutboxEntry, 'seq'>, touch: Touch) {
  if (ruleOf(definition) === 'never' || entry.touches.length !== 1) return null;
  const pending = await pendingOn(db, touch);
  const twin = pending.at(-1);
  const isTwin =
    twin !== undefined &&
    !wasSent(twin) &&
    pending.every((p) => p.call === entry.call && p.ver === entry.ver) &&
    (ruleOf(definition) === 'replace' || saysAllOf(twin.body, entry.body)) &&
    JSON.stringify(twin.path) === JSON.stringify(entry.path);
  return isTwin ? { twin, before: pending.slice(0, -1) } : null;
}

/** An edit that names another field keeps a time of its own: of each field the newest edit stands. */
const saysAllOf = (older: OutboxEntry['body'], newer: OutboxEntry['body']): boolean =>
  Object.keys(older).every((name) => name in newer || isExpectation(name));
