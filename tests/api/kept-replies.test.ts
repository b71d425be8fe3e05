import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { z } from 'zod/mini';
import type { MenuItem } from '../../contract/menu/calls.ts';
import type { PublicMenu } from '../../contract/storefront/calls.ts';
import { createApp } from '../../server/app.ts';
import { KeptReplies } from '../../server/pipeline/kept-replies.ts';
import { newId } from '../../server/platform/ids.ts';
import { requestData } from '../support/api.ts';
import { startApp, type TestApp } from '../support/server.ts';
import { signUp, type SignedUp } from '../support/sign-up.ts';
import { statementsOf } from '../support/statements.ts';
import { dishPath, makeMenu, type Menu } from './tablet.ts';

const NOW = '2026-11-20T18:30:00.000Z';

let app: TestApp;
let owner: SignedUp;
let menu: Menu;
let catalog: string;

beforeAll(async () => void (app = await startApp()));
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set(NOW);
  owner = await signUp(app);
  menu = await makeMenu(app, owner);
  await change('PUT', `/menu/books/${menu.bookId}`, { status: 'published' });
  catalog = `/public/restaurants/${owner.restaurant.slug}/menu`;
});

const change = (method: 'PUT' | 'POST', path: string, body: object, fetch = app.fetch) =>
  requestData(fetch, method, path, { token: owner.token, body });
const ask = (path: string, headers: Record<string, string> = {}, { token } = owner) =>
  app.fetch(
    new Request(`http://localhost/backend${path}`, { headers: { authorization: `Bearer ${token}`, ...headers } }),
  ) as Promise<Response>;
const dishes = () => requestData<MenuItem[]>(app.fetch, 'GET', '/menu', { token: owner.token });
const available = async () => Object.fromEntries((await dishes()).map((dish) => [dish.name, dish.is_available]));
const offered = async () => {
  const { books } = await requestData<z.infer<typeof PublicMenu>>(app.fetch, 'GET', catalog);
  const items = books.flatMap(({ categories }) => categories.flatMap((category) => category.items));
  return Object.fromEntries(items.map((item) => [item.name, item.is_available]));
};

test('is compressed once and has the same content for every reader', async () => {
  for (const path of ['/menu', catalog]) {
    const plain = await (await ask(path)).text();
    for (const accepted of ['gzip', 'br, gzip;q=0.5', '*', 'gzip, deflate']) {
      const answer = await ask(path, { 'accept-encoding': accepted });
      expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, 'gzip']);
      expect(gunzipSync(Buffer.from(await answer.arrayBuffer())).toString()).toBe(plain);
    }
    for (const accepted of ['identity', 'br', 'gzip;q=0', 'gzip; q=0.0']) {
      const answer = await ask(path, { 'accept-encoding': accepted });
      expect([accepted, answer.headers.get('content-encoding')]).toEqual([accepted, null]);
      expect(await answer.text()).toBe(plain);
    }
  }
});

test('is not sent again to a reader who has it, and kept by browsers only', async () => {
  for (const path of ['/menu', catalog]) {
    const { headers } = await ask(path);
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(headers.get('vary')).toBe('Authorization, Accept-Encoding, Origin');
    const etag = headers.get('etag')!;
    for (const known of [etag, `"other", ${etag}`, etag.slice(2), '*']) {
      const again = await ask(path, { 'if-none-match': known });
      expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
      expect(again.headers.get('cache-control')).toBe('private, no-cache');
    }
    expect((await ask(path, { 'if-none-match': '"other"' })).status).toBe(200);
  }
});

test('costs the session and one message', async () => {
  await dishes();
  const sent = (await statementsOf(dishes)).map(({ text }) => text);
  expect(sent).toEqual([expect.stringContaining('FROM sessions'), expect.stringMatching(/^SET LOCAL.*FROM spaces/)]);
});

test('changes at once after a write of another process', async () => {
  const other = createApp(app);
  const known = (await ask('/menu')).headers.get('etag')!;
  expect([await available(), await offered()]).toMatchObject([{ 'Dish 0': true }, { 'Dish 0': true }]);
  await change('PUT', `${dishPath(menu)}/update-availability`, { is_available: false }, other.fetch);
  expect([await available(), await offered()]).toMatchObject([{ 'Dish 0': false }, { 'Dish 0': false }]);
  expect((await ask('/menu', { 'if-none-match': known })).status).toBe(200);
  other.close();
});

test('changes at the instant at which an absence ends by itself', async () => {
  const until = '2026-11-20T19:00:00.123Z';
  const [variant_id, modifier] = [newId(), newId()];
  await change('PUT', dishPath(menu, 1), { variants: [{ id: variant_id, name: 'Small', price_amount: 500 }] });
  const group = await requestData<{ id: string }>(app.fetch, 'POST', '/menu/modifier-groups', {
    token: owner.token,
    body: {
      name: 'Rice',
      selection_type: 'single',
      min_selected: 1,
      modifiers: [{ id: modifier, name: 'Plain', price_amount: 0 }],
    },
  });
  await change('PUT', dishPath(menu, 2), { modifier_groups: [{ id: group.id }] });
  const absent = { is_available: false, unavailable_until: until };
  await change('PUT', `${dishPath(menu)}/update-availability`, {
    availability_status: 'hidden',
    unavailable_until: until,
  });
  await change('PUT', `${dishPath(menu, 1)}/update-availability`, { ...absent, variant_id });
  await change('PUT', `${dishPath(menu, 2)}/update-availability`, { ...absent, modifier_id: modifier });
  for (const instant of [NOW, '2026-11-20T19:00:00.122Z']) {
    app.clock.set(instant);
    expect(await available()).toMatchObject({ 'Dish 0': false });
    expect(await offered()).toEqual({ 'Dish 1': false, 'Dish 2': false });
  }
  app.clock.set(until);
  expect(await available()).toMatchObject({ 'Dish 0': true });
  expect(await offered()).toEqual({ 'Dish 0': true, 'Dish 1': true, 'Dish 2': true });
});

test('changes at the minute at which a menu begins and ends', async () => {
  const lunch = { validity: 'always', weekdays: [], start_date: null, end_date: null };
  await change('PUT', `/menu/books/${menu.bookId}/categories/${menu.categoryId}`, {
    availability_windows: [{ ...lunch, id: newId(), start_time: '19:00', end_time: '19:30' }],
  });
  for (const [instant, isServed] of [
    [NOW, false],
    ['2026-11-20T18:59:59.999Z', false],
    ['2026-11-20T19:00:00.000Z', true],
    ['2026-11-20T19:29:59.999Z', true],
    ['2026-11-20T19:30:00.000Z', false],
  ] as const) {
    app.clock.set(instant);
    expect([instant, await offered()]).toMatchObject([instant, { 'Dish 0': isServed }]);
  }
});

test('is of one restaurant, one query and whoever may ask', async () => {
  const { headers } = await ask('/menu');
  const known = { 'if-none-match': headers.get('etag')! };
  const other = await signUp(app);
  const answer = await ask('/menu', known, other);
  expect([answer.status, ((await answer.json()) as { data: unknown }).data]).toEqual([200, []]);
  expect((await ask('/menu', known, { ...owner, token: 'nobody' })).status).toBe(401);
  expect(((await (await ask('/menu?limit=1')).json()) as { data: unknown[] }).data).toHaveLength(1);
  expect(await dishes()).toHaveLength(3);
});

test('memory is bounded, and what was not asked for longest makes room', () => {
  const kept = new KeptReplies(10_000);
  const space = { epoch: 'one', version: 1 };
  const [from, now] = [new Date(NOW), new Date(NOW)];
  const reply = { etag: '', gzip: Buffer.alloc(2_000) };
  for (const key of ['a', 'b', 'c', 'c']) kept.keep(key, { space, from, until: null, reply });
  expect(kept.bytes).toBe(9_000);
  kept.find('a', space, now);
  kept.keep('d', { space, from, until: null, reply });
  expect(['a', 'b', 'c', 'd'].map((key) => kept.find(key, space, now) !== null)).toEqual([true, false, true, true]);
  kept.keep('e', { space, from, until: null, reply: { etag: '', gzip: Buffer.alloc(20_000) } });
  expect(kept.bytes).toBe(0);
});

test('is of a version, an epoch and a time', () => {
  const kept = new KeptReplies();
  const reply = { etag: '', gzip: Buffer.alloc(10) };
  const at = (instant: string) => new Date(`2026-11-20T${instant}Z`);
  kept.keep('a', { space: { epoch: 'one', version: 7 }, from: at('18:00:00'), until: at('19:00:00'), reply });
  const isKept = (epoch: string, version: number, instant: string) =>
    kept.find('a', { epoch, version }, at(instant)) !== null;
  expect([isKept('one', 7, '18:00:00'), isKept('one', 7, '18:59:59.999')]).toEqual([true, true]);
  expect([isKept('one', 7, '17:59:59.999'), isKept('one', 7, '19:00:00')]).toEqual([false, false]);
  expect([isKept('one', 6, '18:00:00'), isKept('one', 8, '18:00:00'), isKept('two', 7, '18:00:00')]).toEqual([
    false,
    false,
    false,
  ]);
});
