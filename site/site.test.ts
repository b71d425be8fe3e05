import { globSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publicPages } from '../contract/public-pages.ts';
import { readSite, type Site } from '../server/web/site.ts';
import { pages, renderSite, type SiteFile } from './site.ts';

const ORIGIN = 'https://galley.example';
const kB = 1000;
let folder: string;
let files: SiteFile[];
let site: Site;

const open = async (settings: { operatorName?: string; operatorAddress?: string; contactEmail?: string } = {}) =>
  (await readSite(folder, {
    publicUrl: ORIGIN,
    operatorName: settings.operatorName ?? null,
    operatorAddress: settings.operatorAddress ?? null,
    contactEmail: settings.contactEmail ?? null,
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

const request = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  site.give(new Request(`http://evil.example${path}`, { headers, method }), new URL(path, 'http://evil.example'));
const read = async (path: string) => (await request(path)!.text()).replaceAll(/\s+/g, ' ');
const all = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map((match) => match[1]!);
/** What a reader sees: no head, no script, no markup. */
const textOf = (html: string) =>
  html
    .replace(/^.*?<body[^>]*>/, '')
    .replaceAll(/<(script|style)\b.*?<\/\1>/g, '')
    .replaceAll(/<[^>]+>/g, ' ');

test('has one page for each public path', () => {
  expect(pages.map(({ path }) => path).toSorted()).toEqual([...publicPages].toSorted());
  expect(new Set(pages.map(({ title }) => title)).size).toBe(pages.length);
});

describe.each(publicPages)('%s', (path) => {
  test('reads without JavaScript: heading, text and links', async () => {
    const html = await read(path);
    expect(all(html, /<h1>(.*?)<\/h1>/g)).toHaveLength(1);
    expect(textOf(html).split(/\s+/).length).toBeGreaterThan(120);
    for (const to of [...publicPages, '/login', '/register']) expect(html).toContain(`href="${to}"`);
    expect(html).not.toMatch(/\{\{|undefined|\[object|lorem/i);
  });

  test("names the configured address, never the request's host", async () => {
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

  test('contains well-formed JSON-LD', async () => {
    const [text] = all(await read(path), /<script type="application\/ld\+json">(.*?)<\/script>/g);
    const { '@graph': graph } = JSON.parse(text!) as { '@graph': Record<string, string>[] };
    expect(graph.find((thing) => thing['@id'] === ORIGIN + path)).toMatchObject({ url: ORIGIN + path });
    expect(graph[0]).toMatchObject({ '@type': 'Organization', name: 'Galley', url: `${ORIGIN}/restaurant` });
  });

  test('is small and loads only files of the build', async () => {
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

  test('gives pictures size and text, and loads later ones lazily', async () => {
    const images = all(await read(path), /(<img [^>]*>)/g);
    for (const image of images) {
      expect(image).toMatch(/ width="\d+" height="\d+"/);
      expect(image).toMatch(/ alt="[^"]{30,}"/);
      expect(image).toMatch(/loading="lazy"|fetchpriority="high"/);
    }
    expect(images.filter((image) => image.includes('fetchpriority')).length).toBeLessThanOrEqual(2);
  });

  test('is compressed, revalidates by ETag and has a strict policy', async () => {
    const answer = request(path, { 'Accept-Encoding': 'br' })!;
    expect([answer.status, answer.headers.get('Content-Encoding'), answer.headers.get('Cache-Control')]).toEqual([
      200,
      'br',
      'public, no-cache',
    ]);
    const again = request(path, { 'If-None-Match': answer.headers.get('ETag')! })!;
    expect([again.status, await again.text()]).toEqual([304, '']);
    const policy = answer.headers.get('Content-Security-Policy')!;
    expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'sha256-[^']+'; style-src 'sha256-[^']+';/);
    expect(policy).not.toMatch(/unsafe|\*|https?:|data:/);
    expect(request(`${path}/`)!.status).toBe(200);
  });
});

test('every link within a page has its target', async () => {
  for (const path of publicPages) {
    const html = await read(path);
    for (const id of all(html, /href="#([^"]+)"/g))
      expect([path, html.includes(` id="${id}"`), id]).toEqual([path, true, id]);
  }
});

test('only /restaurant redirects signed-in visits, before painting', async () => {
  for (const path of publicPages) {
    const [script] = all(await read(path), /<script>(.*?)<\/script>/g);
    expect([path, script!.includes('/restaurant/insights')]).toEqual([path, path === '/restaurant']);
  }
});

test('robots find the public pages but not the app', async () => {
  expect(await request('/robots.txt')!.text()).toBe(
    `User-agent: *\nDisallow: /backend/\nDisallow: /restaurant/\n\nSitemap: ${ORIGIN}/sitemap.xml\n`,
  );
  const sitemap = request('/sitemap.xml')!;
  expect(sitemap.headers.get('Content-Type')).toBe('application/xml; charset=utf-8');
  expect(all(await sitemap.text(), /<loc>(.*?)<\/loc>/g)).toEqual(publicPages.map((path) => ORIGIN + path));
});

test("shows the operator's name on required pages, as text", async () => {
  const fetchPage = async (path: string, from: Site) =>
    (await from.give(new Request(ORIGIN + path), new URL(ORIGIN + path))!.text()).replaceAll(/\s+/g, ' ');
  const configured = await open({
    operatorName: 'Spice & <b>Sons</b> Ltd',
    operatorAddress: '1 Mill Lane, London',
    contactEmail: 'hello@example.com',
  });
  for (const path of ['/privacy-policy', '/terms-of-use', '/company', '/contact-us']) {
    const html = await fetchPage(path, configured);
    expect(html).toContain('Spice &#38; &#60;b&#62;Sons&#60;/b&#62; Ltd');
    expect(html).toContain('1 Mill Lane, London');
  }
  expect(await fetchPage('/privacy-policy', configured)).toContain('href="mailto:hello@example.com"');
  expect(await fetchPage('/privacy-policy', site)).toContain('have not put their name and address here yet');
  expect(await fetchPage('/privacy-policy', site)).not.toContain('mailto:');
});

test('the privacy policy describes what this product stores', async () => {
  const text = textOf(await read('/privacy-policy'));
  for (const term of ['piniaState', 'IndexedDB', 'XSRF-TOKEN', 'log out', 'not sent', '180 days', 'complain'])
    expect(text).toContain(term);
});

test('the privacy policy covers exactly the tables with personal data', async () => {
  const text = textOf(await read('/privacy-policy'));
  const root = join(import.meta.dirname, '..');
  const areas = globSync('server/db/schema/*.ts', { cwd: root });
  const modules = await Promise.all(areas.map((file) => import(join(root, file)) as Promise<Record<string, unknown>>));
  const tables = modules.flatMap((schema) => Object.values(schema)).filter((one) => is(one, PgTable));
  for (const table of tables) {
    const name = getTableName(table);
    const stated = settingsText[name];
    expect([name, stated === nobodys || (stated !== undefined && text.includes(stated))]).toEqual([name, true]);
  }
  expect(tables).toHaveLength(Object.keys(settingsText).length);
});

test("the privacy policy covers error reports and the PIN's limits", async () => {
  const text = textOf(await read('/privacy-policy'));
  expect(text).toContain('the kind of page, the browser and who was signed in');
  expect(text).toContain('only money and settings wait for it, orders, chats and customers stay readable without it');
  expect(textOf(await read('/business'))).toContain('orders, chats and customers stay readable without it');
});

test('a PIN is entered without a network, and set with one', async () => {
  const policy = textOf(await read('/privacy-policy'));
  for (const term of ['a PIN as a one-way hash (argon2id)', 'check their PIN without a network', 'who approved it'])
    expect(policy).toContain(term);
  const terms = textOf(await read('/terms-of-use'));
  expect(terms).toContain('setting a password or a PIN, needs a network');
  expect(terms).toContain('accepts the PINs that it knows without one');
  expect(textOf(await read('/restaurant'))).toContain('Entering a PIN works without a network');
});

test('the marketing pages name what the product does', async () => {
  const text = `${textOf(await read('/restaurant'))} ${textOf(await read('/business'))}`;
  const areas = [
    'website',
    'reservations',
    'chatbot',
    'WhatsApp',
    'photograph',
    'promotions',
    'inventory',
    'point of sale',
  ];
  for (const area of [
    ...areas,
    'withdrawals',
    'insights',
    'past orders',
    'delete the account',
    'floor plan',
    'passkey',
  ])
    expect([area, text.toLowerCase().includes(area.toLowerCase())]).toEqual([area, true]);
});

test('leaves other paths to others', () => {
  for (const path of ['/', '/login', '/restaurant/insights', '/business/x', '/assets/site.js', '/.site/business.html'])
    expect(request(path)).toBeNull();
});

const nobodys = Symbol('holds nothing of anybody');

/** What the privacy policy says about each table, in its own words. */
const settingsText: Record<string, string | typeof nobodys> = {
  users: 'Owner’s account',
  sessions: 'Sessions: which device',
  memberships: 'People of a restaurant: who belongs to it',
  changes: 'What people changed: who did what',
  sign_ins: 'Login history: who signed in',
  user_identities: 'the number by which they know you',
  sign_in_returns: 'What Google or Facebook said of you',
  passkeys: 'Passkeys: public key',
  passkey_challenges: 'The question that a passkey has to sign',
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
  reservations: 'chats, reservations',
  inventory_items: 'Orders, menu, customers, chats',
  inventory_movements: 'Orders, menu, customers, chats',
  order_figures: 'Orders, menu, customers, chats',
  hour_figures: 'Orders, menu, customers, chats',
  month_figures: 'Orders, menu, customers, chats',
  order_texts: 'Orders, menu, customers, chats',
  customer_figures: 'Orders, menu, customers, chats',
  item_figures: 'Orders, menu, customers, chats',
  modifier_groups: 'Orders, menu, customers, chats',
  menu_uploads: 'Photographs and PDFs of a menu',
  menu_upload_files: 'Photographs and PDFs of a menu',
  menu_sent_files: 'Photographs and PDFs of a menu',
  files: 'Photographs and PDFs of a menu',
  orders: 'Orders, menu, customers, chats',
  customers: 'Orders, menu, customers, chats',
  chats: 'Orders, menu, customers, chats',
  chat_messages: 'Orders, menu, customers, chats',
  chat_sentiments: 'how their messages sound',
  chatbot_conversations: 'Orders, menu, customers, chats',
  notifications: 'Notifications inside the app',
  channels: 'Details of a WhatsApp number',
  whatsapp_contacts: 'Orders, menu, customers, chats',
  whatsapp_events: 'Orders, menu, customers, chats',
  chat_files: 'Orders, menu, customers, chats',
  order_ratings: 'Orders, menu, customers, chats',
  calendar_events: 'Google Calendar and delivery partners',
  delivery_partners: 'Google Calendar and delivery partners',
  checkouts: 'State of a payment',
  payments: 'State of a payment',
  ledger_entries: 'State of a payment',
  ledger_sums: 'State of a payment',
  payment_accounts: 'Accounts for receiving money',
  withdrawal_accounts: 'Accounts for receiving money',
  withdrawal_requests: 'Accounts for receiving money',
  subscriptions: 'Accounts for receiving money',
  subscription_invoices: 'Accounts for receiving money',
  reconciliation_differences: 'State of a payment',
  webhook_events: 'State of a payment',
  consent_changes: 'Orders, menu, customers, chats',
  customer_imports: 'Orders, menu, customers, chats',
  order_imports: 'Orders, menu, customers, chats',
  delivery_locations: 'Restaurant’s profile',
  canned_replies: 'Orders, menu, customers, chats',
  notification_preferences: 'Notifications inside the app',
  promotion_uses: 'Orders, menu, customers, chats',
  promotions: 'Orders, menu, customers, chats',
  restaurant_settings: 'Restaurant’s profile',
  sold_out_periods: 'Orders, menu, customers, chats',
  push_subscriptions: 'Notifications that you turned on for a device',
};

function contentOf(name: string): string {
  const found = files.find((file) => file.name === name);
  if (!found) throw new Error(`The build makes no ${name}`);
  return String(found.content);
}
