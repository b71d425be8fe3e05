// What the platform itself can do: the same stores, indexes, rows and durability as the app's layer, and nothing between.

const done = <T>(request: IDBRequest<T>): Promise<T> => {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  request.addEventListener('success', () => resolve(request.result));
  request.addEventListener('error', () => reject(request.error));
  return promise;
};

export const openRaw = (name: string): Promise<IDBDatabase> => done(indexedDB.open(name));

/** The newest orders, by the index that the orders screen reads. */
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
  availability_status: string;
}

/** The reads and writes of one tap on a dish, in one strict transaction; fulfilled when it is on the disk. */
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
