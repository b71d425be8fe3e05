const KEY = 'galley:reloaded-for-chunk';
const AGAIN_AFTER_MS = 60_000;

interface Page {
  addEventListener(type: 'vite:preloadError', listener: (event: Event) => void): void;
  sessionStorage: Pick<Storage, 'getItem' | 'setItem'>;
  navigator: Pick<Navigator, 'onLine'>;
}

/**
 * A chunk of an older build may be missing after a deploy: one reload brings the new build. A second failure within a minute shows
 * an error instead, and so does one without a network, where a reload could only make it worse.
 */
export function recoverFromLostChunk(page: Page, reload: () => void, now: () => number = Date.now): void {
  page.addEventListener('vite:preloadError', (event) => {
    if (!page.navigator.onLine) return;
    const last = Number(page.sessionStorage.getItem(KEY) ?? 0);
    if (now() - last < AGAIN_AFTER_MS) return;
    page.sessionStorage.setItem(KEY, String(now()));
    event.preventDefault();
    reload();
  });
}
