import { NOTIFICATIONS_LOCK } from '../../contract/sync/notification-action.ts';

/**
 * Whether the browser supports push. `home_screen`: iOS and iPadOS push only to apps on the home screen; `old`: and only from
 * version 16.4 on; `insecure`: no https; `none`: no push.
 */
export type PushSupport = 'yes' | 'home_screen' | 'old' | 'insecure' | 'none';

export interface BrowserSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
  /** The server's key with which it was created. */
  publicKey: string;
  unsubscribe(): Promise<unknown>;
}

/** The browser's side of Web Push, as an interface for tests. Each call ends within a limited time or fails. */
export interface PushBrowser {
  support(): PushSupport;
  permission(): NotificationPermission;
  /** Call it only from a tap. */
  askPermission(): Promise<NotificationPermission>;
  current(): Promise<BrowserSubscription | null>;
  subscribe(publicKey: string): Promise<BrowserSubscription>;
  /** Closes the shown notifications for which `isOver` is true. */
  closeShown(isOver: (shown: ShownNotification) => boolean): Promise<void>;
  clearBadge(): Promise<void>;
}

export interface ShownNotification {
  notification: string | null;
  order: string | null;
}

/** Subscribing in Chrome may never settle, for instance where its push service is blocked. */
const ANSWER_MS = 15_000;

export const pushBrowser: PushBrowser = {
  support: () => supportOf(globalThis),
  permission: () => ('Notification' in globalThis ? Notification.permission : 'denied'),
  // No limit: a person takes as long as needed.
  askPermission: () => Notification.requestPermission(),
  // Without a service worker there is nothing to wait for.
  current: () =>
    inTime(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return read((await registration?.pushManager.getSubscription()) ?? null);
    }),
  subscribe: (publicKey) =>
    inTime(async () => {
      const made = await (
        await manager()
      ).subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) });
      return read(made)!;
    }),
  async closeShown(isOver) {
    const registration = await navigator.serviceWorker?.getRegistration();
    if (!registration?.getNotifications) return;
    await navigator.locks.request(NOTIFICATIONS_LOCK, async () => {
      for (const one of await registration.getNotifications()) {
        const { notification = null, order = null } = (one.data ?? {}) as Partial<ShownNotification>;
        if (isOver({ notification, order })) one.close();
      }
    });
  },
  clearBadge: async () => navigator.clearAppBadge?.(),
};

interface Surroundings {
  isSecureContext?: boolean;
  navigator: { userAgent: string; maxTouchPoints?: number; standalone?: boolean };
  matchMedia?: (query: string) => { matches: boolean };
}

/** iPadOS identifies as a Mac, but a Mac has no touch screen. */
export const isApple = ({ navigator: { userAgent, maxTouchPoints = 0 } }: Pick<Surroundings, 'navigator'>): boolean =>
  /iPad|iPhone|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);

export function supportOf(around: Surroundings): PushSupport {
  const { navigator } = around;
  if (around.isSecureContext === false) return 'insecure';
  const isInstalled = navigator.standalone === true || around.matchMedia?.('(display-mode: standalone)').matches;
  if (isApple(around) && !isInstalled) return 'home_screen';
  if ('serviceWorker' in navigator && 'PushManager' in around && 'Notification' in around) return 'yes';
  return isApple(around) ? 'old' : 'none';
}

/** At the first start the service worker may still be installing. */
const manager = async () => (await navigator.serviceWorker.ready).pushManager;

function read(subscription: PushSubscription | null): BrowserSubscription | null {
  if (!subscription) return null;
  return {
    endpoint: subscription.endpoint,
    keys: { p256dh: textOf(subscription.getKey('p256dh')), auth: textOf(subscription.getKey('auth')) },
    publicKey: textOf(subscription.options.applicationServerKey),
    unsubscribe: () => inTime(() => subscription.unsubscribe()),
  };
}

async function inTime<T>(run: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The browser does not answer about push')), ANSWER_MS);
  });
  return Promise.race([run(), late]).finally(() => clearTimeout(timer));
}

const textOf = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
