import type pg from 'pg';
import { openDevice } from '../tests/support/device.ts';
import type { Account } from '../tests/e2e/api.ts';
import { fillMenu } from '../tests/e2e/large-menu.ts';
import { framesUntil } from '../tests/e2e/frames-until.ts';

export interface MenuListTimes {
  dishes: number;
  /** From the start of a page that was closed until its first dish is in the DOM. */
  coldMs: number[];
  /** Cold starts that showed a placeholder for rows that the device has. */
  placeholders: number;
  /** From a click on another category, and from a key in the search, until the first row is in the DOM. */
  categoryMs: number[];
  searchMs: number[];
}

const SIZE = { categories: 60, dishes: 25 };
const COLD = 3;
const TIMES = 20;

/** A menu of 1,500 dishes in 60 categories on a device of its own, without a network, on a CPU that is `slower` times slower. */
export async function measureMenuList(
  owner: pg.Pool,
  { account, origin, slower }: { account: Account; origin: string; slower: number },
): Promise<MenuListTimes> {
  const { book, categories, items } = await fillMenu(owner, account.restaurantId, SIZE);
  const device = await openDevice({ origin, viewport: { width: 1280, height: 800 } });
  try {
    const pathOf = (category: (typeof categories)[number]) => `/restaurant/menu/${book.id}/category/${category.id}`;
    const firstOf = (category: (typeof categories)[number]) => items.find((item) => item.category_id === category.id)!;
    await device.signIn(account);
    await device.isLoaded({ timeoutMs: 120_000 });
    await device.go(pathOf(categories[0]!));
    const { page } = device;
    const row = (name: string) => page.getByRole('button', { name, exact: true });
    await row(firstOf(categories[0]!).name).waitFor();
    await device.goOffline();
    const tools = await device.context.newCDPSession(page);
    await tools.send('Emulation.setCPUThrottlingRate', { rate: slower });
    await page.addInitScript(() => {
      window.placeholdersSeen = 0;
      new MutationObserver(() => {
        if (document.querySelector('main :is([aria-busy=true], [role=progressbar], tbody[aria-hidden=true])'))
          window.placeholdersSeen += 1;
        if (window.firstRowAt === undefined && document.querySelector('tbody th button'))
          window.firstRowAt = performance.now();
      }).observe(document, { childList: true, subtree: true });
    });
    const found: MenuListTimes = { dishes: items.length, coldMs: [], placeholders: 0, categoryMs: [], searchMs: [] };
    for (let n = 0; n < COLD; n++) {
      const category = categories[n * 13]!;
      await device.go(pathOf(category));
      await row(firstOf(category).name).waitFor();
      const { at, seen } = await page.evaluate(() => ({ at: window.firstRowAt!, seen: window.placeholdersSeen }));
      found.coldMs.push(at);
      if (seen > 0) found.placeholders += 1;
    }
    for (let n = 1; n <= TIMES; n++) {
      const category = categories[(n * 7) % categories.length]!;
      found.categoryMs.push((await framesUntil(page, { click: pathOf(category) }, firstOf(category).name)).inDomMs);
    }
    for (let n = 1; n <= TIMES; n++) {
      const { name } = items[(n * 67) % items.length]!;
      const typed = name.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
      found.searchMs.push((await framesUntil(page, { type: typed }, name)).inDomMs);
    }
    return found;
  } finally {
    await device.dispose();
  }
}

declare global {
  interface Window {
    firstRowAt: number | undefined;
    placeholdersSeen: number;
  }
}
