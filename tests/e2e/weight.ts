import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import type { Device } from '../support/device.ts';

export interface Weight {
  /** 1000 bytes, gzip -9 of each file, as a server sends them. */
  kB: number;
  files: string[];
}

/**
 * The scripts that a page asks for before it can be used, on a first visit: without cache and service worker. Workers run beside the
 * page and are not counted.
 */
export async function gzippedScripts(
  device: Device,
  path: string,
  isUsable: (page: Page) => Promise<unknown>,
): Promise<Weight> {
  const page = await device.context.newPage();
  await page.addInitScript(noteWorkers);
  const cdp = await device.context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
  await cdp.send('Network.setBypassServiceWorker', { bypass: true });
  const asked = new Set<string>();
  // The page's own session: scripts that a worker loads belong to the worker's, all but the first.
  cdp.on('Network.requestWillBeSent', ({ type, request }) => void (type === 'Script' && asked.add(request.url)));
  await page.goto(device.origin + path);
  await isUsable(page);
  const files = [...asked];
  const workers = new Set(await page.evaluate(() => (window as Noted).startedWorkers ?? []));
  const counted = files.filter((url) => !workers.has(url));
  const bodies = await Promise.all(counted.map(async (url) => Buffer.from(await (await fetch(url)).arrayBuffer())));
  await page.close();
  return { kB: bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0) / 1000, files: counted };
}

type Noted = Window & { startedWorkers?: string[] };

/** In the page: the addresses of its workers as it starts them. On a busy machine the page can be used before they run. */
function noteWorkers(): void {
  const started: string[] = [];
  (window as Noted).startedWorkers = started;
  window.Worker = class extends Worker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      started.push(new URL(url, location.href).href);
    }
  };
}
