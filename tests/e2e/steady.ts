import type { Page } from 'playwright-core';
import type { Device } from '../support/device.ts';

export interface MeasuredClick {
  /** From the click to the first change of the board, ms. */
  inDomMs: number;
  /** Whether the change was there when the next animation frame began. */
  isInNextFrame: boolean;
}

declare global {
  interface Window {
    measuredClick?: Promise<MeasuredClick>;
  }
}

/**
 * Presses the main button of the oldest ticket with a real mouse and watches the board. Does little else in the page, which is
 * slowed down.
 */
export async function bumpMeasured(page: Page): Promise<MeasuredClick> {
  const { x, y } = await page.evaluate(() => {
    const button = document.querySelector<HTMLElement>('[data-act]')!;
    const act = button.dataset['act']!;
    const label = () => document.querySelector(`[data-act="${act}"]`)?.textContent ?? null;
    const before = label();
    const { promise, resolve } = Promise.withResolvers<MeasuredClick>();
    window.measuredClick = promise;
    // The capture phase runs before the app hears of the click.
    addEventListener(
      'click',
      () => {
        const start = performance.now();
        let inDomMs = NaN;
        const measure = () => {
          if (Number.isNaN(inDomMs) && label() !== before) inDomMs = performance.now() - start;
        };
        const observer = new MutationObserver(measure);
        observer.observe(document.querySelector('main')!, { subtree: true, childList: true, characterData: true });
        requestAnimationFrame(() => {
          const isInNextFrame = label() !== before;
          const finish = () => {
            measure();
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
  return page.evaluate(() => window.measuredClick!);
}

export interface Memory {
  heapMB: number;
  nodes: number;
  listeners: number;
}

const SAMPLES = 6;

/**
 * Memory that the page cannot release: the minimum of several samples, a few clock ticks apart, because a database request keeps its
 * listeners until the browser has delivered its last event.
 */
export async function memoryOf(device: Device, page: Page): Promise<Memory> {
  const cdp = await device.context.newCDPSession(page);
  await cdp.send('Performance.enable');
  await cdp.send('HeapProfiler.enable');
  const samples: Memory[] = [];
  for (let i = 0; i < SAMPLES; i += 1) {
    await page.clock.runFor(6_000);
    // Objects with finalizers are freed by the second collection.
    for (let n = 0; n < 2; n += 1) await cdp.send('HeapProfiler.collectGarbage');
    const { metrics } = await cdp.send('Performance.getMetrics');
    const of = (name: string) => metrics.find((metric) => metric.name === name)!.value;
    samples.push({ heapMB: of('JSHeapUsedSize') / 1e6, nodes: of('Nodes'), listeners: of('JSEventListeners') });
  }
  await cdp.detach();
  const least = (name: keyof Memory) => Math.min(...samples.map((sample) => sample[name]));
  return { heapMB: least('heapMB'), nodes: least('nodes'), listeners: least('listeners') };
}
