import type { Mirrored } from '../../src/data/db.ts';

// What the platform itself can do: the same stores, indexes, rows and durability as the app's layer, without the layer.

const done = <T>(request: IDBRequest<T>): Promise<T> => {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  request.addEventListener('success', () => resolve(request.result));
  request.addEventListener('error', () => reject(request.error));
  return promise;
};

export const openRaw = (name: string): Promise<IDBDatabase> => done(indexedDB.open(name));

/** The newest orders, by the index that the order list reads. */
export function newestOrders(db: IDBDatabase, count: number): Promise<{ id: string; order_no: string }[]> {
  const { promise, resolve, reject } = Promise.withResolvers<{ id: string; order_no: string }[]>();
  const rows: { id: string; order_no: string }[] = [];
  const request = db.transaction('orders').objectStore('orders').index('placed_at').openCursor(null, 'prev');
  request.addEventListener('error', () => reject(request.error));
  request.addEventListener('success', () => {
    const cursor = request.result;
    if (cursor) rows.push(cursor.value as { id: string; order_no: string });
    if (!cursor || rows.length === count) return resolve(rows);
    cursor.continue();
  });
  return promise;
}

export interface RawItem {
  id: string;
  name: string;
  availability_status: string;
}

export const itemOf = (db: IDBDatabase, id: string): Promise<RawItem> =>
  done(db.transaction('menu_items').objectStore('menu_items').get(id) as IDBRequest<RawItem>);

/** The reads and writes of one tap on a dish, in one strict transaction; fulfilled when it is on disk. */
export function switchRaw(db: IDBDatabase, id: string, entry: object): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const tx = db.transaction(['menu_items', 'outbox', 'shadow', 'counters', 'sync'], 'readwrite', {
    durability: 'strict',
  });
  tx.addEventListener('complete', () => resolve());
  tx.addEventListener('abort', () => reject(tx.error));
  const items = tx.objectStore('menu_items');
  const counters = tx.objectStore('counters');
  tx.objectStore('sync').get('writeEpoch');
  const issued = counters.get('issued');
  const read = items.get(id);
  read.addEventListener('success', () => {
    const row = read.result as RawItem;
    tx.objectStore('shadow').put({ touch: `menu_items:${id}`, base: row });
    items.put({ ...row, availability_status: 'sold_out', _sync: { op_ids: [crypto.randomUUID()] } });
    tx.objectStore('outbox').add(entry);
    counters.put({ name: 'issued', value: ((issued.result as { value: number } | undefined)?.value ?? 0) + 1 });
  });
  return promise;
}

/** Writes rows into one store in one strict transaction. */
export function putRaw(db: IDBDatabase, store: string, rows: object[]): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const tx = db.transaction(store, 'readwrite', { durability: 'strict' });
  tx.addEventListener('complete', () => resolve());
  tx.addEventListener('abort', () => reject(tx.error));
  const target = tx.objectStore(store);
  for (const row of rows) target.put(row);
  return promise;
}

/**
 * One page, newest first, by a cursor over the filter's index; with `isHit`, of the rows that pass it. Several statuses take a
 * cursor each, merged on the way.
 */
export async function cursorPage(
  db: IDBDatabase,
  statuses: readonly string[] | null,
  offset: number,
  limit: number,
  isHit?: (row: Mirrored<'orders'>) => boolean,
): Promise<Mirrored<'orders'>[]> {
  const store = db.transaction('orders').objectStore('orders');
  const steppers = statuses?.map((status) => stepper(store.index('[order_status+placed_at]'), status)) ?? [
    stepper(store.index('placed_at'), null),
  ];
  const [only] = steppers;
  if (steppers.length === 1 && only && !isHit && offset > 0) await only.skip(offset);
  let passed = steppers.length === 1 && !isHit ? offset : 0;
  const heads = await Promise.all(steppers.map((stepper) => stepper.next()));
  const page: Mirrored<'orders'>[] = [];
  while (page.length < limit) {
    const at = heads.reduce(
      (best, row, i) => (row && (!heads[best] || row.placed_at > heads[best].placed_at) ? i : best),
      0,
    );
    const row = heads[at];
    if (!row) break;
    if ((isHit?.(row) ?? true) && passed++ >= offset) page.push(row);
    if (page.length < limit) heads[at] = await steppers[at]!.next();
  }
  return page;
}

function stepper(index: IDBIndex, status: string | null) {
  const range = status === null ? null : IDBKeyRange.bound([status, ''], [status, '\uffff']);
  const request = index.openCursor(range, 'prev');
  let settling = settled(request);
  const settledNext = () => {
    settling = settled(request);
  };
  return {
    async skip(count: number) {
      const cursor = await settling;
      cursor?.advance(count);
      settledNext();
    },
    /** Returns the cursor's current row and advances it. */
    async next(): Promise<Mirrored<'orders'> | null> {
      const cursor = await settling;
      if (!cursor) return null;
      const row = cursor.value as Mirrored<'orders'>;
      cursor.continue();
      settledNext();
      return row;
    },
  };
}

function settled(request: IDBRequest<IDBCursorWithValue | null>): Promise<IDBCursorWithValue | null> {
  const { promise, resolve, reject } = Promise.withResolvers<IDBCursorWithValue | null>();
  request.addEventListener('success', () => resolve(request.result), { once: true });
  request.addEventListener('error', () => reject(request.error), { once: true });
  return promise;
}
