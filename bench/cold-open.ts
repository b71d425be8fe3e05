import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';
import type { Device } from '../tests/support/device.ts';

declare global {
  interface Window {
    rowsAt?: number;
  }
}

export interface Opened {
  /** From the start of the navigation until 15 orders are in the DOM. */
  ms: number;
  /** The part of it during which the page's main thread was busy, which other load on the machine hardly affects. Null: not traced. */
  busyMs: number | null;
}

/**
 * Opens `path` in a browser that was closed and has no network. `slower`: the page's CPU slowdown. `isTraced`: measures how long the
 * main thread was busy; tracing makes the opening about 50 ms longer.
 */
export async function coldOpen(device: Device, path: string, slower: number, isTraced: boolean): Promise<Opened> {
  await device.close();
  await device.reopen('about:blank');
  // Exclude the browser's own startup work.
  await sleep(1_000);
  await device.page.addInitScript(() => {
    const checkShown = () => {
      if (document.querySelectorAll('a[href^="/restaurant/orders/"]').length < 15) return;
      window.rowsAt = performance.mark('rows').startTime;
      observer.disconnect();
    };
    const observer = new MutationObserver(checkShown);
    observer.observe(document, { childList: true, subtree: true });
  });
  const tools = await device.context.newCDPSession(device.page);
  await tools.send('Emulation.setCPUThrottlingRate', { rate: slower });
  const open = async () => {
    await device.go(path);
    await device.page.waitForFunction(() => window.rowsAt !== undefined);
  };
  let busyMs: number | null = null;
  // Trace the whole browser, because the page starts in its own process.
  if (isTraced) busyMs = busyUpTo('rows', await traced(await device.context.browser()!.newBrowserCDPSession(), open));
  else await open();
  return { ms: await device.page.evaluate(() => window.rowsAt!), busyMs };
}

/** An event of the browser's trace: when, in µs, and how long its thread had been busy by then. */
export interface TraceEvent {
  name: string;
  cat: string;
  pid: number;
  tid: number;
  ts: number;
  tts?: number;
}

async function traced(tools: CDPSession, run: () => Promise<void>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  tools.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as TraceEvent[])));
  await tools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['blink.user_timing', 'loading'] },
  });
  await run();
  const isDone = new Promise((resolve) => tools.once('Tracing.tracingComplete', resolve));
  await tools.send('Tracing.end');
  await isDone;
  return events;
}

/** How long the mark's thread had been busy since the page's navigation began, ms; NaN if the trace does not tell. */
export function busyUpTo(mark: string, trace: TraceEvent[]): number {
  const end = trace.find(({ name, cat }) => name === mark && cat.includes('user_timing'));
  const own = trace.filter(({ pid, ts }) => end !== undefined && pid === end.pid && ts <= end.ts);
  const begin = Math.max(...own.filter(({ name }) => name === 'navigationStart').map(({ ts }) => ts));
  const first = own
    .filter(({ tid, ts, tts }) => tid === end?.tid && ts >= begin && tts !== undefined)
    .toSorted((a, b) => a.ts - b.ts)[0];
  return ((end?.tts ?? NaN) - (first?.tts ?? NaN)) / 1000;
}
