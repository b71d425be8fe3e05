import type { Page } from 'playwright-core';

/** What a browser has stored, read without the sync layer. */
export interface Stored {
  counters: Record<string, number>;
  /** Keys in the outbox. */
  pending: string[];
  deadLetters: { key: string; call: string; reason: string }[];
  items: { id: string; version: number; availability_status: string }[];
  orders: { id: string; version: number; order_status: string }[];
}

export const readDisk = (page: Page): Promise<Stored> =>
  page.evaluate(async () => {
    const name = (await indexedDB.databases()).find((found) => found.name?.startsWith('galley:'))?.name;
    if (!name) throw new Error('There is no database');
    const open = indexedDB.open(name);
    await new Promise((resolve, reject) => {
      open.addEventListener('success', resolve);
      open.addEventListener('error', reject);
    });
    const db = open.result;
    const stores = ['counters', 'outbox', 'dead_letters', 'menu_items', 'orders'];
    const tx = db.transaction(stores);
    const requests = stores.map((store) => tx.objectStore(store).getAll());
    await new Promise((resolve) => tx.addEventListener('complete', resolve));
    db.close();
    const [counters, outbox, deadLetters, items, orders] = requests.map((request) => request.result as unknown[]);
    return {
      counters: Object.fromEntries(
        (counters as { name: string; value: number }[]).map((counter) => [counter.name, counter.value]),
      ),
      pending: (outbox as { key: string }[]).map((entry) => entry.key),
      deadLetters: (deadLetters as { key: string; reason: string; entry: { call: string } }[]).map(
        ({ key, reason, entry }) => ({ key, reason, call: entry.call }),
      ),
      items: (items as Stored['items']).map(({ id, version, availability_status }) => ({
        id,
        version,
        availability_status,
      })),
      orders: (orders as Stored['orders']).map(({ id, version, order_status }) => ({ id, version, order_status })),
    };
  });
