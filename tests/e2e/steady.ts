import type { Page } from 'playwright-core';
import type { Device } from '../support/device.ts';

export interface MeasuredClick {
  /** From the click to the first change of the board, ms. */
  inDomMs: number;
  /** Was the change there when the next animation frame began? */
  isInNextFrame: boolean;
}

declare global {
  interface Window {
    measuredTap?: Promise<MeasuredClick>;
  }
}

/** Presses the big button of the oldest ticket with a real mouse and watches the board. Asks little of the page besides, for it is slow. */
export async function bumpMeasured(page: Page): Promise<MeasuredClick> {
  const { x, y } = await page.evaluate(() => {
    const button = document.querySelector<HTMLElement>('[data-act]')!;
    const act = button.dataset['act']!;
    const words = () => document.querySelector(`[data-act="${act}"]`)?.textContent ?? null;
    const before = words();
    const { promise, resolve } = Promise.withResolvers<MeasuredClick>();
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

const LOOKS = 6;

/**
 * What the page holds when everything that can go is gone: the least of some looks, a few ticks of its clock apart, for a request to the
 * database holds its listeners until the browser has delivered its last event.
 */
export async function memoryOf(device: Device, page: Page): Promise<Memory> {
  const cdp = await device.context.newCDPSession(page);
  await cdp.send('Performance.enable');
  await cdp.send('HeapProfiler.enable');
  const looks: Memory[] = [];
  for (let i = 0; i < LOOKS; i += 1) {
    await page.clock.runFor(6_000);
    // A finalizer's victims go with the second collection.
    for (let n = 0; n < 2; n += 1) await cdp.send('HeapProfiler.collectGarbage');
    const { metrics } = await cdp.send('Performance.getMetrics');
    const of = (name: string) => metrics.find((metric) => metric.name === name)!.value;
    looks.push({ heapMB: of('JSHeapUsedSize') / 1e6, nodes: of('Nodes'), listeners: of('JSEventListeners') });
  }
  await cdp.detach();
  const least = (name: keyof Memory) => Math.min(...looks.map((look) => look[name]));
  return { heapMB: least('heapMB'), nodes: least('nodes'), listeners: least('listeners') };
}
