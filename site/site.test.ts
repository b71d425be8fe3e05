import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publicPages } from '../contract/public-pages.ts';
import * as schema from '../server/db/schema.ts';
import { readSite, type Site } from '../server/web/site.ts';
import { pages, renderSite, type SiteFile } from './site.ts';

const ORIGIN = 'https://galley.example';
const kB = 1000;
let folder: string;
let files: SiteFile[];
let site: Site;

const open = async (told: { operatorName?: string; operatorAddress?: string; contactEmail?: string } = {}) =>
  (await readSite(folder, {
    publicUrl: ORIGIN,
    operatorName: told.operatorName ?? null,
    operatorAddress: told.operatorAddress ?? null,
    contactEmail: told.contactEmail ?? null,
  }))!;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galley-site-'));
  files = await renderSite();
  for (const { name, content } of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  site = await open();
});
afterAll(() => rm(folder, { recursive: true }));

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  site.give(new Request(`http://evil.example${path}`, { headers, method }), new URL(path, 'http://evil.example'));
const read = async (path: string) => (await ask(path)!.text()).replaceAll(/\s+/g, ' ');
const all = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map((match) => match[1]!);
/** What a reader sees: no head, no script, no marks. */
const textOf = (html: string) =>
  html
    .replace(/^.*?<body[^>]*>/, '')
    .replaceAll(/<(script|style)\b.*?<\/\1>/g, '')
    .replaceAll(/<[^>]+>/g, ' ');

test('there is one page for each public path', () => {
  expect(pages.map(({ path }) => path).toSorted()).toEqual([...publicPages].toSorted());
  expect(new Set(pages.map(({ title }) => title)).size).toBe(pages.length);
});

describe.each(publicPages)('%s', (path) => {
  test('reads without JavaScript: a heading, text, ways on', async () => {
    const html = await read(path);
    expect(all(html, /<h1>(.*?)<\/h1>/g)).toHaveLength(1);
    expect(textOf(html).split(/\s+/).length).toBeGreaterThan(120);
    for (const to of [...publicPages, '/login', '/register']) expect(html).toContain(`href="${to}"`);
    expect(html).not.toMatch(/\{\{|undefined|\[object|lorem/i);
  });

  test('names itself for search and previews by the address of the settings, not by the host that asks', async () => {
    const html = await read(path);
    const page = pages.find((one) => one.path === path)!;
    expect(all(html, /<title>(.*?)<\/title>/g)).toEqual([`${page.title} | Galley`]);
    expect(all(html, /<link rel="canonical" href="(.*?)"/g)).toEqual([ORIGIN + path]);
    expect(all(html, /<meta property="og:url" content="(.*?)"/g)).toEqual([ORIGIN + path]);
    const [description] = all(html, /<meta name="description" content="(.*?)"/g);
    expect(description!.length).toBeGreaterThan(70);
    expect(description!.length).toBeLessThan(165);
    const [image] = all(html, /<meta property="og:image" content="(.*?)"/g);
    expect(files.map(({ name }) => `${ORIGIN}/${name}`)).toContain(image);
    expect(html).not.toContain('evil.example');
  });

  test('tells machines what it is in well-formed JSON-LD', async () => {
    const [text] = all(await read(path), /<script type="application\/ld\+json">(.*?)<\/script>/g);
    const { '@graph': graph } = JSON.parse(text!) as { '@graph': Record<string, string>[] };
    expect(graph.find((thing) => thing['@id'] === ORIGIN + path)).toMatchObject({ url: ORIGIN + path });
    expect(graph[0]).toMatchObject({ '@type': 'Organization', name: 'Galley', url: `${ORIGIN}/restaurant` });
  });

  test('weighs little, and loads nothing but files of the build', async () => {
    const html = await read(path);
    const inline = all(html, /<script>(.*?)<\/script>/g).join('\n');
    const linked = all(html, /<script[^>]* src="\/([^"]+)"/g).map((name) => contentOf(name));
    expect(linked).toHaveLength(1);
    const script = gzipSync([inline, ...linked].join('\n'), { level: 9 }).length;
    expect(script).toBeLessThan(2 * kB);
    expect(gzipSync(all(html, /<style>(.*?)<\/style>/g).join(''), { level: 9 }).length).toBeLessThan(5 * kB);
    expect(gzipSync(html, { level: 9 }).length).toBeLessThan(14 * kB);
    const sources = [
      ...all(html, / src="([^"]+)"/g),
      ...all(html, / srcset="([^"]+)"/g).flatMap((set) => set.split(', ').map((one) => one.split(' ')[0]!)),
    ];
    for (const source of sources) expect(contentOf(source.slice(1)).length).toBeGreaterThan(0);
  });

  test('gives each picture its size and words, and loads those further down when they are near', async () => {
    const images = all(await read(path), /(<img [^>]*>)/g);
    for (const image of images) {
      expect(image).toMatch(/ width="\d+" height="\d+"/);
      expect(image).toMatch(/ alt="[^"]{30,}"/);
      expect(image).toMatch(/loading="lazy"|fetchpriority="high"/);
    }
    expect(images.filter((image) => image.includes('fetchpriority')).length).toBeLessThanOrEqual(2);
  });

  test('goes out compressed, with a mark by which it is not sent twice, under a policy without holes', async () => {
    const answer = ask(path, { 'Accept-Encoding': 'br' })!;
    expect([answer.status, answer.headers.get('Content-Encoding'), answer.headers.get('Cache-Control')]).toEqual([
      200,
      'br',
      'public, no-cache',
    ]);
    const again = ask(path, { 'If-None-Match': answer.headers.get('ETag')! })!;
    expect([again.status, await again.text()]).toEqual([304, '']);
    const policy = answer.headers.get('Content-Security-Policy')!;
    expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'sha256-[^']+'; style-src 'sha256-[^']+';/);
    expect(policy).not.toMatch(/unsafe|\*|https?:|data:/);
    expect(ask(`${path}/`)!.status).toBe(200);
  });
});

test('every link within a page leads to a place that it has', async () => {
  for (const path of publicPages) {
    const html = await read(path);
    for (const id of all(html, /href="#([^"]+)"/g))
      expect([path, html.includes(` id="${id}"`), id]).toEqual([path, true, id]);
  }
});

test('only /restaurant takes signed-in visits to the app, before anything is painted', async () => {
  for (const path of publicPages) {
    const [script] = all(await read(path), /<script>(.*?)<\/script>/g);
    expect([path, script!.includes('/restaurant/insights')]).toEqual([path, path === '/restaurant']);
  }
});

test('robots find the public pages and are kept out of the app', async () => {
  expect(await ask('/robots.txt')!.text()).toBe(
    `User-agent: *\nDisallow: /backend/\nDisallow: /restaurant/\n\nSitemap: ${ORIGIN}/sitemap.xml\n`,
  );
  const sitemap = ask('/sitemap.xml')!;
  expect(sitemap.headers.get('Content-Type')).toBe('application/xml; charset=utf-8');
  expect(all(await sitemap.text(), /<loc>(.*?)<\/loc>/g)).toEqual(publicPages.map((path) => ORIGIN + path));
});

test('who runs the installation stands on the pages that have to say it, as text', async () => {
  const asked = async (path: string, from: Site) =>
    (await from.give(new Request(ORIGIN + path), new URL(ORIGIN + path))!.text()).replaceAll(/\s+/g, ' ');
  const told = await open({
    operatorName: 'Spice & <b>Sons</b> Ltd',
    operatorAddress: '1 Mill Lane, London',
    contactEmail: 'hello@example.com',
  });
  for (const path of ['/privacy-policy', '/terms-of-use', '/company', '/contact-us']) {
    const html = await asked(path, told);
    expect(html).toContain('Spice &#38; &#60;b&#62;Sons&#60;/b&#62; Ltd');
    expect(html).toContain('1 Mill Lane, London');
  }
  expect(await asked('/privacy-policy', told)).toContain('href="mailto:hello@example.com"');
  expect(await asked('/privacy-policy', site)).toContain('have not put their name and address here yet');
  expect(await asked('/privacy-policy', site)).not.toContain('mailto:');
});

test('the privacy policy speaks of what this product keeps', async () => {
  const text = textOf(await read('/privacy-policy'));
  for (const word of ['piniaState', 'IndexedDB', 'XSRF-TOKEN', 'log out', 'not sent', '180 days', 'complain'])
    expect(text).toContain(word);
});

test('the privacy policy names every table that holds something of somebody, and no other thing is a table', async () => {
  const text = textOf(await read('/privacy-policy'));
  const tables = Object.values(schema).filter((one) => is(one, PgTable));
  for (const table of tables) {
    const name = getTableName(table);
    const words = toldOf[name];
    expect([name, words === nobodys || (words !== undefined && text.includes(words))]).toEqual([name, true]);
  }
  expect(tables).toHaveLength(Object.keys(toldOf).length);
});

test('the privacy policy tells what a report of a fault holds, and that a PIN protects no copy', async () => {
  const text = textOf(await read('/privacy-policy'));
  expect(text).toContain('the kind of page, the browser and who was signed in');
  expect(text).toContain('orders, chats and customers stay readable without it');
  expect(textOf(await read('/business'))).toContain('orders, chats and customers stay readable without it');
});

test('no page offers what the app does not do yet', async () => {
  const source = await readFile(new URL('../src/routes.ts', import.meta.url), 'utf8');
  const later = all(source, /'(\/restaurant\/[^']+)': notYet/g);
  for (const route of later) {
    expect([route, route in wordsOfLater]).toEqual([route, true]);
    for (const page of ['/restaurant', '/business', '/company'] as const)
      expect([page, textOf(await read(page)).match(wordsOfLater[route]!)]).toEqual([page, null]);
  }
});

test('what is no page of these is left to others', () => {
  for (const path of ['/', '/login', '/restaurant/insights', '/business/x', '/assets/site.js', '/.site/business.html'])
    expect(ask(path)).toBeNull();
});

const nobodys = Symbol('holds nothing of anybody');

/** What the privacy policy says of each table, in its own words. */
const toldOf: Record<string, string | typeof nobodys> = {
  users: 'Owner’s account',
  sessions: 'Sessions: which device',
  user_identities: 'the number by which they know you',
  sign_in_returns: 'What Google or Facebook said of you',
  vapid_keys: nobodys,
  email_codes: 'Codes and links sent by e-mail',
  contact_messages: 'Messages to us by the contact form',
  rate_limits: 'How often something was tried',
  spaces: nobodys,
  sync_clients: 'Which devices of a restaurant keep a copy',
  mutation_results: 'what became of each change that a device sent',
  restaurants: 'Restaurant’s profile',
  menu_books: 'Orders, menu, customers, chats',
  menu_categories: 'Orders, menu, customers, chats',
  menu_items: 'Orders, menu, customers, chats',
  orders: 'Orders, menu, customers, chats',
  customers: 'Orders, menu, customers, chats',
  chats: 'Orders, menu, customers, chats',
  chat_messages: 'Orders, menu, customers, chats',
  notifications: 'Notifications inside the app',
  channels: 'Details of a WhatsApp number',
  checkouts: 'State of a payment',
  push_subscriptions: 'Notifications that you turned on for a device',
};

/** What a page would say if it offered one of the routes that answer "not yet". */
const wordsOfLater: Record<string, RegExp> = {
  '/restaurant/payments': /refund|withdraw|pay-?out|card payment/i,
  '/restaurant/payments/:paymentId': /refund|withdraw|pay-?out|card payment/i,
  '/restaurant/channels/:channelType/callback': /whatsapp|google calendar/i,
  '/restaurant/chatbot': /chatbot|\bbots?\b/i,
  '/restaurant/chatbot/manage': /chatbot|\bbots?\b/i,
  '/restaurant/chatbot/setup': /chatbot|\bbots?\b/i,
  '/restaurant/menu/upload': /upload|photograph your menu/i,
  '/restaurant/inventory': /inventory|stock level/i,
  '/restaurant/website': /from your website|website of your own|menu that customers (see|order from)/i,
};

function contentOf(name: string): string {
  const found = files.find((file) => file.name === name);
  if (!found) throw new Error(`The build makes no ${name}`);
  return String(found.content);
}
