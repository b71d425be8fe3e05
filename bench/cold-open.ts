import type { Device } from '../tests/support/device.ts';

declare global {
  interface Window {
    rowsAt?: number;
  }
}

/**
 * Opens `path` in a browser that was closed and has no network, and answers the ms from the start of the navigation until 15 orders
 * are in the DOM. `slower`: how many times slower the page's processor is made.
 */
export async function coldOpen(device: Device, path: string, slower: number): Promise<number> {
  await device.close();
  await device.reopen('about:blank');
  await device.page.addInitScript(() => {
    const look = () => {
      if (document.querySelectorAll('a[href^="/restaurant/orders/"]').length < 15) return;
      window.rowsAt = performance.now();
      observer.disconnect();
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { childList: true, subtree: true });
  });
  const tools = await device.context.newCDPSession(device.page);
  await tools.send('Emulation.setCPUThrottlingRate', { rate: slower });
  await device.go(path);
  await device.page.waitForFunction(() => window.rowsAt !== undefined);
  return device.page.evaluate(() => window.rowsAt!);
}
