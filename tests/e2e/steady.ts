import type { Page } from 'playwright-core';
import type { Device } from '../support/device.ts';

export interface MeasuredTap {
  /** From the click to the first change of the board, ms. */
  inDomMs: number;
  /** Was the change there when the next animation frame began? */
  isInNextFrame: boolean;
}

declare global {
  interface Window {
    measuredTap?: Promise<MeasuredTap>;
  }
}

/** Presses the big button of the oldest ticket with a real mouse and watches the board. Asks little of the page besides, for it is slow. */
export async function bumpMeasured(page: Page): Promise<MeasuredTap> {
  const { x, y } = await page.evaluate(() => {
    const button = document.querySelector<HTMLElement>('[data-act]')!;
    const act = button.dataset['act']!;
    const words = () => document.querySelector(`[data-act="${act}"]`)?.textContent ?? null;
    const before = words();
    const { promise, resolve } = Promise.withResolvers<MeasuredTap>();
    window.measuredTap = promise;
    // The capture phase comes before the app hears of the click.
    addEventListener(
      'click',
      () => {
        const start = performance.now();
        let inDomMs = NaN;
        const look = () => {
          if (Number.isNaN(inDomMs) && words() !== before) inDomMs = performance.now() - start;
        };
        const observer = new MutationObserver(look);
        observer.observe(document.querySelector('main')!, { subtree: true, childList: true, characterData: true });
        requestAnimationFrame(() => {
          const isInNextFrame = words() !== before;
          const finish = () => {
            look();
            if (Number.isNaN(inDomMs)) return void setTimeout(finish);
            observer.disconnect();
            resolve({ inDomMs, isInNextFrame });
          };
          finish();
        });
      },
      { capture: true, once: true },
    );
    const box = button.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  });
  await page.mouse.click(x, y);
  return page.evaluate(() => window.measuredTap!);
}

export interface Memory {
  heapMB: number;
  nodes: number;
  listeners: number;
}

/** What the page holds when everything that can go is gone. */
export async function memoryOf(device: Device, page: Page): Promise<Memory> {
  const cdp = await device.context.newCDPSession(page);
  await cdp.send('Performance.enable');
  await cdp.send('HeapProfiler.enable');
  // A finalizer's victims go with the second collection.
  for (let i = 0; i < 3; i += 1) await cdp.send('HeapProfiler.collectGarbage');
  const { metrics } = await cdp.send('Performance.getMetrics');
  await cdp.detach();
  const of = (name: string) => metrics.find((metric) => metric.name === name)!.value;
  return { heapMB: of('JSHeapUsedSize') / 1e6, nodes: of('Nodes'), listeners: of('JSEventListeners') };
}
