import { scriptUrl } from '../lib/script-url.ts';
import { noteUpdate } from './update.ts';

const REGISTER_WITHIN_MS = 1_500;
const CHECK_EACH_MS = 60 * 60_000;

/** Registers the service worker once the page is up. A new version waits until the person asks for it; nothing reloads by itself. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // After the first screen, whose own files come first; not later, because a network may leave within seconds.
  whenIdle(() => void register());
}

async function register(): Promise<void> {
  try {
    const { Workbox } = await import('workbox-window');
    const workbox = new Workbox(scriptUrl('/sw.js'));
    let isAsked = false;
    workbox.addEventListener('waiting', () =>
      noteUpdate(() => {
        isAsked = true;
        workbox.messageSkipWaiting();
      }),
    );
    workbox.addEventListener('controlling', ({ isUpdate }) => {
      if (isAsked) location.reload();
      // Another tab asked for the new version: this one offers the reload and leaves the moment to the person.
      else if (isUpdate) noteUpdate(() => location.reload());
    });
    await workbox.register({ immediate: true });
    // A kitchen's tablet stays open for weeks: look for a new version now and then.
    setInterval(() => void workbox.update().catch(() => undefined), CHECK_EACH_MS);
  } catch (error) {
    console.warn('This page has no service worker: it will not start without a network', error);
  }
}

function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(task, { timeout: REGISTER_WITHIN_MS });
  else setTimeout(task, REGISTER_WITHIN_MS / 3);
}
