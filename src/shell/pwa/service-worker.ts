import { scriptUrl } from '../../lib/script-url.ts';
import { isBusy } from '../../ui/busy.ts';
import { makeTakeOver } from './take-over.ts';
import { holdRequestsDuringUpdate, noteOffer, noteUpdater, settled } from './update.ts';

const REGISTER_WITHIN_MS = 1_500;
const CHECK_EACH_MS = 60 * 60_000;
const CHECK_AGAIN_AFTER_MS = 5 * 60_000;
const ANSWER_WITHIN_MS = 3_000;
const BUSY_AGAIN_MS = 250;
const PASSING_MS = 150;

/** Registers the service worker after the first screen. A new version waits until the person asks for it; nothing reloads by itself. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // After the first screen, whose own files have priority; not later, because the network may be lost within seconds.
  whenIdle(() => void register());
}

async function register(): Promise<void> {
  try {
    const { Workbox } = await import('workbox-window');
    const container = navigator.serviceWorker;
    const workbox = new Workbox(scriptUrl('/sw.js'));
    let hadController = container.controller !== null;
    const registration = await workbox.register({ immediate: true });
    if (!registration) return;
    const takeOver = makeTakeOver(
      {
        waiting: () => registration.waiting,
        isInstalling: () => registration.installing !== null,
        skipWaiting: () => void inStillness(() => workbox.messageSkipWaiting()),
        check: () => workbox.update().catch(() => undefined),
        isOwn: (of) => isOf(of === 'next' ? registration.active : container.controller),
        free,
        reload: () => location.reload(),
        after: (ms, task) => void setTimeout(task, ms),
        now: Date.now,
        memory: sessionStorage,
      },
      noteOffer,
    );
    const follow = () => {
      registration.installing?.addEventListener('statechange', takeOver.look);
      takeOver.look();
    };
    registration.addEventListener('updatefound', follow);
    container.addEventListener('controllerchange', () => {
      holdRequestsDuringUpdate(false);
      takeOver.changed(!hadController);
      hadController = true;
    });
    noteUpdater(takeOver.use);
    follow();
    const refill = () => registration.active?.postMessage({ type: 'REFILL' });
    refill();
    checkNowAndThen(() => {
      refill();
      void workbox.update().catch(() => undefined);
    });
  } catch (error) {
    console.warn('This page has no service worker: it will not start without a network', error);
  }
}

/** Runs `word` once requests that were under way have passed the old service worker. */
async function inStillness(word: () => void): Promise<void> {
  holdRequestsDuringUpdate(true);
  await new Promise((resolve) => setTimeout(resolve, PASSING_MS));
  word();
}

/** Asks a service worker whether this page's scripts are of its build. Null: there is none, or it does not know the question. */
function isOf(worker: ServiceWorker | null): Promise<boolean | null> {
  if (!worker) return Promise.resolve(null);
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[type="module"][src]')];
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    setTimeout(() => resolve(null), ANSWER_WITHIN_MS);
    port1.onmessage = ({ data }) => resolve(data === true);
    worker.postMessage({ type: 'IS_YOURS', paths: scripts.map(({ src }) => new URL(src).pathname) }, [port2]);
  });
}

/** Resolves once mutations are stored and, if the network allows, sent, and nothing on the page is open. */
async function free(): Promise<void> {
  await settled();
  while (isBusy()) await new Promise((resolve) => setTimeout(resolve, BUSY_AGAIN_MS));
  await settled();
}

/** Checks for updates and for removed files while the page stays open: a kitchen tablet may run for weeks, or wake after hours in a drawer. */
function checkNowAndThen(check: () => void): void {
  let checkedAt = Date.now();
  const unlessJust = () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < CHECK_AGAIN_AFTER_MS) return;
    checkedAt = Date.now();
    check();
  };
  setInterval(check, CHECK_EACH_MS);
  document.addEventListener('visibilitychange', unlessJust);
  addEventListener('online', unlessJust);
}

function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(task, { timeout: REGISTER_WITHIN_MS });
  else setTimeout(task, REGISTER_WITHIN_MS / 3);
}
