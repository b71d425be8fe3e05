import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { itemSwitch, orderLink } from './orders.ts';

// When a screen that nobody touches first shows a change: the page notes the time itself, on the clock that the server has too.

declare global {
  interface Window {
    sightings?: Record<string, number>;
  }
}

/** Notes when the dish's switch turns. */
export async function watchItem(page: Page, itemName: string): Promise<void> {
  await itemSwitch(page, itemName).evaluate((element, name) => {
    const toggle = element as HTMLInputElement;
    const isOn = () => (toggle.ariaChecked ?? String(toggle.checked)) === 'true';
    const before = isOn();
    const seen = (window.sightings ??= {});
    const timer = setInterval(() => {
      if (!toggle.isConnected) throw new Error(`The switch of ${name} was replaced; it has to stay where it is`);
      if (isOn() === before) return;
      seen[name] = Date.now();
      clearInterval(timer);
    }, 4);
  }, itemName);
}

/** Notes when the order's row stops saying `word`. */
export async function watchOrder(page: Page, orderNo: string, word: string): Promise<void> {
  await orderLink(page, orderNo).evaluate(
    (link, { key, text }) => {
      const href = (link as HTMLAnchorElement).getAttribute('href');
      const row = () => document.querySelector(`a[href="${href}"]`)?.closest('tr, li, [role="row"], article');
      const seen = (window.sightings ??= {});
      const timer = setInterval(() => {
        if (row()?.textContent?.includes(text) !== false) return;
        seen[key] = Date.now();
        clearInterval(timer);
      }, 4);
    },
    { key: orderNo, text: word },
  );
}

/** Waits until each of `keys` was seen, and answers when, epoch ms. */
export async function arrivals(page: Page, keys: string[]): Promise<Record<string, number>> {
  const read = () => page.evaluate(() => window.sightings ?? {});
  await expect.poll(async () => Object.keys(await read()).length, { timeout: 10_000, interval: 50 }).toBe(keys.length);
  return read();
}
