import type { Page } from 'playwright-core';
import { itemsPathOf } from '../tests/e2e/kitchen.ts';
import { itemSwitch } from '../tests/e2e/orders.ts';
import type { StoredItem } from '../tests/e2e/truth.ts';
import type { Device } from '../tests/support/device.ts';

export interface AppClick {
  inDomMs: number;
  isInNextFrame: boolean;
}

/** As many as one screen shows; the other dishes stay untouched for the taps on the layer and on raw IndexedDB. */
const DISHES = 24;

/** Clicks switches of real dishes on the built app's own screen with a real mouse, alternately off and on. */
export async function measureAppClicks(device: Device, items: StoredItem[], count: number): Promise<AppClick[]> {
  const categories = Object.values(Object.groupBy(items, (item) => item.category_id)).map((group) => group!);
  const dishes = categories.toSorted((a, b) => b.length - a.length)[0]!.slice(0, DISHES);
  await device.go(itemsPathOf(dishes[0]!));
  await itemSwitch(device.page, dishes[0]!.name).waitFor();
  const clicks: AppClick[] = [];
  for (let i = 0; i < count; i++) clicks.push(await clickMeasured(device.page, dishes[i % dishes.length]!.name));
  return clicks;
}

async function clickMeasured(page: Page, name: string): Promise<AppClick> {
  const toggle = itemSwitch(page, name);
  await toggle.scrollIntoViewIfNeeded();
  const measured = toggle.evaluate(
    (element) =>
      new Promise<AppClick>((resolve) => {
        const input = element as HTMLInputElement;
        const row = input.closest('tr, li, [role="row"], article, div')!;
        const before = row.textContent;
        let start = 0;
        let inDomMs = NaN;
        const observer = new MutationObserver(() => {
          if (Number.isNaN(inDomMs)) inDomMs = performance.now() - start;
        });
        // The capture phase runs before the app hears of the click.
        addEventListener(
          'click',
          () => {
            start = performance.now();
            observer.observe(row, { subtree: true, childList: true, characterData: true, attributes: true });
            requestAnimationFrame(() =>
              queueMicrotask(() => finish(row.textContent !== before || !Number.isNaN(inDomMs))),
            );
          },
          { capture: true, once: true },
        );
        function finish(isInNextFrame: boolean): void {
          if (Number.isNaN(inDomMs)) return void setTimeout(() => finish(isInNextFrame));
          observer.disconnect();
          resolve({ inDomMs, isInNextFrame });
        }
      }),
  );
  await toggle.click();
  return measured;
}
