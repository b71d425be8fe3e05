import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CannedReply } from '../../../contract/chats/canned-reply-calls.ts';
import { CANNED_REPLIES_MAX } from '../../../contract/chats/canned-replies.ts';
import { callApi, requestData, type Method } from '../../../tests/support/api.ts';
import { startApp, type TestApp } from '../../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../../tests/support/sign-up.ts';
import { newId } from '../../platform/ids.ts';

let app: TestApp;
let owner: SignedUp;

beforeAll(async () => {
  app = await startApp({ startsAt: '2026-11-20T18:30:00.000Z' });
  owner = await signUp(app);
});
afterAll(() => app.close());

const PATH = '/chat/canned-replies';
const call = <T = CannedReply>(method: Method, path: string, body?: unknown) =>
  callApi<T>(app.fetch, method, path, { token: owner.token, body });
const shortcuts = async () =>
  (
    await requestData<{ canned_replies: CannedReply[] }>(app.fetch, 'GET', PATH, { token: owner.token })
  ).canned_replies.map(({ shortcut }) => shortcut);
const seconds = (count: number) => new Date(app.clock.now().getTime() - 60_000 + count * 1000).toISOString();

test('replies are added once, listed in order, and deleted', async () => {
  const body = { id: newId(), shortcut: 'hours', title: 'Hours', message: ' We open at five. ' };
  const made = await call('POST', PATH, body);
  expect(made.data).toMatchObject({ id: body.id, shortcut: 'hours', message: 'We open at five.', sort_order: 0 });
  expect((await call('POST', PATH, body)).notice?.code).toBe('already_done');
  expect((await call('POST', PATH, { ...body, message: 'Other' })).error?.code).toBe('id_taken');
  await call('POST', PATH, { shortcut: 'address', message: 'Find us at …' });
  await call('POST', PATH, { shortcut: 'a-first', message: 'Hello', sort_order: 1 });
  expect(await shortcuts()).toEqual(['address', 'hours', 'a-first']);
  await call('DELETE', `${PATH}/${body.id}`);
  expect((await call('DELETE', `${PATH}/${body.id}`)).notice?.code).toBe('already_done');
  expect((await call('PUT', `${PATH}/${body.id}`, { title: 'Late' })).status).toBe(404);
  expect(await shortcuts()).toEqual(['address', 'a-first']);
});

test('a shortcut belongs to one reply, until that is deleted', async () => {
  const first = await call('POST', PATH, { shortcut: 'parking', message: 'Behind us' });
  const second = await call('POST', PATH, { shortcut: 'bus', message: 'Line 4' });
  const again = () => call('POST', PATH, { shortcut: 'parking', message: 'In front' });
  expect((await again()).error).toMatchObject({ code: 'shortcut_taken', current: { id: first.data.id } });
  const renamed = await call('PUT', `${PATH}/${second.data.id}`, { shortcut: 'parking' });
  expect([renamed.status, renamed.error?.code]).toEqual([409, 'shortcut_taken']);
  await call('DELETE', `${PATH}/${first.data.id}`);
  expect((await again()).status).toBe(200);
});

test('edits merge by field, the newest wins', async () => {
  const { data } = await call('POST', PATH, { shortcut: 'vegan', message: 'One' });
  const edit = (body: object) => call('PUT', `${PATH}/${data.id}`, body);
  await edit({ message: 'Three', occurred_at: seconds(30) });
  const late = await edit({ message: 'Two', title: 'Vegan dishes', occurred_at: seconds(20) });
  expect(late.data).toMatchObject({ message: 'Three', title: 'Vegan dishes' });
  expect([late.notice?.code, Object.keys(late.notice?.fields ?? {})]).toEqual(['superseded', ['message']]);
});

test.each([
  ['shortcut', { shortcut: 'Two words', message: 'Hello' }],
  ['message', { shortcut: 'empty', message: ' ' }],
  ['message', { shortcut: 'long', message: 'x'.repeat(4097) }],
  ['title', { shortcut: 'title', message: 'Hello', title: 'x'.repeat(81) }],
])('an invalid %s is refused', async (field, body) => {
  const refused = await call('POST', PATH, body);
  expect([refused.status, Object.keys(refused.error?.field_errors ?? {})]).toEqual([422, [field]]);
});

test('there is a limit', async () => {
  const other = await signUp(app);
  const add = (shortcut: string) =>
    callApi(app.fetch, 'POST', PATH, { token: other.token, body: { shortcut, message: 'Hello' } });
  await app.pools.owner.query(
    `WITH s AS (UPDATE spaces SET version = version + 1 WHERE restaurant_id = $1 RETURNING version)
     INSERT INTO canned_replies (restaurant_id, id, version, created_at, updated_at, shortcut, message)
     SELECT $1, gen_random_uuid(), s.version, now(), now(), 'r' || n, 'Hello' FROM s, generate_series(1, $2) AS n`,
    [other.restaurant.id, CANNED_REPLIES_MAX - 1],
  );
  expect((await add('last')).status).toBe(200);
  expect((await add('one-more')).error).toMatchObject({ code: 'invalid_fields' });
});
