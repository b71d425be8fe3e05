import type { CDPSession, Worker } from 'playwright-core';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { NOTIFICATIONS_LOCK } from '../../contract/sync/notification-action.ts';
import { axeFindings } from '../support/axe.ts';
import { openDevice, type Device } from '../support/device.ts';
import { startPushService, type StandInService } from '../support/push-service.ts';
import { requestData } from './api.ts';
import { ownerPool } from './database.ts';
import { startGalley, type Galley } from './galley.ts';
import { openKitchen, orderOnline, stayOpen, type Kitchen } from './kitchen.ts';

let service: StandInService;
let galley: Galley;
let owner: pg.Pool;
let kitchen: Kitchen;
let tablet: Device;
let worker: Worker;
let browser: CDPSession;
let registrationId: string;

/** What a service worker has and a page lacks. */
interface WorkerScope extends EventTarget {
  registration: ServiceWorkerRegistration;
  NotificationEvent: new (
    type: string,
    init: { notification: Notification; action: string },
  ) => Event & { waitUntil(work: Promise<unknown>): void };
}

declare global {
  /** In the service worker: the numbers that the icon showed. */
  var badges: number[];
}

beforeAll(async () => {
  service = await startPushService();
  galley = await startGalley({ cluster: inject('cluster'), env: { PUSH_STAND_INS: service.origin } });
  owner = ownerPool(galley);
  kitchen = await openKitchen(galley, owner, { email: 'push@galley.test', name: 'The Post', seed: 53, openOrders: 0 });
  await stayOpen(owner, kitchen.restaurantId);
  tablet = await openDevice({ origin: galley.origin, isWhole: true });
  await tablet.context.grantPermissions(['notifications'], { origin: galley.origin });
  await subscribeAtStandIn();
  await tablet.signIn(kitchen);
  await tablet.isLoaded();
  await tablet.go('/restaurant/orders');
  await reachServiceWorker();
});

afterAll(async () => {
  await tablet?.dispose();
  await owner?.end();
  await galley?.dispose();
  await service?.close();
});

/** A headless browser reaches no push service. It gets a subscription at the test double instead, for as long as it stores anything. */
async function subscribeAtStandIn(): Promise<void> {
  const { endpoint, keys } = service.subscribe('tablet');
  await tablet.context.addInitScript(
    ({ endpoint, keys }) => {
      const bytes = (text: string) =>
        Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0)).buffer;
      const held = () => {
        const applicationServerKey = localStorage.getItem('stand-in');
        if (!applicationServerKey) return null;
        return {
          endpoint,
          getKey: (name: 'p256dh' | 'auth') => bytes(keys[name]),
          options: { applicationServerKey: bytes(applicationServerKey) },
          unsubscribe: async () => {
            localStorage.removeItem('stand-in');
            return true;
          },
        } as unknown as PushSubscription;
      };
      PushManager.prototype.getSubscription = async () => held();
      PushManager.prototype.subscribe = async (options) => {
        const key = new Uint8Array(options!.applicationServerKey as ArrayBuffer);
        localStorage.setItem('stand-in', btoa(String.fromCharCode(...key)));
        return held()!;
      };
    },
    { endpoint, keys },
  );
}

async function reachServiceWorker(): Promise<void> {
  browser = await tablet.context.newCDPSession(tablet.page);
  const seen = new Promise<string>((resolve) => {
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId);
    });
  });
  await browser.send('ServiceWorker.enable');
  registrationId = await seen;
  worker = tablet.context.serviceWorkers()[0] ?? (await tablet.context.waitForEvent('serviceworker'));
  await worker.evaluate(() => {
    globalThis.badges = [];
    navigator.setAppBadge = async (count) => void globalThis.badges.push(count ?? 0);
  });
}

const order = (name: string) => orderOnline(galley, owner, { items: kitchen.items, name });

/** Hands the browser what the push service received about this order, as if its own service had delivered it. */
async function deliver(orderId: string): Promise<void> {
  const ofOrder = () => service.delivered.findLast(({ payload }) => payload.notification['tag'] === `order:${orderId}`);
  await expect.poll(() => ofOrder()?.device).toBe('tablet');
  await browser.send('ServiceWorker.deliverPushMessage', {
    origin: galley.origin,
    registrationId,
    data: JSON.stringify(ofOrder()!.payload),
  });
}

/** Read under the app's lock, never while a notification is being shown: Chromium would forget that one. */
const shown = () =>
  tablet.page.evaluate(async (lock) => {
    const registration = await navigator.serviceWorker.ready;
    const all = await navigator.locks.request(lock, () => registration.getNotifications());
    return all.map((one) => ({
      title: one.title,
      actions: (one as unknown as { actions: { title: string }[] }).actions.map(({ title }) => title),
    }));
  }, NOTIFICATIONS_LOCK);

const isOnDevice = (orderId: string) =>
  tablet.page.evaluate(async (id) => {
    const found = (await indexedDB.databases()).find(({ name }) => name?.startsWith('galley:'))!;
    const open = indexedDB.open(found.name!);
    await new Promise((resolve) => open.addEventListener('success', resolve));
    const row = open.result.transaction('orders').objectStore('orders').get(id);
    await new Promise((resolve) => row.addEventListener('success', resolve));
    open.result.close();
    return row.result !== undefined;
  }, orderId);

const shownToWorker = () =>
  worker.evaluate(async () => (await (globalThis as unknown as WorkerScope).registration.getNotifications()).length);

/** A tap on the notification: its event, which only the browser itself can keep alive. */
const clickNotification = (action: string) =>
  worker.evaluate(async (action) => {
    const scope = globalThis as unknown as WorkerScope;
    const [notification] = await scope.registration.getNotifications();
    const event = new scope.NotificationEvent('notificationclick', { notification: notification!, action });
    event.waitUntil = (work: Promise<unknown>) => void work.catch(() => undefined);
    scope.dispatchEvent(event);
  }, action);

const statusOf = async (id: string) =>
  (await owner.query<{ order_status: string }>('SELECT order_status FROM orders WHERE id = $1', [id])).rows[0]!
    .order_status;

test('a notification shows a new order, and Accept accepts it', async () => {
  const { page } = tablet;
  await page
    .getByRole('button', { name: /^Notifications/ })
    .first()
    .click();
  const control = page.getByRole('region', { name: 'Notifications while closed' });
  await control.getByRole('button', { name: 'Turn on' }).click();
  await control.getByText('Shows orders and messages').waitFor();
  await control.getByRole('button', { name: 'Choose what it shows' }).click();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');

  const { id, no } = await order('Priya Nair');
  await deliver(id);
  await expect.poll(shown).toEqual([{ title: `New order ${no}`, actions: ['Accept', 'Open'] }]);
  await expect.poll(() => worker.evaluate(() => globalThis.badges)).toEqual([1]);

  await clickNotification('accept');
  await expect.poll(() => statusOf(id)).toBe('accepted');
  await page.waitForURL((url) => url.pathname === `/restaurant/orders/${id}`);
  await page.getByText(`Order #${no} accepted`).waitFor();
  await tablet.waitForStatus('All changes saved');
  await expect.poll(shown).toEqual([]);
});

test('a notification disappears when another device answers its order', async () => {
  const { id, no } = await order('Sam Okafor');
  await deliver(id);
  await expect.poll(shown).toMatchObject([{ title: `New order ${no}` }]);
  await requestData(galley.origin, 'POST', `/orders/${id}/status`, {
    token: kitchen.token,
    body: { order_status: 'accepted', prep_minutes: 15 },
  });
  await expect.poll(shown).toEqual([]);
});

test('accepts made while closed apply on opening, also offline', async () => {
  const orders = [await order('Ines Duarte'), await order('Tomas Reyes')];
  for (const { id } of orders) await deliver(id);
  await expect.poll(async () => (await shown()).length).toBe(2);
  await tablet.waitForStatus('All changes saved');
  // A notification may be faster than the pull that brings its order.
  for (const { id } of orders) await expect.poll(() => isOnDevice(id)).toBe(true);
  await tablet.goOffline();
  // No page of the app is open: the taps wait for the one that the system opens.
  await tablet.page.goto('about:blank');
  for (const left of [1, 0]) {
    await clickNotification('accept');
    await expect.poll(shownToWorker).toBe(left);
  }
  await tablet.go(`/restaurant/orders/${orders[1]!.id}?source=push`);
  await tablet.waitForStatus(/^Offline, 2 changes waiting/);
  await tablet.goOnline();
  for (const { id } of orders) await expect.poll(() => statusOf(id)).toBe('accepted');
});

test('after a logout this tablet gets and shows no notification', async () => {
  const { id, no } = await order('Lena Fischer');
  await deliver(id);
  await expect.poll(shown).toMatchObject([{ title: `New order ${no}` }]);
  await tablet.waitForStatus('All changes saved');
  await tablet.go('/logout');
  await tablet.page.waitForURL((url) => url.pathname === '/login');
  await expect.poll(shown).toEqual([]);
  // The browser's push service is not awaited.
  const kept = () =>
    tablet.page.evaluate(() => [localStorage.getItem('stand-in'), localStorage.getItem('galley:push')]);
  await expect.poll(kept).toEqual([null, null]);
  expect((await owner.query('SELECT 1 FROM push_subscriptions')).rowCount).toBe(0);
  expect(await statusOf(id)).toBe('pending');
  expect(tablet.problems).toEqual([]);
});
