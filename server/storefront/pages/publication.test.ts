import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isOffered } from '../../../contract/menu/offered.ts';
import type { WebsitePreview, WebsiteSetup } from '../../../contract/website/calls.ts';
import { callApi } from '../../../tests/support/api.ts';
import { startApp, type TestApp } from '../../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../../tests/support/sign-up.ts';
import { openWebsite, type WebsiteVisitor } from '../../../tests/support/website-visitor.ts';
import { makeMenu, type Menu } from '../../../tests/api/tablet.ts';

let app: TestApp;
let owner: SignedUp;
let menu: Menu;
let base: string;
let guest: WebsiteVisitor;

beforeAll(async () => {
  app = await startApp({ startsAt: '2026-11-20T18:30:00.000Z' });
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await signUp(app, { restaurantName: 'The Lantern' });
  menu = await makeMenu(app, owner);
  base = `/site/${owner.restaurant.slug}`;
  guest = openWebsite(app);
});

const asOwner = <T = WebsiteSetup>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) =>
  callApi<T>(app.fetch, method, path, { token: owner.token, body });
const publish = (is_published = true) => asOwner('POST', '/website-setup/publication', { is_published });
const publishMenu = () => asOwner<unknown>('PUT', `/menu/books/${menu.bookId}`, { status: 'published' });
const previewUrl = async () => (await asOwner<WebsitePreview>('POST', '/website-setup/preview')).data.url;
const orderByApi = () =>
  callApi<{ token: string }>(app.fetch, 'POST', `/public/restaurants/${owner.restaurant.slug}/orders`, {
    body: {
      order_type: 'pickup',
      lines: [{ menu_item_id: menu.itemIds[0]!, quantity: 1 }],
      customer: { name: 'Priya Nair', phone: '020 7946 0123' },
    },
    headers: { 'idempotency-key': randomUUID() },
  });

test('a new website is not public: its pages tell nothing of the restaurant', async () => {
  await publishMenu();
  expect((await asOwner('GET', '/website-setup')).data).toMatchObject({ published_at: null, publication_needs: [] });
  for (const path of ['', '/basket', '/about', '/legal', '/robots.txt', '/sitemap.xml', '/nothing', '/orders/nobody']) {
    const page = await guest.open(base + path);
    expect([path, page.status, page.headers.get('Cache-Control')]).toEqual([path, 404, 'no-store']);
    expect(page.document.querySelector('h1')?.textContent).toBe('Not published yet');
    expect(page.document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
    expect(page.html).not.toMatch(/Lantern|Harbour|Dish|owner-/);
  }
  const sent = await app.fetch(
    new Request(`https://galley.test${base}/basket`, {
      method: 'POST',
      headers: { Origin: 'https://galley.test', Accept: 'application/json' },
      body: new URLSearchParams({ item: menu.itemIds[0]! }),
    }),
  );
  expect([sent.status, await sent.json()]).toEqual([404, {}]);
});

test('one call publishes it, and another takes it back', async () => {
  await publishMenu();
  const { data } = await publish();
  expect(data.published_at).toBe('2026-11-20T18:30:00.000Z');
  const page = await guest.open(base);
  expect([page.status, page.document.querySelector('h1')?.textContent]).toEqual([200, 'The Lantern']);
  expect(page.document.querySelector('meta[name=robots]')).toBeNull();
  expect((await publish(false)).data.published_at).toBeNull();
  expect((await guest.open(base)).status).toBe(404);
});

test('publishing names what is missing', async () => {
  const { opening_hours } = owner.restaurant;
  const closed = opening_hours.days.map((day) => ({ ...day, is_open: false, periods: [] }));
  await asOwner('POST', '/website-setup/opening-hours', { days: closed });
  expect((await asOwner('GET', '/website-setup')).data.publication_needs).toEqual(['menu', 'opening_hours']);
  const refused = await publish();
  expect([refused.status, refused.error?.field_errors]).toEqual([
    422,
    { menu: 'Publish a menu with at least one dish', opening_hours: 'Enter opening hours' },
  ]);
  await asOwner('POST', '/website-setup/opening-hours', { days: opening_hours.days });
  await publishMenu();
  expect((await publish()).error).toBeNull();
});

test('the owner sees it before by a link, which says so and ends after an hour', async () => {
  await publishMenu();
  const url = await previewUrl();
  expect(url).toMatch(new RegExp(`^https://galley\\.test${base}\\?preview=`));
  const page = await guest.open(url);
  expect([page.status, page.path]).toEqual([200, base]);
  expect(page.document.querySelector('.preview')?.textContent).toContain('this website is not published');
  expect(page.document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
  expect(page.headers.get('Cache-Control')).toBe('no-store');
  expect((await guest.open(`${base}/legal`)).status).toBe(200);
  expect((await openWebsite(app).open(base)).status).toBe(404);
  app.clock.pass(61 * 60_000);
  expect((await guest.open(base)).status).toBe(404);
  expect((await openWebsite(app).open(url)).status).toBe(404);
});

test('a draft is shown in the frame of the form, to the owner only, and stored nowhere', async () => {
  await publishMenu();
  const token = new URL(await previewUrl()).searchParams.get('preview')!;
  const { data } = await asOwner('GET', '/website-setup');
  const draft = JSON.stringify({ ...data, short_description: 'Not <b>saved</b> yet' });
  const frame = await guest.post(`${base}/draft`, new URLSearchParams({ token, draft }));
  expect([frame.status, frame.document.body.textContent.includes('Not <b>saved</b> yet')]).toEqual([200, true]);
  const policy = frame.headers.get('Content-Security-Policy')!;
  expect([policy.includes("frame-ancestors 'self'"), policy.includes("script-src 'none'")]).toEqual([true, true]);
  expect(frame.headers.get('X-Frame-Options')).toBe('SAMEORIGIN');
  expect(guest.cookies.size).toBe(0);
  expect((await asOwner('GET', '/website-setup')).data.short_description).toBe(data.short_description);

  const other = await signUp(app, { restaurantName: 'The Crew' });
  for (const [path, sent] of [
    [base, ''],
    [`/site/${other.restaurant.slug}`, token],
  ] as const) {
    const page = await guest.post(`${path}/draft`, new URLSearchParams({ token: sent, draft }));
    expect([page.status, page.html.includes('saved')]).toEqual([404, false]);
  }
  await publish();
  expect((await guest.open(base)).headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
});

test('a link of one restaurant shows no other', async () => {
  await publishMenu();
  const other = await signUp(app, { restaurantName: 'The Crew' });
  const token = new URL(await previewUrl()).searchParams.get('preview')!;
  const page = await openWebsite(app).open(`/site/${other.restaurant.slug}?preview=${token}`);
  expect([page.status, page.html.includes('The Crew')]).toEqual([404, false]);
});

test('the storefront API takes orders all the same, and their customers see them', async () => {
  await publishMenu();
  const shown = await callApi<{ name: string }>(app.fetch, 'GET', `/public/restaurants/${owner.restaurant.slug}`);
  expect(shown.data.name).toBe('The Lantern');
  const { data, error } = await orderByApi();
  expect(error).toBeNull();
  const page = await guest.open(`${base}/orders/${data.token}`);
  expect([page.status, page.document.body.textContent.includes('Waiting for the restaurant')]).toEqual([200, true]);
});

test('server and device agree on whether customers see a dish', async () => {
  const needsMenu = async () => (await asOwner('GET', '/website-setup')).data.publication_needs.includes('menu');
  const book = { status: 'published' as 'draft' | 'published' | 'archived', deleted_at: null };
  const category = { is_active: true, deleted_at: null };
  const dish = { availability_status: 'available' as 'available' | 'sold_out' | 'hidden', deleted_at: null };
  const compare = async () => expect(await needsMenu()).toBe(!isOffered(dish, category, book));
  const [first, ...others] = menu.itemIds;
  for (const id of others)
    await asOwner<unknown>('POST', `/menu/books/${menu.bookId}/categories/${menu.categoryId}/items/delete`, {
      item_ids: [id],
    });
  for (const status of ['draft', 'archived', 'published'] as const) {
    await asOwner<unknown>('PUT', `/menu/books/${menu.bookId}`, { status: (book.status = status) });
    for (const is_active of [false, true]) {
      await asOwner<unknown>('PUT', `/menu/books/${menu.bookId}/categories/${menu.categoryId}`, {
        is_active: (category.is_active = is_active),
      });
      for (const availability_status of ['hidden', 'sold_out', 'available'] as const) {
        app.clock.pass(1000);
        dish.availability_status = availability_status;
        await asOwner<unknown>(
          'PUT',
          `/menu/books/${menu.bookId}/categories/${menu.categoryId}/items/${first}/update-availability`,
          { availability_status },
        );
        await compare();
      }
    }
  }
});
