import type { Row } from '../../contract/entity.ts';
import { type GalleyDb, type OutboxEntry, type Touch, WRITE_EPOCH } from './db.ts';
import { applyPending, withPendingKeys, partsOf, wasSent } from './apply-pending.ts';
import type { MutationDefinition } from './mutation.ts';
import { OutdatedCode } from './outdated.ts';

/** The mutation threw on the current row, so it is not possible. */
export class MutationRefused extends Error {}
/** The database is new and does not have the row yet, so it is unknown whether the mutation is possible. */
export class NotLoaded extends Error {}

export interface MutationWrite {
  definition: MutationDefinition;
  entry: Omit<OutboxEntry, 'seq'>;
  /** Key of the dead letter that it retries. */
  instead: string | null;
}

interface Watch {
  onBegin?: (abort: () => void) => void;
  /** Called if an earlier try or another page has stored it. */
  onKnown?: () => void;
}

/**
 * One strict transaction per mutation: row, base row, outbox entry and counter are written together. An earlier try, or another page that
 * found the copy, may have stored it. Only Dexie's promises may be awaited
 * inside; anything else would let the transaction commit too early.
 */
export async function storeMutation(
  db: GalleyDb,
  { definition, entry, instead }: MutationWrite,
  { onBegin, onKnown }: Watch = {},
): Promise<void> {
  const stores = [definition.table, 'outbox', 'shadow', 'counters', 'sync', 'done', 'dead_letters'];
  let resolve!: () => void;
  let reject!: (error: unknown) => void;
  const isSafe = new Promise<void>((...settle) => ([resolve, reject] = settle));
  let isWritten = false;
  const work = db.transaction('rw', stores, async (tx) => {
    onBegin?.(() => tx.abort());
    // A transaction that ends before everything is written is a failure.
    whenComplete(tx.idbtrans, () => isWritten && resolve());
    const [epoch, issued, rows, isStored] = await Promise.all([
      assertWriteEpoch(db),
      db.counters.get('issued'),
      db.table<Row>(definition.table).bulkGet(entry.touches.map((touch) => partsOf(touch).id)),
      isKnown(db, entry.key),
    ]);
    // The browser may delete a database under a living page. The worker must prepare the new one first.
    if (epoch === undefined) throw new NotLoaded('Unprepared');
    if (isStored) {
      // Write the stored rows again, so that live queries run and replace the optimistic update.
      onKnown?.();
      const table = db.table<Row>(definition.table);
      const again = entry.touches.map((touch, n) => (rows[n] ? table.put(rows[n]) : table.delete(partsOf(touch).id)));
      return void (await Promise.all(again));
    }
    // Another mutation or tab has retried it already.
    if (instead !== null && !(await db.dead_letters.get(instead))) return remember(db, entry.key);
    const { joined, writes } = await join(db, definition, entry, rows).catch(async (error: unknown) => {
      const isRefused = error instanceof MutationRefused;
      const isLoaded = !isRefused || !rows.includes(undefined) || (await db.sync.get('isComplete'))?.value;
      throw isLoaded ? error : new NotLoaded('Not loaded yet', { cause: error });
    });
    // Dexie writes the generated seq into the object. After an aborted try, the next one must not reuse it.
    const { seq: _seq, ...unnumbered } = joined as OutboxEntry;
    // Written together: each wait for the database is a turn of the event loop more until the mutation is safe.
    await Promise.all([
      ...writes.map((write) => write()),
      db.outbox.add(unnumbered as OutboxEntry),
      db.counters.put({ name: 'issued', value: (issued?.value ?? 0) + 1 }),
    ]);
    if (instead !== null) await deleteDeadLetter(db, instead);
    isWritten = true;
  });
  work.then(() => resolve(), reject);
  return isSafe;
}

/** Calls `heard` before Dexie handles the commit and restarts live queries: the mutation is stored by then and should be reported first. */
function whenComplete(tx: IDBTransaction, heard: () => void): void {
  const { oncomplete } = tx;
  tx.oncomplete = null; // set again below, so that it runs after the new listener
  tx.addEventListener('complete', heard);
  tx.oncomplete = oncomplete;
}

/**
 * Every write transaction calls this first, over `sync`: throws if newer code has taken over the database. Returns the epoch; undefined if
 * the database has not been prepared.
 */
export async function assertWriteEpoch(db: GalleyDb): Promise<number | undefined> {
  const epoch = (await db.sync.get('writeEpoch'))?.value as number | undefined;
  // Dexie also opens a database with a newer schema. It can be read, but this code does not know what to write. A connection that is
  // closing has no version; the transaction then decides.
  const connection = db.backendDB() as IDBDatabase | null;
  const isNewer = connection !== null && Math.floor(connection.version / 10) > db.verno;
  if (isNewer || (epoch ?? 0) > WRITE_EPOCH) throw new OutdatedCode();
  return epoch;
}

/** A write transaction that throws if newer code has taken over the database. `stores` must include `sync`. */
export function writeTransaction<T>(db: GalleyDb, stores: string[], work: () => Promise<T>): Promise<T> {
  return db.transaction('rw', stores, async () => {
    await assertWriteEpoch(db);
    return work();
  });
}

/**
 * True if the mutation is already stored: a commit was reported as failed but had happened, or another tab stored it. Inside a transaction.
 */
export const isKnown = (db: GalleyDb, key: string): Promise<boolean> =>
  // Not an asynchronous function, because it runs beside other reads of its transaction.
  Promise.all([
    db.outbox.where('key').equals(key).count(),
    db.done.get(key),
    db.dead_letters.get(key),
    db.sync.get('replaced'),
  ]).then(
    ([waiting, done, dead, replaced]) =>
      waiting > 0 ||
      done !== undefined ||
      dead !== undefined ||
      (replaced?.value as string[] | undefined)?.includes(key) === true,
  );

const replacedKeys = async (db: GalleyDb): Promise<string[]> =>
  ((await db.sync.get('replaced'))?.value as string[] | undefined) ?? [];

/**
 * Deletes a dead letter that the person has resolved. Remembers its key, so that a late second try to store its mutation finds it. Inside a
 * transaction over `dead_letters` and `sync`.
 */
export async function deleteDeadLetter(db: GalleyDb, key: string): Promise<void> {
  await db.dead_letters.delete(key);
  await remember(db, key);
}

async function remember(db: GalleyDb, key: string): Promise<void> {
  const keys = await replacedKeys(db);
  await db.sync.put({ name: 'replaced', value: [...keys, key].slice(-REPLACED_KEYS) });
}

/** A second try comes within seconds or at the next start. */
const REPLACED_KEYS = 50;

type Write = () => PromiseLike<unknown>;

/**
 * What is to be written, in order. Nothing is written before everything is read, and only reads are awaited: Dexie loses track of a
 * transaction when asynchronous functions run in it beside each other, or after a hundred awaits without a read, and would commit the
 * rows without the outbox entry.
 */
async function join(
  db: GalleyDb,
  definition: MutationDefinition,
  entry: Omit<OutboxEntry, 'seq'>,
  rows: (Row | undefined)[],
): Promise<{ joined: Omit<OutboxEntry, 'seq'>; writes: Write[] }> {
  let joined = entry;
  const writes: Write[] = [];
  for (const [index, touch] of entry.touches.entries()) {
    const row = rows[index] ?? null;
    const isClean = row !== null && !('_sync' in row);
    // A clean row has no base row (R7), so skip the lookup.
    const shadow = isClean ? undefined : await db.shadow.get(touch);
    if (!shadow) {
      writes.push(() => db.shadow.put({ touch, base: row }), show(db, definition, joined, touch, row));
      continue;
    }
    const replaced = mayReplace(definition, entry) ? await unsentTwin(db, definition, entry, touch) : null;
    if (!replaced) {
      // Deleted and created again before a pull: the new row is marked with all pending mutations.
      const keys = row ? undefined : keysOfNone(shadow.base, await pendingOn(db, touch), touch);
      writes.push(show(db, definition, joined, touch, row, keys));
      continue;
    }
    const { twin, before } = replaced;
    if (ruleOf(definition) === 'merge') joined = { ...joined, body: withFirstExpectation(twin.body, joined.body) };
    const [withdrawn, keys] = await Promise.all([db.counters.get('withdrawn'), replacedKeys(db)]);
    const under = applyPending(shadow.base, before, () => definition);
    writes.push(
      () => db.outbox.delete(twin.seq),
      () => db.sync.put({ name: 'replaced', value: [...keys, twin.key].slice(-REPLACED_KEYS) }),
      () => db.counters.put({ name: 'withdrawn', value: (withdrawn?.value ?? 0) + 1 }),
      show(db, definition, joined, touch, under.row && withPendingKeys(under.row, under.keys)),
    );
  }
  return { joined, writes };
}

/** The newer edit saw the older one's value. Together they expect the value that was under both. */
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
 * The marks of a row that is not shown. If the server has the row: all pending mutations, its deletion last. Otherwise: those after its
 * creation, since earlier ones fit nothing.
 */
function keysOfNone(base: Row | null, pending: OutboxEntry[], touch: Touch): string[] {
  const isMaking = ({ body }: OutboxEntry) => body['id'] === partsOf(touch).id;
  const from = base ? 0 : pending.findIndex(isMaking);
  return from < 0 ? [] : pending.slice(from).map(({ key }) => key);
}

/** The write of the row with the mutation applied. */
function show(
  db: GalleyDb,
  definition: MutationDefinition,
  entry: Omit<OutboxEntry, 'seq'>,
  touch: Touch,
  row: Row | null,
  keys = (row as { _sync?: { op_ids: string[] } } | null)?._sync?.op_ids ?? [],
): Write {
  const { table, id } = partsOf(touch);
  const { row: next, failed } = applyPending(row, [entry as OutboxEntry], () => definition);
  if (failed[0]) throw new MutationRefused('The change cannot be made on this row', { cause: failed[0].error });
  return () => (next ? db.table(table).put(withPendingKeys(next, [...keys, entry.key])) : db.table(table).delete(id));
}

const pendingOn = (db: GalleyDb, touch: Touch): Promise<OutboxEntry[]> =>
  db.outbox.where('touches').equals(touch).sortBy('seq');

const ruleOf = ({ call }: MutationDefinition): 'replace' | 'merge' | 'never' => {
  const rule = call.options.offline;
  return rule.kind === 'queue' ? rule.coalesce : 'never';
};

/**
 * The last pending entry of this row if the new one may replace it by the call's offline rule: same call, same target, never sent. A sent
 * entry keeps its bytes. An entry of another call in between forbids it, because order matters.
 */
async function unsentTwin(db: GalleyDb, definition: MutationDefinition, entry: Omit<OutboxEntry, 'seq'>, touch: Touch) {
  const pending = await pendingOn(db, touch);
  const twin = pending.at(-1);
  const isTwin =
    twin !== undefined &&
    !wasSent(twin) &&
    // What is signed stays as it is: no two signatures are the same.
    pending.every((p) => p.call === entry.call && p.ver === entry.ver && p.by === entry.by) &&
    (ruleOf(definition) === 'replace' || saysAllOf(twin.body, entry.body)) &&
    targetOf(definition, twin) === targetOf(definition, entry);
  return isTwin ? { twin, before: pending.slice(0, -1) } : null;
}

const mayReplace = (definition: MutationDefinition, { touches }: Pick<OutboxEntry, 'touches'>): boolean =>
  ruleOf(definition) !== 'never' && touches.length === 1;

function targetOf(
  { call: { options } }: MutationDefinition,
  { path, body }: Pick<OutboxEntry, 'path' | 'body'>,
): string {
  const named = options.offline.kind === 'queue' ? options.offline.target.map((field) => body[field] ?? null) : [];
  return JSON.stringify([path, named]);
}

/** An edit replaces an older one only if it names all its fields: for each field, the newest edit wins with its own time. */
const saysAllOf = (older: OutboxEntry['body'], newer: OutboxEntry['body']): boolean =>
  Object.keys(older).every((name) => name in newer || isExpectation(name));
