import type { SnapshotPosition } from '../../contract/sync/calls.ts';
import { newestOrders, putRaw } from './raw.ts';

export interface FirstSync {
  /** From the first request to 15 orders in the DOM, and to the last row on disk. */
  firstMs: number;
  allMs: number;
  pages: number;
}

const stores: Record<string, [name: string, path: string | string[]][]> = {
  restaurants: [],
  menu_books: [],
  menu_categories: [['menu_book_id', 'menu_book_id']],
  menu_items: [['category_id', 'category_id']],
  orders: [
    ['placed_at', 'placed_at'],
    ['[order_status+placed_at]', ['order_status', 'placed_at']],
    ['customer_id', 'customer_id'],
  ],
};

/** A first load with fetch and IndexedDB alone: the same pages, stores, indexes and durability, each page written on arrival. */
export async function firstSyncRaw(token: string): Promise<FirstSync> {
  const name = 'bench-raw-sync';
  const db = await make(name);
  const list = document.querySelector('#raw')!;
  list.replaceChildren();
  const start = performance.now();
  const result: FirstSync = { firstMs: 0, allMs: 0, pages: 0 };
  const fetchPage = async (snapshot: SnapshotPosition | undefined) => {
    const response = await fetch('/backend/sync/pull', {
      method: 'POST',
      credentials: 'omit',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ client_id: crypto.randomUUID(), schema: 1, cursor: null, snapshot, limit: 500 }),
    });
    if (!response.ok) throw new Error(`A pull answers ${response.status} ${await response.text()}`);
    const { data } = (await response.json()) as {
      data: { puts: Record<string, { id: string }[]>; snapshot?: SnapshotPosition };
    };
    return data;
  };
  let page = fetchPage(undefined);
  for (let isLast = false; !isLast;) {
    const { puts, snapshot } = await page;
    isLast = !snapshot;
    if (snapshot) page = fetchPage(snapshot);
    for (const [store, rows] of Object.entries(puts)) if (stores[store]) await putRaw(db, store, rows);
    result.pages += 1;
    if (result.firstMs === 0 && puts['orders']) {
      const rows = await newestOrders(db, 15);
      list.replaceChildren(
        ...rows.map((order) => Object.assign(document.createElement('li'), { textContent: order.order_no })),
      );
      result.firstMs = performance.now() - start;
    }
  }
  result.allMs = performance.now() - start;
  db.close();
  indexedDB.deleteDatabase(name);
  return result;
}

function make(name: string): Promise<IDBDatabase> {
  const { promise, resolve, reject } = Promise.withResolvers<IDBDatabase>();
  const request = indexedDB.open(name, 1);
  request.addEventListener('upgradeneeded', () => {
    for (const [store, indexes] of Object.entries(stores)) {
      const made = request.result.createObjectStore(store, { keyPath: 'id' });
      for (const [index, path] of indexes) made.createIndex(index, path);
    }
  });
  request.addEventListener('success', () => resolve(request.result));
  request.addEventListener('error', () => reject(request.error));
  return promise;
}
