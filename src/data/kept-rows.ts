import Dexie, { type DBCoreTable, type ObservabilitySet, RangeSet } from 'dexie';

/** So many rows are read one by one; more in one request. */
const FEW = 50;
/** One row of so many is read again anyway, others after each change: what a worker wrote that died before it said so is found in time. */
const RENEWED = 97;
/** Rows kept of a table. */
const MOST = 5_000;

interface Kept {
  /** Each as the database had it when it was read; those that changed since are missing. */
  rows: Map<unknown, object>;
  /** Rises with each change of the table. What was read while it rose may be out of date. */
  changes: number;
}

/**
 * A live query runs again after each change, and mostly finds what it found before. To get 1,500 rows out of the database takes 30 ms of the
 * page's main thread, to get their keys takes 1. So a live query asks the database which rows there are, and in which order, and takes those
 * that did not change from memory; they keep their identity.
 *
 * What changed is known from the message that runs live queries again, whoever wrote it. That message comes with the end of a transaction of
 * this connection, and so before the database answers anything that was asked after it: what this page has stored is never missing. All
 * other queries read everything from the database, and so does the first one of each connection.
 */
export function keepRows(db: Dexie, tables: readonly string[]): void {
  let kept = new Map<string, Kept>();
  const note = (parts: ObservabilitySet) => {
    for (const [name, table] of kept) {
      const changed = parts['all'] ?? parts[`idb://${db.name}/${name}/`];
      // What comes from another tab has lost its methods.
      for (const { from, to } of new RangeSet().add(changed ?? { d: 0 })) {
        table.changes += 1;
        if (from === to) table.rows.delete(from);
        else table.rows.clear();
      }
    }
  };
  db.on('close', () => Dexie.on.storagemutated.unsubscribe(note));
  db.use({
    stack: 'dbcore',
    // Below the middleware that tells Dexie what a live query read: with or without this, it notes the same.
    level: -1,
    create(core) {
      kept = new Map(tables.map((name) => [name, { rows: new Map(), changes: 0 }]));
      Dexie.on.storagemutated.subscribe(note);
      return {
        ...core,
        table(name) {
          const rows = kept.get(name);
          return rows ? withKept(core.table(name), rows) : core.table(name);
        },
      };
    },
  });
}

function withKept(table: DBCoreTable, kept: Kept): DBCoreTable {
  const keep = (reading: Promise<object[]>): Promise<object[]> => {
    const { changes } = kept;
    return reading.then((read) => {
      if (kept.rows.size + read.length > MOST) kept.rows.clear();
      else if (kept.changes === changes)
        for (const row of read) kept.rows.set(table.schema.primaryKey.extractKey!(row), row);
      return read;
    });
  };
  return {
    ...table,
    query(request) {
      if (!request.values || !isLive()) return table.query(request);
      const ask = (values: boolean): Promise<object[]> =>
        table.query({ ...request, values }).then(({ result }) => result);
      const isShort = Math.min(kept.rows.size, request.limit ?? Infinity) <= FEW;
      const found = isShort
        ? keep(ask(true))
        : ask(false).then((keys) => {
            const rows = keys.map((key, n) => ((n + kept.changes) % RENEWED === 0 ? undefined : kept.rows.get(key)));
            const missing = keys.filter((_, n) => !rows[n]);
            if (missing.length > FEW) return keep(ask(true));
            return keep(table.getMany({ trans: request.trans, keys: missing })).then((read) =>
              rows.map((row) => row ?? read.shift()!),
            );
          });
      return found.then((result) => ({ result }));
    },
  };
}

/** Dexie's mark of a live query, by which it finds out itself what the query reads. */
const isLive = (): boolean => Boolean((Dexie.Promise as unknown as { PSD: { subscr?: object } }).PSD.subscr);
