import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { itemSwitch, orderLink } from './orders.ts';

// When an untouched screen first shows a change: the page records the time itself, on a clock that it shares with the server.

declare global {
  interface Window {
    sightings?: Record<string, number>;
    awaited?: Map<string, () => boolean>;
  }
}

/** Records when the dish's switch changes. */
export async function watchItem(page: Page, itemName: string): Promise<void> {
  await checkEveryFrame(page);
  await itemSwitch(page, itemName).evaluate((element, name) => {
    const toggle = element as HTMLInputElement;
    const isOn = () => (toggle.ariaChecked ?? String(toggle.checked)) === 'true';
    const before = isOn();
    window.awaited!.set(name, () => {
      if (!toggle.isConnected) throw new Error(`The switch of ${name} was replaced; it has to stay where it is`);
      return isOn() !== before;
    });
  }, itemName);
}

/** Records when the order's row stops showing `label`. */
export async function watchOrder(page: Page, orderNo: string, label: string): Promise<void> {
  await checkEveryFrame(page);
  await orderLink(page, orderNo).evaluate(
    (link, { key, text }) => {
      const href = (link as HTMLAnchorElement).getAttribute('href');
      const row = () => document.querySelector(`a[href="${href}"]`)?.closest('tr, li, [role="row"], article');
      window.awaited!.set(key, () => row()?.textContent?.includes(text) === false);
    },
    { key: orderNo, text: label },
  );
}

/** One timer for all that is awaited: a timer for each would keep a slow processor busy, and what is measured would be the timers. */
async function checkEveryFrame(page: Page): Promise<void> {
  await page.evaluate(() => {
    if (window.awaited) return;
    const awaited = (window.awaited = new Map());
    const seen = (window.sightings = {} as Record<string, number>);
    setInterval(() => {
      for (const [key, isSeen] of awaited) {
        if (!isSeen()) continue;
        seen[key] = Date.now();
        awaited.delete(key);
      }
    }, 16);
  });
}

/** Waits until each of `keys` was seen. Returns the times, epoch ms. */
export async function arrivals(page: Page, keys: string[]): Promise<Record<string, number>> {
  const read = () => page.evaluate(() => window.sightings ?? {});
  const missing = async () => {
    const seen = await read();
    return keys.filter((key) => seen[key] === undefined);
  };
  await expect.poll(missing, { interval: 50 }).toEqual([]);
  return read();
}
