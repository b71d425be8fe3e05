import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Channel } from '../../../contract/channels/calls.ts';
import { callApi, requestData } from '../../../tests/support/api.ts';
import { startApp, type TestApp } from '../../../tests/support/server.ts';
import { PASSWORD, signUp, type SignedUp } from '../../../tests/support/sign-up.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import { startGoogleDouble, type GoogleDouble } from '../../../tests/support/doubles/google.ts';
import type { Enqueue } from '../../pipeline/handler.ts';
import type { Tx } from '../../db/tx.ts';
import { newId } from '../../platform/ids.ts';
import { listBusy, putCalendarEvent, removeCalendarEvent } from './events.ts';
import { queueCalendarSync } from './jobs.ts';

let google: GoogleDouble;
let app: TestApp;
let owner: SignedUp;
beforeAll(async () => {
  google = await startGoogleDouble();
  app = await startApp({ settings: google.settings });
});
beforeEach(async () => {
  google.isRevoked = false;
  google.account = 'owner@double.test';
  google.events.clear();
  google.expiredUpTo = 0;
  owner = await signUp(app);
});
afterAll(async () => {
  await app.close();
  await google.close();
});

const authUrl = async (token = owner.token) =>
  (await requestData<{ url: string }>(app.fetch, 'GET', '/channels/google-calendar/auth-url', { token })).url;
const finish = (body: object, token = owner.token) =>
  callApi<Channel>(app.fetch, 'POST', '/channels/google-calendar/callback', { token, body });
async function consent(url: string) {
  const answer = await google.consent(url);
  return { state: answer.get('state')!, code: answer.get('code')! };
}
async function connect(): Promise<Channel> {
  const { data } = await finish(await consent(await authUrl()));
  await app.jobs.drain();
  return data;
}
const list = () => requestData<Channel[]>(app.fetch, 'GET', '/channels', { token: owner.token });
const refresh = (id: string, token = owner.token) =>
  callApi<Channel>(app.fetch, 'POST', `/channels/google-calendar/${id}/refresh-token`, { token, body: {} });
const inTenant = <T>(run: (db: Tx) => Promise<T>) =>
  withTransaction(app.pools.app, owner.restaurant.id, 'write', (client) => run(drizzle(client)));
const eventContext = (db: Tx) => ({
  db,
  restaurantId: owner.restaurant.id,
  now: app.clock.now(),
  enqueue: ((job, ids) => app.jobs.enqueue(db, job, ids)) satisfies Enqueue,
});
const busy = () =>
  inTenant((db) =>
    listBusy(db, owner.restaurant.id, { from: '2026-11-21T00:00:00.000Z', to: '2026-11-23T00:00:00.000Z' }),
  );
async function sync() {
  await queueCalendarSync(app.pools.owner, app.jobs);
  await app.jobs.drain();
}

describe('connecting', () => {
  test('goes through Google’s page with state and PKCE', async () => {
    const url = new URL(await authUrl());
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      access_type: 'offline',
      prompt: 'consent',
      code_challenge_method: 'S256',
      redirect_uri: 'https://galley.test/restaurant/channels/google-calendar/callback',
      scope: 'https://www.googleapis.com/auth/calendar.events',
    });
    expect(await connect()).toMatchObject({
      type: 'google_calendar',
      status: 'connected',
      account_email: 'owner@double.test',
      is_double: true,
      needs_reauthorization: false,
    });
    const { rows } = await app.pools.owner.query('SELECT token_sealed FROM channels WHERE restaurant_id = $1', [
      owner.restaurant.id,
    ]);
    expect(rows[0].token_sealed).not.toContain('refresh-code');
    expect(JSON.stringify(await list())).not.toContain('refresh-code');
  });

  test('refuses a state that is changed, old, of another session or of another restaurant', async () => {
    const { state, code } = await consent(await authUrl());
    const [payload, mac] = state.split('.') as [string, string];
    const wider = Buffer.from(payload, 'base64url')
      .toString()
      .replace(/"ends":\d+/, '"ends":9999999999999');
    const forged = [
      `${Buffer.from(wider).toString('base64url')}.${mac}`,
      `${payload}.x`,
      payload,
      '',
      `${state}.x`,
      '..',
    ];
    for (const one of forged)
      expect(await finish({ state: one, code })).toMatchObject({ status: 400, error: { code: 'link_invalid' } });
    const other = await signUp(app, { restaurantName: 'Next Door' });
    expect((await finish({ state, code }, other.token)).error?.code).toBe('link_invalid');
    const again = await requestData<{ token: string }>(app.fetch, 'POST', '/auth/login', {
      body: { email: owner.user.email, password: PASSWORD },
    });
    expect((await finish({ state, code }, again.token)).error?.code).toBe('link_invalid');
    app.clock.pass(10 * 60_000);
    expect((await finish({ state, code })).error?.code).toBe('link_invalid');
    expect(await list()).toEqual([]);
  });

  test('refuses a code of another attempt and a second use', async () => {
    const first = await consent(await authUrl());
    const second = await consent(await authUrl());
    expect((await finish({ state: first.state, code: second.code })).error?.code).toBe('link_invalid');
    expect((await finish(first)).status).toBe(200);
    expect((await finish(first)).error?.code).toBe('link_invalid');
  });

  test('keeps a connected calendar from being replaced by another account', async () => {
    const { id } = await connect();
    google.account = 'somebody@else.test';
    expect(await finish(await consent(await authUrl()))).toMatchObject({
      status: 409,
      error: { code: 'calendar_linked' },
    });
    google.account = 'owner@double.test';
    expect((await finish(await consent(await authUrl()))).data).toMatchObject({ id, status: 'connected' });
    expect(await list()).toHaveLength(1);
  });

  test('is not offered where nobody has set up Google', async () => {
    const bare = await startApp();
    const { token } = await signUp(bare);
    expect(await callApi(bare.fetch, 'GET', '/channels/google-calendar/auth-url', { token })).toMatchObject({
      status: 404,
      error: { code: 'google_not_configured' },
    });
    await bare.close();
  });
});

describe('access', () => {
  test('is renewed', async () => {
    const { id } = await connect();
    expect((await refresh(id)).data).toMatchObject({ status: 'connected', checked_at: app.clock.now().toISOString() });
    expect((await refresh(newId())).status).toBe(404);
    const other = await signUp(app, { restaurantName: 'Next Door' });
    expect((await refresh(id, other.token)).status).toBe(404);
  });

  test.each(['a refresh', 'a sync'])('that was taken back is noticed by %s, once', async (what) => {
    const { id } = await connect();
    google.isRevoked = true;
    for (let n = 0; n < 2; n++) await (what === 'a refresh' ? refresh(id) : sync());
    expect((await list())[0]).toMatchObject({
      status: 'error',
      status_reason: 'access_revoked',
      needs_reauthorization: true,
      last_error_code: 'invalid_grant',
    });
    const notes = await requestData<{ type: string }[]>(app.fetch, 'GET', '/dashboard/notifications/restaurant', {
      token: owner.token,
    });
    expect(notes.filter(({ type }) => type === 'calendar_disconnected')).toHaveLength(1);
    // After that, any account may connect.
    google.isRevoked = false;
    google.account = 'somebody@else.test';
    expect(await connect()).toMatchObject({ id, status: 'connected', account_email: 'somebody@else.test' });
  });
});

describe('events', () => {
  const booking = {
    id: newId(),
    summary: 'Priya Nair, 4 guests',
    description: '',
    starts_at: '2026-11-21T19:00:00.000Z',
    ends_at: '2026-11-21T21:00:00.000Z',
    time_zone: 'Europe/London',
  };

  test('of ours are put, moved and taken out once each', async () => {
    await connect();
    const put = (changes: object) => inTenant((db) => putCalendarEvent(eventContext(db), { ...booking, ...changes }));
    const id = (await put({}))!;
    await app.jobs.drain();
    expect(google.events.get(id)).toMatchObject({
      status: 'confirmed',
      summary: 'Priya Nair, 4 guests',
      start: { dateTime: booking.starts_at, timeZone: 'Europe/London' },
    });
    app.clock.pass(1000);
    expect(await put({ summary: 'Priya Nair, 5 guests' })).toBe(id);
    await app.jobs.drain();
    expect(google.events.get(id)).toMatchObject({ summary: 'Priya Nair, 5 guests' });
    app.clock.pass(1000);
    await inTenant((db) => removeCalendarEvent(eventContext(db), booking.id));
    await app.jobs.drain();
    expect(google.events.get(id)).toMatchObject({ status: 'cancelled' });
    expect(google.events.size).toBe(1);
    // What comes back of ours takes no time of others.
    await sync();
    expect(await busy()).toEqual([]);
  });

  test('are not made without a calendar', async () => {
    expect(await inTenant((db) => putCalendarEvent(eventContext(db), booking))).toBeNull();
  });

  test('of others are read as they change, and anew when Google has forgotten', async () => {
    const event = (id: string, hours: [number, number], more: object = {}) =>
      google.change({
        id,
        start: { dateTime: `2026-11-21T${hours[0]}:00:00Z` },
        end: { dateTime: `2026-11-21T${hours[1]}:00:00Z` },
        ...more,
      });
    event('private party', [18, 20]);
    event('a note', [12, 13], { transparency: 'transparent' });
    google.change({ id: 'holiday', start: { date: '2026-11-22' }, end: { date: '2026-11-23' } });
    await connect();
    const party = { starts_at: '2026-11-21T18:00:00.000Z', ends_at: '2026-11-21T20:00:00.000Z' };
    const holiday = { starts_at: '2026-11-22T00:00:00.000Z', ends_at: '2026-11-23T00:00:00.000Z' };
    expect(await busy()).toEqual([party, holiday]);
    google.change({ id: 'holiday', status: 'cancelled' });
    event('private party', [17, 20]);
    await sync();
    expect(await busy()).toEqual([{ ...party, starts_at: '2026-11-21T17:00:00.000Z' }]);
    event('private party', [16, 20]);
    google.events.delete('a note');
    google.expiredUpTo = 1000;
    await sync();
    expect(await busy()).toEqual([{ ...party, starts_at: '2026-11-21T16:00:00.000Z' }]);
  });
});
