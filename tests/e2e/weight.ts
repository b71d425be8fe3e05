import { gzipSync } from 'node:zlib';
import type { Device } from '../support/device.ts';

export interface Weight {
  /** 1000 bytes of `gzip -9` over each file, as a server sends them. */
  kB: number;
  files: string[];
}

/**
 * The scripts that a page requests before it can be used on a first visit, without cache and service worker: before it shows a button whose
 * label matches. Workers run beside the page and do not count.
 */
export async function gzippedScripts(device: Device, path: string, button: RegExp): Promise<Weight> {
  const page = await device.context.newPage();
  await page.addInitScript(noteWorkers);
  await page.addInitScript(noteUsable, button.source);
  const cdp = await device.context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
  await cdp.send('Network.setBypassServiceWorker', { bypass: true });
  const requested = new Set<string>();
  // The page's own session reports only the first script of a worker; it is removed below.
  cdp.on('Network.requestWillBeSent', ({ type, request }) => void (type === 'Script' && requested.add(request.url)));
  await page.goto(device.origin + path);
  await page.getByRole('button', { name: button }).first().waitFor();
  const workers = new Set(await page.evaluate(() => (window as Noted).startedWorkers ?? []));
  // On a busy machine this code hears late that the page can be used, when more has been requested.
  const later = new Set(
    await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ startTime }) => startTime > ((window as Noted).usableAt ?? Infinity))
        .map(({ name }) => name),
    ),
  );
  const counted = [...requested].filter((url) => !workers.has(url) && !later.has(url));
  const bodies = await Promise.all(counted.map(async (url) => Buffer.from(await (await fetch(url)).arrayBuffer())));
  await page.close();
  return { kB: bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0) / 1000, files: counted };
}

type Noted = Window & { startedWorkers?: string[]; usableAt?: number };

/** Runs in the page: records the addresses of its workers as it starts them. On a busy machine the page can be used before they run. */
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

/** Runs in the page: records when it first shows a button with such a label. */
function noteUsable(label: string): void {
  const pattern = new RegExp(label);
  const observer = new MutationObserver(() => {
    const buttons = [...document.querySelectorAll('button')];
    if (!buttons.some((button) => pattern.test(button.ariaLabel ?? button.textContent.trim()))) return;
    (window as Noted).usableAt = performance.now();
    observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
}
