import type { Page } from 'playwright-core';
import { itemSwitch } from '../tests/e2e/orders.ts';
import type { StoredItem } from '../tests/e2e/truth.ts';
import type { Device } from '../tests/support/device.ts';

export interface AppTap {
  inDomMs: number;
  isInNextFrame: boolean;
}

/** Clicks the switches of real dishes on the built app's own screen with a real mouse. */
export async function measureAppTaps(device: Device, items: StoredItem[], count: number): Promise<AppTap[]> {
  const taps: AppTap[] = [];
  const categories = Object.values(Object.groupBy(items, (item) => item.category_id)).map((group) => group!);
  for (const group of categories) {
    if (taps.length >= count) break;
    await device.go(`/restaurant/menu/${group[0]!.menu_book_id}/category/${group[0]!.category_id}`);
    await itemSwitch(device.page, group[0]!.name).waitFor();
    for (const item of group.slice(0, count - taps.length)) {
      if ((await itemSwitch(device.page, item.name).count()) === 0) continue;
      taps.push(await clickMeasured(device.page, item.name));
    }
  }
  if (taps.length < count) throw new Error(`Only ${taps.length} switches were found`);
  return taps;
}

async function clickMeasured(page: Page, name: string): Promise<AppTap> {
  const toggle = itemSwitch(page, name);
  await toggle.scrollIntoViewIfNeeded();
  const measured = toggle.evaluate(
    (element) =>
      new Promise<AppTap>((resolve) => {
        const input = element as HTMLInputElement;
        const row = input.closest('tr, li, [role="row"], article, div')!;
        const before = row.textContent;
        let start = 0;
        let inDomMs = NaN;
        const observer = new MutationObserver(() => {
          if (Number.isNaN(inDomMs)) inDomMs = performance.now() - start;
        });
        // The capture phase comes before the app hears of the click.
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
