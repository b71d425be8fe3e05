import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Channel } from '../../contract/channels/calls.ts';
import { requestData, callApi } from '../../tests/support/api.ts';
import { startGraph, type GraphDouble } from '../../tests/support/graph.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import { openWhatsapp } from '../integrations/whatsapp.ts';
import { createBus } from '../platform/bus.ts';
import { channelJobs } from './check.ts';

const TOKEN = 'EAAG-a-token-of-a-system-user-9f3c';
const NUMBER = {
  id: '106540352242922',
  display_phone_number: '+44 20 7946 0123',
  verified_name: 'The Anchor',
  quality_rating: 'GREEN',
};
const WABA = '102290129340398';
const entry = { token: TOKEN, phone_no_id: NUMBER.id, waba_id: WABA };

let graph: GraphDouble;
let app: TestApp;
let owner: SignedUp;
beforeAll(async () => {
  graph = await startGraph();
  app = await startApp({ settings: graph.settings });
});
beforeEach(async () => {
  graph.tokens = new Map([[TOKEN, [{ waba_id: WABA, numbers: [NUMBER] }]]]);
  graph.bare = new Set();
  graph.trouble = null;
  graph.meanwhile = null;
  owner = await signUp(app);
  await app.jobs.drain();
  graph.requests = [];
});
afterAll(async () => {
  await app.close();
  await graph.close();
});

const add = (body: object, type = 'whatsapp', token = owner.token) =>
  callApi<Channel>(app.fetch, 'POST', `/channels/${type}`, { token, body });
const failsWith = (code: number, status = 400) =>
  void (graph.trouble = { status, error: { message: '?', type: 'OAuthException', code } });
const list = (token = owner.token) => requestData<Channel[]>(app.fetch, 'GET', '/channels', { token });
const checked = async (body: object = entry) => {
  await add(body);
  await app.jobs.drain();
  return (await list())[0]!;
};

test('missing, empty and blank fields get their fixed texts', async () => {
  const field_errors = {
    token: 'Token is required',
    phone_no_id: 'Phone number is required',
    waba_id: 'WhatsApp Business Account ID is required',
  };
  for (const body of [
    {},
    { token: '', phone_no_id: '', waba_id: '' },
    { token: ' ', phone_no_id: '\t', waba_id: '  ' },
  ])
    expect(await add(body)).toMatchObject({ status: 422, error: { code: 'invalid_fields', field_errors } });
  expect((await add({ ...entry, token: '' })).error?.field_errors).toEqual({ token: 'Token is required' });
  expect(await list()).toEqual([]);
});

test('any other type is refused with its text', async () => {
  for (const type of ['telegram', 'WhatsApp', 'google-calendar', 'whatsapp%20'])
    for (const body of [{}, entry])
      expect(await add(body, type)).toMatchObject({
        status: 422,
        error: { message: 'Type not supported', field_errors: { type: 'Type not supported' } },
      });
});

test('impossible ids and tokens are refused without a request', async () => {
  const answered = await add({ token: 'two words', phone_no_id: '+44 20 7946 0123', waba_id: '../me' });
  expect(Object.keys(answered.error?.field_errors ?? {})).toEqual(['token', 'phone_no_id', 'waba_id']);
  expect((await add({ ...entry, name: 'x' })).error?.field_errors).toEqual({ name: 'Unknown field' });
  await app.jobs.drain();
  expect(graph.requests).toEqual([]);
});

test('right details are checked and reported as not in service', async () => {
  const { data } = await add({ ...entry, token: ` ${TOKEN}\n` });
  expect(data).toMatchObject({
    type: 'whatsapp',
    name: 'WhatsApp, ID …2922',
    status: 'pending',
    status_reason: 'checking',
  });
  await app.jobs.drain();
  expect(await list()).toEqual([
    {
      ...data,
      name: 'The Anchor',
      status_reason: 'not_in_service',
      checked_at: app.clock.now().toISOString(),
      token_last4: '9f3c',
      display_phone_number: '+44 20 7946 0123',
      verified_name: 'The Anchor',
      quality_rating: 'green',
    },
  ]);
  expect(graph.requests.map(({ token }) => token)).toEqual([TOKEN, TOKEN]);
  expect(graph.requests[0]!.path).toBe(
    `/v26.0/${NUMBER.id}?fields=display_phone_number%2Cverified_name%2Cquality_rating`,
  );
});

test('a token that was put right leaves no error behind', async () => {
  const kept = graph.tokens.get(TOKEN)!;
  graph.tokens.clear();
  expect(await checked()).toMatchObject({ status: 'error', last_error_code: '190' });
  graph.tokens.set(TOKEN, kept);
  expect(await checked()).toMatchObject({
    status_reason: 'not_in_service',
    last_error_code: null,
    last_error_at: null,
  });
});

test('a number is found on later pages, without following links', async () => {
  const others = Array.from({ length: 60 }, (_, n) => ({ ...NUMBER, id: String(1000 + n) }));
  graph.tokens.set(TOKEN, [{ waba_id: WABA, numbers: [...others, NUMBER] }]);
  expect(await checked()).toMatchObject({ status: 'pending', status_reason: 'not_in_service' });
  expect(graph.requests).toHaveLength(4);
});

test.each<[string, () => void, object, object]>([
  [
    'a token that has ended',
    () => graph.tokens.clear(),
    {},
    { status_reason: 'token_refused', last_error_code: '190' },
  ],
  [
    'a token that may not',
    () => graph.bare.add(TOKEN),
    {},
    { status_reason: 'permission_missing', last_error_code: '200' },
  ],
  ['a token that is none', () => failsWith(0), {}, { status_reason: 'token_refused', last_error_code: '0' }],
  ['a missing permission', () => failsWith(3), {}, { status_reason: 'permission_missing', last_error_code: '3' }],
  [
    'an account that is locked',
    () => failsWith(131_031),
    {},
    { status_reason: 'refused_otherwise', last_error_code: '131031' },
  ],
  ['an unknown number', () => {}, { phone_no_id: '1' }, { status_reason: 'number_unknown', last_error_code: '100' }],
  ['an unknown account', () => {}, { waba_id: '1' }, { status_reason: 'account_unknown', last_error_code: '100' }],
  [
    'a number of another account',
    () => graph.tokens.get(TOKEN)!.push({ waba_id: '77', numbers: [{ ...NUMBER, id: '78' }] }),
    { phone_no_id: '78' },
    { status_reason: 'number_elsewhere', last_error_code: null },
  ],
])('%s is an error with its reason and not retried', async (_what, arrange, more, reason) => {
  arrange();
  expect(await checked({ ...entry, ...more })).toMatchObject({
    status: 'error',
    ...reason,
    last_error_at: app.clock.now().toISOString(),
  });
  const before = graph.requests.length;
  expect(await app.jobs.drain({ evenLater: true })).toBe(0);
  expect(graph.requests).toHaveLength(before);
});

test.each<[string, GraphDouble['trouble']]>([
  ['a proxy answers in its place', 'html'],
  ['it is busy', { status: 400, error: { message: 'Rate limit hit', type: 'OAuthException', code: 80_007 } }],
  [
    'it says that it passes',
    { status: 400, error: { message: '?', type: 'OAuthException', code: 131, is_transient: true } },
  ],
  ['it has been asked too often', { status: 429, error: { message: '?', type: 'OAuthException', code: 5 } }],
  [
    'the account has been asked too often',
    { status: 400, error: { message: '?', type: 'OAuthException', code: 80_008 } },
  ],
  ['it fails', { status: 500, error: { message: 'Unknown', type: 'OAuthException', code: 190 } }],
])('an unreachable WhatsApp (%s) is shown and retried', async (_what, trouble) => {
  graph.trouble = trouble;
  expect(await checked()).toMatchObject({ status: 'pending', status_reason: 'not_reached', last_error_code: null });
  graph.trouble = null;
  await app.jobs.drain({ evenLater: true });
  expect((await list())[0]).toMatchObject({ status: 'pending', status_reason: 'not_in_service' });
});

test('new details replace old ones, whose late check is ignored', async () => {
  const fresh: Channel[] = [];
  graph.meanwhile = async () => {
    // The second check fails, so the first one's result would stay.
    graph.meanwhile = async () => void (graph.trouble = 'html');
    await add(entry);
    fresh.push(...(await list()));
    graph.tokens.clear();
  };
  const late = await checked({ ...entry, token: 'EAAG-an-older-token-of-the-owner' });
  expect(fresh).toMatchObject([{ token_last4: '9f3c', status_reason: 'checking' }]);
  expect(late).toEqual({ ...fresh[0], status_reason: 'not_reached' });
});

test('a corrected number replaces what was known of the old', async () => {
  const former = await checked();
  expect(await checked({ ...entry, phone_no_id: '1', replaces: former.id })).toMatchObject({
    id: former.id,
    name: 'WhatsApp, ID …1',
    phone_no_id: '1',
    status_reason: 'number_unknown',
    verified_name: null,
  });
  expect(await checked({ ...entry, replaces: former.id })).toEqual({ ...former, last_error_at: null });
  expect(await list()).toHaveLength(1);
  await add({ ...entry, phone_no_id: '1' });
  expect((await add({ ...entry, phone_no_id: '1', replaces: former.id })).error?.field_errors).toEqual({
    phone_no_id: 'This number has been entered already',
  });
  const other = await signUp(app);
  for (const [replaces, token] of [
    [former.id, other.token],
    ['019f0000-0000-7000-8000-000000000001', owner.token],
  ] as const)
    expect((await add({ ...entry, replaces }, 'whatsapp', token)).status).toBe(404);
});

test('details stay when the token ends, with an error code', async () => {
  await checked();
  failsWith(190, 401);
  expect(await checked()).toMatchObject({
    status_reason: 'token_refused',
    last_error_code: '190',
    verified_name: 'The Anchor',
  });
  graph.trouble = null;
  graph.tokens.get(TOKEN)!.unshift({ waba_id: '77', numbers: [{ ...NUMBER, id: '78' }] });
  expect(await checked({ ...entry, waba_id: '77' })).toMatchObject({
    status_reason: 'number_elsewhere',
    last_error_code: null,
  });
});

test('a token decrypts only for its restaurant, else no request', async () => {
  const { data } = await add(entry);
  const other = await signUp(app);
  const move = 'UPDATE channels SET restaurant_id = $1 WHERE id = $2';
  await app.pools.owner.query(move, [other.restaurant.id, data.id]);
  const requests: unknown[] = [];
  const whatsapp = {
    ...openWhatsapp(app.env.metaGraph),
    check: async (details: unknown) => Promise.reject(requests.push(details)),
  };
  const jobs = channelJobs({ pools: app.pools, bus: createBus(), env: app.env, whatsapp });
  await jobs['whatsapp.check']!(
    { restaurant_id: other.restaurant.id, channel_id: data.id },
    { owner: app.pools.owner, clock: app.clock, enqueue: async () => undefined },
  );
  expect(await list(other.token)).toMatchObject([{ status: 'error', status_reason: 'token_unreadable' }]);
  expect(requests).toEqual([]);
});

test.each<[string, () => unknown]>([
  ['right', () => undefined],
  ['refused', () => graph.tokens.clear()],
  ['answered by somebody else', () => (graph.trouble = 'html')],
  ['answered by nobody', () => (graph.trouble = 'hangs up')],
])('no answer, job, log or plain column contains the token: %s', async (_what, arrange) => {
  arrange();
  const { data } = await add(entry);
  await app.jobs.drain();
  const all = async (table: string) => (await app.pools.owner.query(`SELECT * FROM ${table}`)).rows;
  const tables = ['channels', 'pgboss.job', 'mutation_results', 'rate_limits'];
  for (const kept of [data, await list(), app.logged, ...(await Promise.all(tables.map(all)))])
    expect(JSON.stringify(kept)).not.toContain(TOKEN);
});

test('a token’s end is shown only for long tokens', async () => {
  expect((await add({ ...entry, token: 'short-token-of-16' })).data.token_last4).toBe('f-16');
  expect((await add({ ...entry, token: 'short-token-of15' })).data.token_last4).toBe('');
});

test('another owner neither sees nor removes a channel', async () => {
  const other = await signUp(app);
  const token = 'a-token-that-nobody-else-has';
  const { data } = await add({ ...entry, token });
  expect(await list(other.token)).toEqual([]);
  const remove = (session: string) => callApi(app.fetch, 'DELETE', `/channels/${data.id}`, { token: session });
  expect((await remove(other.token)).status).toBe(404);
  expect(await list()).toHaveLength(1);
  expect((await remove(owner.token)).status).toBe(200);
  expect(await list()).toEqual([]);
  expect((await remove(owner.token)).status).toBe(404);
  await app.jobs.drain();
  // A check of a test before may be repeated now.
  expect(graph.requests.filter((one) => one.token === token)).toEqual([]);
});

test('twenty numbers and thirty entries per hour are allowed', async () => {
  for (let n = 1; n <= 20; n++) expect((await add({ ...entry, phone_no_id: String(n) })).status).toBe(200);
  expect((await add({ ...entry, phone_no_id: '21' })).error?.field_errors).toHaveProperty('phone_no_id');
  for (let n = 0; n < 9; n++) expect((await add({ ...entry, phone_no_id: '1' })).status).toBe(200);
  expect(await add({ ...entry, phone_no_id: '1' })).toMatchObject({ status: 429 });
});
