import { openFor } from '../../src/data/current.ts';
import { mutate } from '../../src/data/mutate.ts';
import { editItem } from '../../src/features/menu/mutations.ts';
import { type ChangeRound, measureChanges } from './changes.ts';
import { fill, fillMore } from './fill.ts';
import { measurePages, type PageTimes } from './pages.ts';
import { type FirstSync, firstSyncRaw } from './raw-sync.ts';
import { openRaw } from './raw.ts';

declare global {
  interface Window {
    measures: {
      /** Queues this many changes of as many dishes, as if made offline. */
      queue(changes: number): Promise<void>;
      fill(orders: number, dishes: number): Promise<void>;
      /** Fills the tables that only the search reads as a whole. */
      fillMore(customers: number, dishes: number): Promise<void>;
      pages(): Promise<PageTimes[]>;
      changes(rounds: number): Promise<ChangeRound[]>;
      firstSync(token: string): Promise<FirstSync>;
    };
  }
}

const query = new URLSearchParams(location.search);
const opened = async () => {
  const { db } = openFor(query.get('user')!, query.get('restaurant')!);
  await db.open();
  return db;
};

window.measures = {
  async queue(changes) {
    const db = await opened();
    for (const item of await db.menu_items.limit(changes).toArray()) {
      const path = { id: item.menu_book_id, categoryId: item.category_id, itemId: item.id };
      await mutate(editItem, { path, body: { description: 'Changed while there was no network' } }).durable;
    }
    db.close();
  },
  async fill(orders, dishes) {
    await fill(await opened(), orders, dishes);
  },
  async fillMore(customers, dishes) {
    await fillMore(await opened(), customers, dishes);
  },
  async pages() {
    const db = await opened();
    return measurePages(db, await openRaw(db.name));
  },
  async changes(rounds) {
    const db = await opened();
    return measureChanges(db, await openRaw(db.name), rounds);
  },
  firstSync: firstSyncRaw,
};
