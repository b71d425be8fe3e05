import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';
import type { GalleyDb } from '../../src/data/db.ts';
import { useLive, useRow, useRows } from '../../src/data/live.ts';
import { allDates, countByStatus, ordersPage } from '../../src/features/orders/queries.ts';
import { newestOrders } from './raw.ts';

export interface ChangeRound {
  rawMs: number;
  layerMs: number;
  /** How often each mounted live query was read for these changes. */
  reads: Record<string, number>;
}

const ROWS = 1000;
const SHOWN = 15;
const reads: Record<string, number> = {};

const counted = <T>(name: string, query: (db: GalleyDb) => Promise<T>) => {
  return (db: GalleyDb) => {
    reads[name] = (reads[name] ?? 0) + 1;
    return query(db);
  };
};

const page = { range: allDates, descending: true, offset: 0, limit: SHOWN };
const queries = {
  all: counted('newest orders', (db) => ordersPage(db, { ...page, statuses: null })),
  completed: counted('completed orders', (db) => ordersPage(db, { ...page, statuses: ['completed'] })),
  counts: counted('orders by status', (db) => countByStatus(db, allDates)),
  menu: counted('the menu (not changed)', (db) => db.menu_items.toArray()),
};

function Screen({ id }: { id: string }) {
  const rows = useRows('orders', queries.all, []);
  useRows('orders', queries.completed, []);
  useLive(queries.counts, []);
  useRows('menu_items', queries.menu, []);
  useRow('orders', id);
  return rows?.map((order) => h('li', { key: order.id }, order.order_no));
}

/** Others change a thousand orders: measures from the pull's answer in the worker to the rows in this page's DOM. */
export async function measureChanges(db: GalleyDb, raw: IDBDatabase, rounds: number): Promise<ChangeRound[]> {
  const worker = new Worker(new URL('./changes-worker.ts', import.meta.url), { type: 'module' });
  const list = document.querySelector('#layer')!;
  const rawList = document.querySelector('#raw')!;
  const [newest] = await newestOrders(raw, 1);
  const root = createRoot(list);
  root.render(h(Screen, { id: newest!.id }));
  await until(() => list.childElementCount === SHOWN);
  const channel = new BroadcastChannel('bench-raw');
  channel.addEventListener('message', () => {
    void newestOrders(raw, SHOWN).then((rows) =>
      rawList.replaceChildren(
        ...rows.map((order) => {
          const row = document.createElement('li');
          row.textContent = order.order_no;
          return row;
        }),
      ),
    );
  });
  const results: ChangeRound[] = [];
  for (let round = 0; round <= rounds; round++) {
    const took: Record<string, number> = {};
    for (const variant of round % 2 ? ['raw', 'layer'] : ['layer', 'raw']) {
      const mark = `${variant} ${round}`;
      await call(worker, { way: variant, db: db.name, rows: ROWS, mark });
      const at = variant === 'raw' ? rawList : list;
      for (const name of Object.keys(reads)) reads[name] = 0;
      const start = performance.now();
      const shown = changed(at, mark);
      worker.postMessage('go');
      took[variant] = (await shown) - start;
      // Any other query that runs does so within this time.
      await new Promise((resolve) => setTimeout(resolve, 700));
      if (variant === 'layer' && round > 0) results.push({ rawMs: 0, layerMs: took[variant], reads: { ...reads } });
    }
    if (round > 0) results.at(-1)!.rawMs = took['raw']!;
  }
  worker.terminate();
  channel.close();
  root.unmount();
  return results;
}

const call = (worker: Worker, message: unknown) =>
  new Promise((resolve) => {
    worker.addEventListener('message', resolve, { once: true });
    worker.postMessage(message);
  });

const changed = (list: Element, mark: string): Promise<number> =>
  new Promise((resolve) => {
    const checkShown = () => {
      if (list.childElementCount < SHOWN || ![...list.children].every((row) => row.textContent === mark)) return;
      observer.disconnect();
      resolve(performance.now());
    };
    const observer = new MutationObserver(checkShown);
    observer.observe(list, { childList: true, characterData: true, subtree: true });
  });

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => requestAnimationFrame(resolve));
}
