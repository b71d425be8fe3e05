import { randomUUID } from 'node:crypto';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Channel } from '../../contract/channels/calls.ts';
import type { Reservation } from '../../contract/reservations/calls.ts';
import type { PublicReservation } from '../../contract/storefront/reservation-calls.ts';
import { tablet } from '../../tests/api/tablet.ts';
import { requestData } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import { startGoogleDouble, type GoogleDouble } from '../../tests/support/doubles/google.ts';
import { noFaults } from '../../tests/support/doubles/faults.ts';
import { inSpace } from '../jobs/in-space.ts';
import { newId } from '../platform/ids.ts';
import { updateReservation } from './store.ts';

/** A Friday. */
const NOW = '2026-11-20T12:00:00.000Z';
const TONIGHT = '2026-11-20T19:00:00.000Z';
const table = randomUUID();

let google: GoogleDouble;
let app: TestApp;
let owner: SignedUp;
beforeAll(async () => {
  google = await startGoogleDouble();
  app = await startApp({ startsAt: NOW, settings: google.settings });
});
beforeEach(async () => {
  app.clock.set(NOW);
  google.isRevoked = false;
  google.account = 'owner@double.test';
  google.faults = noFaults();
  google.events.clear();
  owner = await signUp(app);
  await app.pools.owner.query(
    `UPDATE restaurants SET order_type = '["reservation"]', timezone = 'Europe/London',
            version = (SELECT version FROM spaces WHERE restaurant_id = $1) WHERE restaurant_id = $1`,
    [owner.restaurant.id],
  );
  await setTables('T1');
  await request('POST', '/settings/reservation/available-times', {
    slot_interval_minutes: 30,
    days: [5, 6].map((weekday) => ({
      weekday,
      is_open: true,
      periods: [{ start_time: '18:00', end_time: '22:00', max_guests: null, max_reservations: null }],
    })),
    exceptions: [],
  });
  await app.jobs.drain({ evenLater: true });
  google.requests.length = 0;
});
afterAll(async () => {
  await app.close();
  await google.close();
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const request = <T = Reservation>(method: Method, path: string, body?: unknown) =>
  requestData<T>(app.fetch, method, path, { token: owner.token, body });
const visit = <T = PublicReservation>(method: Method, path: string, body?: unknown) =>
  requestData<T>(app.fetch, method, `/public/restaurants/${owner.restaurant.slug}${path}`, { body });

async function setTables(name: string): Promise<void> {
  const area = randomUUID();
  await request('POST', '/settings/reservation/table-config', {
    areas: [{ id: area, name: 'Room', sort_order: 0 }],
    tables: [
      {
        id: table,
        name,
        area_id: area,
        min_capacity: 1,
        max_capacity: 4,
        extra_capacity: 0,
        shape: 'square',
        is_joinable: false,
        joinable_with: [],
        is_enabled: true,
        priority: 0,
        position: { x: 0, y: 0, width: 90, height: 90, rotation: 0 },
      },
    ],
    min_guests_online: 1,
    max_guests_online: 8,
  });
}

async function connect(): Promise<Channel> {
  const { url } = await request<{ url: string }>('GET', '/channels/google-calendar/auth-url');
  const answer = await google.consent(url);
  const body = { state: answer.get('state'), code: answer.get('code') };
  const channel = await request<Channel>('POST', '/channels/google-calendar/callback', body);
  await app.jobs.drain();
  return channel;
}
const channel = async () => (await request<Channel[]>('GET', '/channels'))[0];
const take = (more: object = {}) =>
  request('POST', '/reservations', {
    name: 'Joanna Price',
    phone: '020 7946 0123',
    guests_count: 4,
    starts_at: TONIGHT,
    source: 'phone',
    table_ids: [table],
    ...more,
  });
const move = (id: string, reservation_status: string) =>
  request('POST', `/reservations/${id}/status`, { reservation_status });
const get = (id: string) => request('GET', `/reservations/${id}`);
const eventOf = ({ id }: { id: string }) => google.events.get(`g${id.replaceAll('-', '')}`);
const writes = () => google.requests.filter((line) => !line.startsWith('GET') && line.includes('/events'));
const drain = (evenLater = false) => app.jobs.drain({ evenLater });

describe('with a calendar', () => {
  beforeEach(async () => {
    await connect();
    google.requests.length = 0;
  });

  test('guests book no table while it has another entry that counts as busy, and staff do', async () => {
    const free = async () => {
      const { times } = await visit<{ times: { starts_at: string }[] }>(
        'GET',
        `/reservation-times?date=${TONIGHT.slice(0, 10)}&guests=2`,
      );
      return times.map(({ starts_at }) => starts_at);
    };
    const before = await free();
    expect(before).toContain(TONIGHT);
    const until = new Date(Date.parse(TONIGHT) + 60_000).toISOString();
    google.change({ id: 'party', start: { dateTime: TONIGHT }, end: { dateTime: until } });
    google.change({
      id: 'note',
      start: { dateTime: before[0] },
      end: { dateTime: until },
      transparency: 'transparent',
    });
    await app.jobs.enqueue(drizzle(app.pools.owner), 'calendar.sync', { restaurant_id: owner.restaurant.id });
    await drain();
    const after = await free();
    expect(after).not.toContain(TONIGHT);
    expect(after.length).toBeGreaterThan(0);
    expect(before).toEqual(expect.arrayContaining(after));
    expect((await take()).starts_at).toBe(TONIGHT);
  });

  test('puts a reservation in with name, number, party, time, table and note', async () => {
    const reservation = await take({
      customer_note: 'By the window',
      staff_note: 'Argues',
      allergens: ['milk'],
      email: 'j@example.com',
    });
    await drain();
    expect(eventOf(reservation)).toMatchObject({
      status: 'confirmed',
      summary: 'Joanna Price, 4 guests',
      description: `Table: T1\nPhone: +44 2079 460 123\nNote: By the window\nReservation ${reservation.reservation_no}`,
      start: { dateTime: TONIGHT, timeZone: 'Europe/London' },
      end: { dateTime: reservation.ends_at, timeZone: 'Europe/London' },
    });
    expect(JSON.stringify(eventOf(reservation))).not.toMatch(/example|Argues|milk/);
    expect(reservation.calendar_event_id).toBe(eventOf(reservation)?.id);
    expect(await get(reservation.id)).toEqual(reservation);
  });

  test('changes the event with the reservation, and only then', async () => {
    const { id } = await take();
    await drain();
    app.clock.pass(1000);
    await request('PUT', `/reservations/${id}`, { staff_note: 'Regular' });
    await drain();
    expect(writes()).toHaveLength(1);
    app.clock.pass(1000);
    const starts_at = '2026-11-20T20:00:00.000Z';
    expect(await request('PUT', `/reservations/${id}`, { starts_at, guests_count: 1 })).toMatchObject({ starts_at });
    await drain();
    expect(eventOf({ id })).toMatchObject({ summary: 'Joanna Price, 1 guest', start: { dateTime: starts_at } });
    expect(google.events.size).toBe(1);
  });

  test('takes the event out on a cancellation and a no-show, and puts a late guest in again', async () => {
    const gone = await take();
    await drain();
    expect(await move(gone.id, 'cancelled')).toMatchObject({ calendar_event_id: null });
    await drain();
    expect(eventOf(gone)).toMatchObject({ status: 'cancelled' });

    const late = await take();
    app.clock.set('2026-11-20T19:20:00.000Z');
    await move(late.id, 'no_show');
    await drain();
    expect(eventOf(late)).toBeUndefined();
    await move(late.id, 'seated');
    await drain();
    expect(eventOf(late)).toMatchObject({ status: 'confirmed' });
    await move(late.id, 'completed');
    await drain();
    expect(eventOf(late)).toMatchObject({ status: 'confirmed' });
  });

  test('puts requests in when they are confirmed, and walk-ins never', async () => {
    const requested = await take({ reservation_status: 'requested' });
    const walkIn = await take({ source: 'walk_in', reservation_status: 'seated', table_ids: [] });
    const waiting = await take({ is_waitlisted: true, table_ids: [] });
    await move(waiting.id, 'seated');
    await drain();
    expect(writes()).toEqual([]);
    expect((await move(requested.id, 'confirmed')).calendar_event_id).not.toBeNull();
    await drain();
    expect(eventOf(requested)).toBeDefined();
    expect(eventOf(walkIn)).toBeUndefined();
  });

  test('follows what guests book and cancel on the website', async () => {
    await request('POST', '/settings/reservation/min-booking-duration', {
      min_booking_duration_minutes: 90,
      default_duration_by_party: [],
      buffer_minutes: 15,
      min_advance_minutes: 60,
      max_advance_days: 30,
      cancellation_cutoff_minutes: 120,
      auto_confirm: true,
      hold_minutes: 10,
    });
    const party = { guests_count: 2, starts_at: '2026-11-21T19:00:00.000Z' };
    const guest = { name: 'Sam Lee', phone: '020 7946 0456' };
    const held = await visit('POST', '/reservations', { ...party, is_hold: true });
    await drain();
    expect(writes()).toEqual([]);
    await visit('POST', `/reservations/${held.token}/details`, guest);
    const booked = await visit('POST', '/reservations', { ...party, ...guest, starts_at: '2026-11-20T18:30:00.000Z' });
    await drain();
    const titles = () =>
      [...google.events.values()].filter(({ status }) => status === 'confirmed').map(({ summary }) => summary);
    expect(titles()).toEqual(['Sam Lee, 2 guests', 'Sam Lee, 2 guests']);
    for (const { token } of [held, booked]) await visit('POST', `/reservations/${token}/cancel`, {});
    await drain();
    expect(titles()).toEqual([]);
  });

  test('follows a pushed mutation, and sends once when it is pushed again', async () => {
    const device = tablet(app, owner);
    const id = newId();
    const body = { id, name: 'Ana', guests_count: 2, starts_at: TONIGHT, source: 'phone' };
    const entry = { mid: 1, key: newId(), call: 'reservations.create', path: {}, body };
    for (const outcome of ['applied', 'duplicate'])
      expect((await device.push([entry])).data.results).toMatchObject([{ outcome }]);
    await drain();
    expect(eventOf({ id })).toMatchObject({ summary: 'Ana, 2 guests' });
    expect(writes()).toHaveLength(1);
  });

  test('removes the event of a reservation that is deleted', async () => {
    const reservation = await take();
    await drain();
    await inSpace(app.pools.app, owner.restaurant.id, async ({ db, bump }) =>
      updateReservation(
        {
          db,
          restaurantId: owner.restaurant.id,
          now: app.clock.now(),
          enqueue: (job, ids) => app.jobs.enqueue(db, job, ids),
        },
        reservation.id,
        { deleted_at: NOW, version: await bump() },
      ),
    );
    await drain();
    expect(eventOf(reservation)).toMatchObject({ status: 'cancelled' });
  });

  test('a job that runs again sends nothing again', async () => {
    const reservation = await take();
    await drain();
    const job = { restaurant_id: owner.restaurant.id, event_id: reservation.id };
    await app.jobs.enqueue(drizzle(app.pools.owner), 'calendar.push', job);
    await app.jobs.enqueue(drizzle(app.pools.owner), 'calendar.fill', { restaurant_id: owner.restaurant.id });
    await drain();
    expect(writes()).toHaveLength(1);
    expect(await get(reservation.id)).toEqual(reservation);
  });

  test('a change that overtakes an earlier one is the one that stays', async () => {
    const { id } = await take();
    google.beforeChange = async () => {
      app.clock.pass(1000);
      await request('PUT', `/reservations/${id}`, { guests_count: 3 });
      await drain();
    };
    await drain();
    expect(eventOf({ id })).toMatchObject({ summary: 'Joanna Price, 3 guests' });
    expect(writes().length).toBeGreaterThan(2);
  });

  test.each(['fail', 'lose'] as const)('reaches Google after requests that %s', async (kind) => {
    const reservation = await take();
    google.faults[kind] = 1;
    await drain();
    expect(await channel()).toMatchObject({ status: 'connected' });
    await drain(true);
    expect(eventOf(reservation)).toMatchObject({ status: 'confirmed', summary: 'Joanna Price, 4 guests' });
    expect(google.events.size).toBe(1);
    google.faults[kind] = 1;
    await move(reservation.id, 'cancelled');
    await drain();
    await drain(true);
    expect(eventOf(reservation)).toMatchObject({ status: 'cancelled' });
  });

  test('breaks the channel when access has ended, and catches up when it is connected again', async () => {
    const [gone, kept] = [await take(), await take({ table_ids: [], name: 'Kim' })];
    await drain();
    google.isRevoked = true;
    const missed = await take({ table_ids: [], name: 'Lou' });
    await drain();
    expect(await channel()).toMatchObject({ status: 'error', status_reason: 'access_revoked' });
    await move(gone.id, 'cancelled');
    google.requests.length = 0;
    await take({ table_ids: [], name: 'Max' });
    await drain(true);
    expect(google.requests).toEqual([]);
    google.isRevoked = false;
    await connect();
    expect(eventOf(gone)).toMatchObject({ status: 'cancelled' });
    for (const one of [kept, missed]) expect(eventOf(one)).toMatchObject({ status: 'confirmed' });
    expect([...google.events.values()].some(({ summary }) => summary === 'Max, 4 guests')).toBe(true);
  });

  test('waits while the channel is paused', async () => {
    const { id } = (await channel())!;
    await request('PUT', `/channels/${id}/status`, { status: 'paused' });
    const reservation = await take();
    await drain();
    expect(writes()).toEqual([]);
    await request('PUT', `/channels/${id}/status`, { status: 'connected' });
    await drain();
    expect(eventOf(reservation)).toMatchObject({ status: 'confirmed' });
  });

  test('fills a calendar of another account', async () => {
    const reservation = await take();
    await drain();
    const { id } = (await channel())!;
    await request('DELETE', `/channels/${id}`);
    const meanwhile = await take({ table_ids: [], name: 'Kim' });
    google.account = 'somebody@else.test';
    google.events.clear();
    await connect();
    for (const one of [reservation, meanwhile]) expect(eventOf(one)).toMatchObject({ status: 'confirmed' });
  });
});

describe('without a calendar', () => {
  test('sends nothing', async () => {
    const reservation = await take();
    expect(reservation.calendar_event_id).toBeNull();
    await request('PUT', `/reservations/${reservation.id}`, { guests_count: 3 });
    await move(reservation.id, 'cancelled');
    await drain();
    expect(google.requests).toEqual([]);
    const { rows } = await app.pools.owner.query('SELECT 1 FROM calendar_events WHERE restaurant_id = $1', [
      owner.restaurant.id,
    ]);
    expect(rows).toEqual([]);
  });

  test('keeps reservations for the one that is connected later, except past and cancelled ones', async () => {
    const past = await take();
    app.clock.set('2026-11-20T23:00:00.000Z');
    const next = await take({ starts_at: '2026-11-21T19:00:00.000Z' });
    const gone = await take({ starts_at: '2026-11-22T19:00:00.000Z' });
    await move(gone.id, 'cancelled');
    await connect();
    expect([past, next, gone].map((one) => eventOf(one)?.status)).toEqual([undefined, 'confirmed', undefined]);
    const { version } = next;
    const filled = await get(next.id);
    expect(filled.calendar_event_id).toBe(eventOf(next)?.id);
    expect(filled.version).toBeGreaterThan(version);
    expect((await get(past.id)).calendar_event_id).toBeNull();
  });
});
