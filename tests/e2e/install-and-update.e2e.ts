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
  // Chromium's early event for an app that can be installed.
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

/** Opens the page and waits for the code of the card: only then does a missing card mean that it stays away. */
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

test('a device ready for offline use says so once', async () => {
  const { page } = tablet;
  const readyNotice = page.getByText('Ready to work offline');
  // It stays while the pointer is on it.
  await readyNotice.hover();
  expect(await inBothThemes()).toEqual([]);
  await goAndSettle('/restaurant/settings');
  await page.getByRole('heading', { name: 'App and storage' }).waitFor();
  expect(await readyNotice.count()).toBe(0);
  expect(await inBothThemes()).toEqual([]);
});

test('Insights offers installing to returning visitors and covers nothing', async () => {
  // Another tab counts as another visit.
  const other = await tablet.tab('/restaurant/insights');
  await card(other).waitFor();
  await other.close();
  await goAndSettle('/restaurant/insights');
  await card().waitFor();
  const [offer, list] = await Promise.all([card().boundingBox(), tablet.page.getByRole('main').boundingBox()]);
  expect(offer!.y).toBeGreaterThanOrEqual(list!.y + list!.height);
  expect(await inBothThemes()).toEqual([]);
});

test('themes switch at once when reduced motion is preferred', async () => {
  const { page } = tablet;
  const running = await page.evaluateHandle(() => ({
    count: new Promise<number>((resolve) => {
      const countTransitions = () =>
        resolve(document.getAnimations().filter((animation) => animation instanceof CSSTransition).length);
      new MutationObserver(() => requestAnimationFrame(countTransitions)).observe(document.documentElement, {
        attributeFilter: ['data-theme'],
      });
    }),
  }));
  await turnTheme(page, 'light');
  expect(await running.evaluate(({ count }) => count)).toBe(0);
});

test('the offer stays away from data entry and when offline', async () => {
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

test('"Not now" is one tap and is remembered', async () => {
  await card().getByRole('button', { name: 'Not now' }).click();
  await card().waitFor({ state: 'detached' });
  await goAndSettle('/restaurant/insights');
  expect(await card().count()).toBe(0);
  expect(tablet.problems).toEqual([]);
});
