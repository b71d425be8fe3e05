import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MenuItem } from '../../contract/menu/calls.ts';
import { newId } from '../../server/platform/ids.ts';
import { callApi } from '../support/api.ts';
import { startApp, type TestApp } from '../support/server.ts';
import { signUp, type SignedUp } from '../support/sign-up.ts';
import { dishPath, makeMenu, type Menu } from './tablet.ts';

let app: TestApp;
let owner: SignedUp;
let menu: Menu;

beforeAll(async () => {
  app = await startApp();
  owner = await signUp(app);
  menu = await makeMenu(app, owner);
});
afterAll(() => app.close());

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  callApi<{ id: string }>(app.fetch, 'POST', path, { token: owner.token, body, headers });
const version = async () =>
  (await callApi<{ version: number }>(app.fetch, 'GET', '/sync/hello', { token: owner.token })).data.version;
const keyed = (key: string) => ({ 'Idempotency-Key': key });

describe('the same key', () => {
  test('takes effect once when sent a hundred times at once (R4)', async () => {
    const before = await version();
    const key = newId();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => post('/menu/books', { name: 'Lunch' }, keyed(key))),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => answer.data.id)).size).toBe(1);
    expect(await version()).toBe(before + 1);
    const { rows } = await app.pools.owner.query('SELECT count(*)::int AS count FROM menu_books WHERE name = $1', [
      'Lunch',
    ]);
    expect(rows).toEqual([{ count: 1 }]);
  });

  test('may be in the body instead of the header', async () => {
    const key = newId();
    const first = await post('/menu/books', { name: 'Brunch', op_id: key });
    const again = await post('/menu/books', { name: 'Brunch', op_id: key }, keyed(key));
    expect(again.data).toEqual(first.data);
  });

  test('is refused when header and body differ', async () => {
    const { status, error } = await post('/menu/books', { name: 'Brunch', op_id: newId() }, keyed(newId()));
    expect([status, error?.code, Object.keys(error?.field_errors ?? {})]).toEqual([422, 'invalid_fields', ['op_id']]);
  });

  test('is refused with another request and changes nothing', async () => {
    const key = newId();
    await post('/menu/books', { name: 'Supper' }, keyed(key));
    const before = await version();
    const { status, error } = await post('/menu/books', { name: 'Breakfast' }, keyed(key));
    expect([status, error?.code]).toEqual([422, 'key_reused']);
    expect(await version()).toBe(before);
  });

  test('accepts a body whose fields are in another order', async () => {
    const key = newId();
    const first = await post('/menu/books', { name: 'Tea', description: 'At five' }, keyed(key));
    const again = await post('/menu/books', { description: 'At five', name: 'Tea' }, keyed(key));
    expect(again.data).toEqual(first.data);
  });

  test('repeats a refusal although its reason has gone (R4)', async () => {
    const id = newId();
    const key = newId();
    const path = `/menu/books/${id}/categories`;
    const refused = await post(path, { name: 'Sides' }, keyed(key));
    await post('/menu/books', { id, name: 'Late' });
    const again = await post(path, { name: 'Sides' }, keyed(key));
    const { request_id: first, ...one } = refused.error!;
    const { request_id: second, ...two } = again.error!;
    expect([refused.status, one]).toEqual([again.status, two]);
    expect([one.code, first === second]).toEqual(['not_found', false]);
  });

  test('accepts a corrected request after an invalid one', async () => {
    const key = newId();
    expect((await post('/menu/books', { name: '' }, keyed(key))).status).toBe(422);
    expect((await post('/menu/books', { name: 'Corrected' }, keyed(key))).status).toBe(200);
  });

  test('must be a UUID', async () => {
    const { status, error } = await post('/menu/books', { name: 'x' }, keyed('tuesday'));
    expect([status, error?.field_errors]).toEqual([422, { 'Idempotency-Key': 'Must be a UUID' }]);
  });

  test.each(['Idempotency-Key', 'X-Client-Id', 'X-Mutation-Id'])('is refused when %s is empty', async (name) => {
    const { status, error } = await post('/menu/books', { name: 'x' }, { [name]: '' });
    expect([status, error?.code, error?.field_errors]).toEqual([400, 'bad_request', { [name]: 'Must not be empty' }]);
  });

  test('does not collide with the same key of another restaurant', async () => {
    const other = await signUp(app);
    const key = newId();
    const mine = await post('/menu/books', { name: 'Mine' }, keyed(key));
    const theirs = await callApi<{ id: string; name: string }>(app.fetch, 'POST', '/menu/books', {
      token: other.token,
      body: { name: 'Theirs' },
      headers: keyed(key),
    });
    expect([mine.status, theirs.status, theirs.data.name]).toEqual([200, 200, 'Theirs']);
  });
});

test('writes without a key take effect every time', async () => {
  const before = await version();
  await post('/menu/books', { name: 'Twice' });
  await post('/menu/books', { name: 'Twice' });
  expect(await version()).toBe(before + 2);
});

test('a refused change does not raise the version', async () => {
  const before = await version();
  const refused = await callApi(app.fetch, 'PUT', `${dishPath(menu)}/update-availability`, {
    token: owner.token,
    body: { is_available: true, availability_status: 'sold_out' },
  });
  expect([refused.status, await version()]).toEqual([422, before]);
});

test("a change carries the person's time, never a future one", async () => {
  const put = (occurred_at: string) =>
    callApi<MenuItem>(app.fetch, 'PUT', `${dishPath(menu)}/update-availability`, {
      token: owner.token,
      body: { is_available: false, occurred_at },
    });
  expect((await put('2026-11-20T17:00:00.000Z')).data.availability_changed_at).toBe('2026-11-20T17:00:00.000Z');
  expect((await put('2027-11-20T17:00:00.000Z')).data.availability_changed_at).toBe(app.clock.now().toISOString());
});
