import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/server.ts';
import { publishWebsite } from '../../../tests/support/publish-website.ts';
import { signUp, type SignedUp } from '../../../tests/support/sign-up.ts';
import { requestData } from '../../../tests/support/api.ts';
import type { WebsiteSetup } from '../../../contract/website/calls.ts';

let app: TestApp;
let owner: SignedUp;
/** TXT records; null: the name servers do not answer. */
let records: Map<string, string[]> | null = new Map();

beforeAll(async () => {
  app = await startApp({
    settings: { WEBSITE_HOSTS: '1' },
    websiteScript: '/site/website-1a2b.js',
    findTxt: (name) => Promise.resolve(records === null ? null : (records.get(name) ?? [])),
  });
  owner = await signUp(app, { restaurantName: 'The Anchor' });
  await publishWebsite(app, owner.restaurant.id);
});
afterAll(() => app.close());

const get = (address: string, headers: Record<string, string> = {}) =>
  app.fetch(new Request(address, { headers: { Accept: 'text/html', ...headers } }));
const save = (custom_domain: string | null) =>
  requestData<WebsiteSetup>(app.fetch, 'POST', '/website-setup/domain', {
    token: owner.token,
    body: { custom_domain },
  });

test('a website has its own name below the platform, and the path leads there', async () => {
  const { slug } = owner.restaurant;
  const page = await get(`https://${slug}.galley.test/`);
  const html = await page.text();
  expect([page.status, html]).toEqual([200, expect.stringContaining('<h1>The Anchor</h1>')]);
  expect(html).toContain(`<link rel="canonical" href="https://${slug}.galley.test"`);
  expect(html).toContain('href="/legal"');
  expect(page.headers.get('Strict-Transport-Security')).not.toContain('includeSubDomains');
  // Not the folder: other restaurants' pages lie below it.
  expect(page.headers.get('Content-Security-Policy')).toContain(`script-src ${slug}.galley.test/site/website-1a2b.js;`);
  const byPath = await get(`https://galley.test/site/${slug}/legal?x=1`);
  expect([byPath.status, byPath.headers.get('Location')]).toEqual([302, `https://${slug}.galley.test/legal?x=1`]);
  const byFormerPath = await get(`https://galley.test/r/${slug}/legal?x=1`);
  expect([byFormerPath.status, byFormerPath.headers.get('Location')]).toEqual([308, `/site/${slug}/legal?x=1`]);
});

test('nothing of the app and its API is served on the host of a website', async () => {
  const host = `https://${owner.restaurant.slug}.galley.test`;
  for (const path of [
    '/restaurant/orders',
    '/login',
    '/site/another',
    '/backend/health',
    '/backend/orders',
    '/backend/openapi.json',
  ]) {
    const answer = await get(host + path);
    expect([path, answer.status, answer.headers.get('Content-Type')]).toEqual([path, 404, 'text/html; charset=utf-8']);
  }
  expect((await get(`${host}/backend/public/restaurants/${owner.restaurant.slug}`)).status).toBe(200);
});

test('a host that nobody has gets no page of anybody', async () => {
  for (const host of [
    'evil.example',
    'nobody.galley.test',
    'a.b.galley.test',
    'www.galley.test',
    'galley.test.evil.example',
  ])
    for (const path of ['/', `/site/${owner.restaurant.slug}`, '/backend/health']) {
      const answer = await get(`https://${host}${path}`);
      expect([host, path, answer.status]).toEqual([host, path, 404]);
      expect(await answer.text()).not.toContain('The Anchor');
    }
});

test('a restaurant keeps a name that no other gets any more because it looks like a reserved one', async () => {
  const { restaurant } = await signUp(app, { restaurantName: 'The Crew' });
  await publishWebsite(app, restaurant.id);
  await app.pools.owner.query(
    `UPDATE restaurants SET slug = 'galley-press',
            version = (SELECT version FROM spaces WHERE restaurant_id = $1) WHERE restaurant_id = $1`,
    [restaurant.id],
  );
  expect(await (await get('https://galley-press.galley.test/')).text()).toContain('<h1>The Crew</h1>');
});

test('a domain of its own counts while its record is there', async () => {
  const { verification } = await save('www.anchor.example');
  const { record_name, record_value } = verification!;
  expect((await get('https://www.anchor.example/')).status).toBe(404);
  records!.set(record_name, [record_value]);
  expect((await save('www.anchor.example')).custom_domain_status).toBe('verified');
  app.clock.pass(11 * 60_000);
  expect(await (await get('https://www.anchor.example/')).text()).toContain('<h1>The Anchor</h1>');
  // Name servers that do not answer take nothing away.
  records = null;
  app.clock.pass(11 * 60_000);
  expect((await get('https://www.anchor.example/')).status).toBe(200);
  // Somebody else has the domain now.
  records = new Map([[record_name, ['galley-verification=another']]]);
  app.clock.pass(11 * 60_000);
  expect((await get('https://www.anchor.example/')).status).toBe(404);
});

test('forms work on the own host and from nowhere else', async () => {
  const host = `https://${owner.restaurant.slug}.galley.test`;
  const send = (origin: string) =>
    app.fetch(
      new Request(`${host}/order-type`, {
        method: 'POST',
        headers: { Origin: origin },
        body: new URLSearchParams({ type: 'pickup' }),
      }),
    );
  const own = await send(host);
  expect([own.status, own.headers.getSetCookie()[0]]).toEqual([
    303,
    expect.stringMatching(/Path=\/;.*HttpOnly; Secure; SameSite=Lax/),
  ]);
  expect((await send('https://galley.test')).status).toBe(403);
});
