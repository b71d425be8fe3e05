import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { openDevice } from '../tests/support/device.ts';
import type { Account } from '../tests/e2e/api.ts';
import { requestData } from '../tests/e2e/api.ts';
import type { Galley } from '../tests/e2e/galley.ts';
import { fillMenu } from '../tests/e2e/large-menu.ts';

export interface ArrivingTimes {
  dishes: number;
  /** Of the page's main thread for each dish that another device switches: all of its work, and its longest task above 50 ms (or 0), ms. */
  workMs: number[];
  longestMs: number[];
}

const SIZE = { categories: 60, dishes: 25 };
const TIMES = 20;

/** The availability board of 1,500 dishes, on a CPU that is `slower` times slower, while another device switches dishes. */
export async function measureArriving(
  owner: pg.Pool,
  galley: Galley,
  { account, origin, slower }: { account: Account; origin: string; slower: number },
): Promise<ArrivingTimes> {
  const { items } = await fillMenu(owner, account.restaurantId, SIZE);
  const device = await openDevice({ origin, viewport: { width: 1280, height: 800 } });
  try {
    await device.signIn(account);
    await device.isLoaded({ timeoutMs: 120_000 });
    await device.go('/restaurant/menu?view=availability');
    const { page } = device;
    await page.getByRole('switch').first().waitFor();
    const tools = await device.context.newCDPSession(page);
    await tools.send('Emulation.setCPUThrottlingRate', { rate: slower });
    await tools.send('Performance.enable');
    await page.evaluate(() => {
      window.longTasks = [];
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) window.longTasks.push(duration);
      }).observe({ type: 'longtask' });
    });
    const busyMs = async () => {
      const { metrics } = await tools.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000;
    };
    const found: ArrivingTimes = { dishes: items.length, workMs: [], longestMs: [] };
    for (let n = 0; n < TIMES; n++) {
      // Of the category in view, so that the change can be seen.
      const { id, menu_book_id: book, category_id: category, name } = items[n]!;
      await page.evaluate(() => (window.longTasks = []));
      const before = await busyMs();
      await requestData(
        galley.origin,
        'PUT',
        `/menu/books/${book}/categories/${category}/items/${id}/update-availability`,
        { token: account.token, body: { is_available: false } },
      );
      await page.getByRole('switch', { name: `${name} available`, checked: false }).waitFor();
      await sleep(1000);
      found.workMs.push((await busyMs()) - before);
      found.longestMs.push(await page.evaluate(() => Math.max(0, ...window.longTasks)));
    }
    return found;
  } finally {
    await device.dispose();
  }
}

declare global {
  interface Window {
    longTasks: number[];
  }
}
