import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { Device } from '../tests/support/device.ts';

export interface SearchTimes {
  /** From the key that completes a search to the first row of it in the DOM, while the device's rows are still being read. */
  whileReadingMs: number[];
  /** The same once they are read. */
  readMs: number[];
  /** From the opening until all rows can be found. */
  completeMs: number;
}

/** Terms of a dish, a customer, a number of an order, a telephone number, one letter, and a setting. */
const terms = ['masala', 'lovelace', '20500', '07700 900 123', 'c', 'bank account'];
const ROUNDS = 3;

declare global {
  interface Window {
    searchAt: number;
    foundAt: number;
  }
}

/** Types into the search of the built app, without a network, on a CPU that is `slower` times slower. */
export async function measureSearch(device: Device, path: string, slower: number): Promise<SearchTimes> {
  await device.go(path);
  const { page } = device;
  await page.locator('a[href^="/restaurant/orders/"]').first().waitFor();
  await sleep(3_000);
  const tools = await device.context.newCDPSession(page);
  await tools.send('Emulation.setCPUThrottlingRate', { rate: slower });
  // The dialog's code comes from the service worker: an opening before the measured one loads it.
  await open(page);
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Search everywhere' }).waitFor({ state: 'detached' });
  const openedAt = performance.now();
  await open(page);
  const whileReadingMs = [];
  for (const term of terms) whileReadingMs.push(await typed(page, term));
  await page.keyboard.insertText('masala');
  await page.getByText(/^[\d,]+ results$/).waitFor();
  const completeMs = performance.now() - openedAt;
  await clear(page);
  const readMs = [];
  for (let round = 0; round < ROUNDS; round++) for (const term of terms) readMs.push(await typed(page, term));
  await tools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return { whileReadingMs, readMs, completeMs };
}

async function open(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search everywhere' }).waitFor();
}

async function clear(page: Page): Promise<void> {
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.locator('[role=option] mark').first().waitFor({ state: 'detached' });
}

async function typed(page: Page, term: string): Promise<number> {
  await page.evaluate(() => {
    const list = document.querySelector('[role=listbox]')!;
    window.foundAt = NaN;
    // Without a search nothing is marked.
    const check = () => {
      if (!list.querySelector('[role=option] mark')) return;
      window.foundAt = performance.now();
      observer.disconnect();
    };
    const observer = new MutationObserver(check);
    observer.observe(list, { childList: true, subtree: true });
    addEventListener('input', () => (window.searchAt = performance.now()), { capture: true, once: true });
  });
  await page.keyboard.insertText(term);
  await page.waitForFunction(() => !Number.isNaN(window.foundAt));
  const took = await page.evaluate(() => window.foundAt - window.searchAt);
  await clear(page);
  return took;
}
