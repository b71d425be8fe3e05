import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { axeFindings, turnTheme } from '../support/axe.ts';
import { openDevice, type Device } from '../support/device.ts';
import { openAccount } from './api.ts';
import { startGalley, type Galley } from './galley.ts';

let galley: Galley;
let tablet: Device;

beforeAll(async () => {
  galley = await startGalley({ cluster: inject('cluster') });
  const account = await openAccount(galley, 'manners@galley.test', 'The Polite Pier');
  tablet = await openDevice({ origin: galley.origin, viewport: { width: 820, height: 1180 } });
  // What Chromium says once, early, of an app that can be installed.
  await tablet.context.addInitScript(() => {
    addEventListener('load', () => {
      const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
        prompt: () => new Promise(() => {}),
      });
      setTimeout(() => dispatchEvent(event), 0);
    });
  });
  await tablet.signIn(account);
});

afterAll(async () => {
  await tablet?.dispose();
  await galley?.dispose();
});

const card = (page = tablet.page) => page.getByRole('region', { name: 'Install Galley' });

/** Loaded after the first page: only then is an absent card one that keeps away. */
async function goAndSettle(path: string): Promise<void> {
  const manners = tablet.page.waitForResponse((response) => /\/assets\/Manners-[^/]+\.js$/.test(response.url()));
  await tablet.go(path);
  await manners;
  await tablet.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0))));
}

async function inBothThemes(): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await turnTheme(tablet.page, colorScheme);
    found.push(...(await axeFindings(tablet.page)).map((finding) => `${colorScheme}: ${finding}`));
  }
  return found;
}

test('a device that works offline from now on is told so once, and what it may keep stands in its settings', async () => {
  const { page } = tablet;
  const told = page.getByText('Ready to work offline');
  // Held under the pointer, it stays.
  await told.hover();
  expect(await inBothThemes()).toEqual([]);
  await goAndSettle('/restaurant/settings');
  await page.getByRole('heading', { name: 'App and storage' }).waitFor();
  expect(await told.count()).toBe(0);
  expect(await inBothThemes()).toEqual([]);
});

test('installing is offered to who has come back, at the foot of Insights, where it covers nothing', async () => {
  // Another tab is another visit.
  const other = await tablet.tab('/restaurant/insights');
  await card(other).waitFor();
  await other.close();
  await goAndSettle('/restaurant/insights');
  await card().waitFor();
  const [offer, list] = await Promise.all([card().boundingBox(), tablet.page.getByRole('main').boundingBox()]);
  expect(offer!.y).toBeGreaterThanOrEqual(list!.y + list!.height);
  expect(await inBothThemes()).toEqual([]);
});

test('who wants less motion sees another theme at once, all over the page', async () => {
  const { page } = tablet;
  const running = await page.evaluateHandle(() => ({
    count: new Promise<number>((resolve) => {
      const look = () =>
        resolve(document.getAnimations().filter((animation) => animation instanceof CSSTransition).length);
      new MutationObserver(() => requestAnimationFrame(look)).observe(document.documentElement, {
        attributeFilter: ['data-theme'],
      });
    }),
  }));
  await turnTheme(page, 'light');
  expect(await running.evaluate(({ count }) => count)).toBe(0);
});

test('it keeps away from what is being entered, and from a network that is gone', async () => {
  const seen: Record<string, number> = {};
  for (const view of ['orders', 'orders?view=counter', 'orders?view=kitchen', 'chats']) {
    await goAndSettle(`/restaurant/${view}`);
    seen[view] = await card().count();
  }
  expect(seen).toEqual({ orders: 0, 'orders?view=counter': 0, 'orders?view=kitchen': 0, chats: 0 });
  await goAndSettle('/restaurant/insights');
  await card().waitFor();
  await tablet.goOffline();
  await card().waitFor({ state: 'detached' });
  await tablet.goOnline();
  await card().waitFor();
});

test('"Not now" is one tap, and holds on the next visit', async () => {
  await card().getByRole('button', { name: 'Not now' }).click();
  await card().waitFor({ state: 'detached' });
  await goAndSettle('/restaurant/insights');
  expect(await card().count()).toBe(0);
  expect(tablet.problems).toEqual([]);
});
