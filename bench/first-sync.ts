import type { Device } from '../tests/support/device.ts';
import type { Front } from './front.ts';
import type { FirstSync } from './page/raw-sync.ts';

declare global {
  interface Window {
    firstRowsAt?: number;
  }
}

/**
 * A first load of the app: its database is deleted, then the orders are opened. Measures from the worker's first request to 15
 * orders in the DOM, with the number of pages loaded by then, and to the last page on disk.
 */
export async function firstSyncOfApp(
  device: Device,
  front: Front,
  { database, measures, orders }: { database: string; measures: string; orders: string },
): Promise<FirstSync & { pagesAtFirst: number }> {
  await device.go(measures);
  await device.page.evaluate(
    (name) =>
      new Promise((resolve) => {
        indexedDB.deleteDatabase(name).addEventListener('success', resolve);
      }),
    database,
  );
  await device.page.addInitScript(() => {
    const checkShown = () => {
      if (document.querySelectorAll('a[href^="/restaurant/orders/"]').length < 15) return;
      window.firstRowsAt = performance.timeOrigin + performance.now();
      observer.disconnect();
    };
    const observer = new MutationObserver(checkShown);
    observer.observe(document, { childList: true, subtree: true });
  });
  const from = front.trips.length;
  await device.go(orders);
  await device.page.waitForFunction(() => window.firstRowsAt !== undefined, undefined, { timeout: 60_000 });
  const firstAt = await device.page.evaluate(() => window.firstRowsAt!);
  await device.isLoaded({ timeoutMs: 120_000 });
  const allAt = performance.timeOrigin + performance.now();
  const pulls = front.trips.slice(from).filter((trip) => trip.path.endsWith('/sync/pull'));
  const start = Math.min(...pulls.map((trip) => trip.requestedAt));
  return {
    firstMs: firstAt - start,
    allMs: allAt - start,
    pages: pulls.length,
    pagesAtFirst: pulls.filter((trip) => trip.answeredAt < firstAt).length,
  };
}
