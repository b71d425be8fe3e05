import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Customer } from '../../contract/customers/calls.ts';
import type { Reservation } from '../../contract/reservations/calls.ts';
import type { PublicReservation } from '../../contract/storefront/reservation-calls.ts';
import { callApi, requestData } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import { createBus } from '../platform/bus.ts';

import { followReservations } from './follow-clock.ts';

/** A Friday. */
const NOW = '2026-11-20T12:00:00.000Z';
const TONIGHT = '2026-11-20T19:00:00.000Z';
const area = randomUUID();
const [one, two] = [randomUUID(), randomUUID()];

let app: TestApp;
let owner: SignedUp;
beforeAll(async () => {
  app = await startApp({ startsAt: NOW });
});
afterAll(() => app.close());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const request = <T = Reservation>(method: Method, path: string, body?: unknown) =>
  requestData<T>(app.fetch, method, path, { token: owner.token, body });
const call = <T = Reservation>(method: Method, path: string, body?: unknown, key = randomUUID()) =>
  callApi<T>(app.fetch, method, path, { token: owner.token, body, headers: { 'idempotency-key': key } });
const visit = <T = PublicReservation>(method: Method, path: string, body?: unknown, key = randomUUID()) =>
  callApi<T>(app.fetch, method, `/public/restaurants/${owner.restaurant.slug}${path}`, {
    body,
    headers: { 'idempotency-key': key },
  });

const tableOf = (id: string, name: string) => ({
  id,
  name,
  area_id: area,
  min_capacity: 1,
  max_capacity: 4,
  extra_capacity: 0,
  shape: 'square',
  is_joinable: true,
  joinable_with: [one, two].filter((other) => other !== id),
  is_enabled: true,
  priority: 0,
  position: { x: 0, y: 0, width: 90, height: 90, rotation: 0 },
});
const rules = {
  min_booking_duration_minutes: 90,
  default_duration_by_party: [{ max_guests: 2, minutes: 60 }],
  buffer_minutes: 15,
  min_advance_minutes: 60,
  max_advance_days: 30,
  cancellation_cutoff_minutes: 120,
  auto_confirm: true,
  hold_minutes: 10,
};
let saves = 0;
/** A later save of the same moment would win or lose by its random id. */
const later = () => ({ occurred_at: new Date(Date.parse(NOW) - 3_600_000 + (saves += 1)).toISOString() });
const setRules = (more: object = {}) =>
  request('POST', '/settings/reservation/min-booking-duration', { ...rules, ...more, ...later() });
const onlyTable = { ...tableOf(one, 'T1'), joinable_with: [] };
const setTables = (tables: object[] = [tableOf(one, 'T1'), tableOf(two, 'T2')]) =>
  request('POST', '/settings/reservation/table-config', {
    areas: [{ id: area, name: 'Room', sort_order: 0 }],
    tables,
    min_guests_online: 1,
    max_guests_online: 8,
    ...later(),
  });
const setTimes = (more: object = {}) =>
  request('POST', '/settings/reservation/available-times', {
    slot_interval_minutes: 30,
    days: [5, 6].map((weekday) => ({
      weekday,
      is_open: true,
      periods: [{ start_time: '18:00', end_time: '22:00', max_guests: null, max_reservations: null, ...more }],
    })),
    exceptions: [],
    ...later(),
  });

beforeEach(async () => {
  app.clock.set(NOW);
  owner = await signUp(app);
  await app.pools.owner.query(
    `UPDATE restaurants SET order_type = '["reservation"]', timezone = 'Europe/London',
            version = (SELECT version FROM spaces WHERE restaurant_id = $1) WHERE restaurant_id = $1`,
    [owner.restaurant.id],
  );
  await setRules();
  await setTables();
  await setTimes();
});

const booking = (more: object = {}) => ({
  name: 'Joanna Price',
  phone: '020 7946 0123',
  guests_count: 4,
  starts_at: TONIGHT,
  ...more,
});
const take = (more: object = {}) => call('POST', '/reservations', { ...booking(), source: 'phone', ...more });
const book = (more: object = {}, key = randomUUID()) => visit('POST', '/reservations', booking(more), key);

test('answers each setting as it was saved', async () => {
  expect(await request('GET', '/settings/reservation/min-booking-duration')).toEqual(rules);
  const tables = await request<{ tables: { name: string }[] }>('GET', '/settings/reservation/table-config');
  expect(tables.tables.map(({ name }) => name)).toEqual(['T1', 'T2']);
  const times = await request<{ days: object[] }>('GET', '/settings/reservation/available-times');
  expect(times.days).toHaveLength(2);
  const twice = await call('POST', '/settings/reservation/table-config', {
    areas: [],
    tables: [onlyTable],
    min_guests_online: 1,
    max_guests_online: 2,
  });
  expect([twice.status, twice.error?.field_errors]).toEqual([422, { 'tables.0.area_id': 'Choose an area' }]);
});

describe('settings that two devices save', () => {
  const EARLIER = '2026-11-20T11:30:00.000Z';
  const NOON = '2026-11-20T11:59:00.000Z';
  const save = (part: string, body: object, occurred_at: string) =>
    callApi(app.fetch, 'POST', `/settings/reservation/${part}`, { token: owner.token, body: { ...body, occurred_at } });
  const read = (part: string) => request<object>('GET', `/settings/reservation/${part}`);

  test('keep both where they differ, whichever arrives first', async () => {
    await save('min-booking-duration', { buffer_minutes: 30 }, NOON);
    await save('min-booking-duration', { auto_confirm: false, max_advance_days: 14 }, EARLIER);
    expect(await read('min-booking-duration')).toEqual({
      ...rules,
      buffer_minutes: 30,
      auto_confirm: false,
      max_advance_days: 14,
    });
    await save('available-times', { slot_interval_minutes: 15 }, NOON);
    const closed = [{ date: '2026-12-25', is_open: false, periods: [], label: 'Christmas' }];
    await save('available-times', { exceptions: closed }, EARLIER);
    expect(await read('available-times')).toMatchObject({ slot_interval_minutes: 15, exceptions: closed });
  });

  test('keep the later of one field, and the other device is told', async () => {
    await save('min-booking-duration', { buffer_minutes: 30 }, NOON);
    const { data, notice } = await save('min-booking-duration', { buffer_minutes: 45, hold_minutes: 5 }, EARLIER);
    expect(await read('min-booking-duration')).toEqual({ ...rules, buffer_minutes: 30, hold_minutes: 5 });
    expect(data).toMatchObject({ reservation_settings: { booking: { buffer_minutes: 30, hold_minutes: 5 } } });
    expect(notice).toMatchObject({ code: 'superseded', fields: { buffer_minutes: { at: NOON } } });
  });
});

describe('staff', () => {
  test('cannot give a table twice, nor within the buffer', async () => {
    const { data } = await take({ table_ids: [one] });
    expect(data).toMatchObject({ reservation_no: '1001', duration_minutes: 90, ends_at: '2026-11-20T20:30:00.000Z' });
    const again = await take({ table_ids: [one], starts_at: '2026-11-20T20:44:00.000Z' });
    expect(again).toMatchObject({
      status: 409,
      error: {
        code: 'table_taken',
        current: {
          id: data.id,
          instead: {
            table_ids: [two],
            times: ['2026-11-20T20:30:00.000Z', '2026-11-20T21:00:00.000Z', '2026-11-20T20:00:00.000Z'],
          },
        },
      },
    });
    expect((await take({ table_ids: [one], starts_at: '2026-11-20T20:45:00.000Z' })).status).toBe(200);
    const joined = await take({ table_ids: [two, one], guests_count: 8 });
    expect(joined.error?.code).toBe('table_taken');
  });

  test('see who changed what and when, offline too, and not what was said of an erased guest', async () => {
    const { data } = await take({ table_ids: [one] });
    await request('PUT', `/reservations/${data.id}`, {
      starts_at: '2026-11-20T20:00:00.000Z',
      table_ids: [two],
      staff_note: 'Window',
      guests_count: 4,
      occurred_at: '2026-11-20T11:58:00.000Z',
      was_offline: true,
      device_name: 'Floor tablet',
    });
    const { events } = await request('GET', `/reservations/${data.id}`);
    const changes = [
      { field: 'starts_at', from: TONIGHT, to: '2026-11-20T20:00:00.000Z' },
      { field: 'table_ids', from: [one], to: [two] },
      { field: 'staff_note', from: null, to: 'Window' },
    ];
    expect(events.slice(1)).toMatchObject([
      {
        type: 'edited',
        from: null,
        to: null,
        at: '2026-11-20T11:58:00.000Z',
        arrived_at: NOW,
        was_offline: true,
        changes,
      },
    ]);
    expect(events[1]).toMatchObject({ device_name: 'Floor tablet', actor: { kind: 'user' } });
    await request('PUT', `/reservations/${data.id}`, { staff_note: 'Window' });
    expect((await request('GET', `/reservations/${data.id}`)).events).toHaveLength(2);
    await request('POST', `/reservations/${data.id}/status`, { reservation_status: 'cancelled' });
    await request('DELETE', `/customers/${data.customer_id}`);
    const erased = (await request('GET', `/reservations/${data.id}`)).events[1]!;
    expect(erased.changes).toEqual([...changes.slice(0, 2), { field: 'staff_note', from: null, to: null }]);
  });

  test('keep a party at its table until it is completed', async () => {
    await setTables([onlyTable]);
    await setRules({ min_advance_minutes: 0, buffer_minutes: 0 });
    app.clock.set('2026-11-20T18:00:00.000Z');
    const sat = { source: 'walk_in', reservation_status: 'seated', table_ids: [one] };
    const { data } = await take({ ...sat, name: 'Tom', phone: null, starts_at: '2026-11-20T18:00:00.000Z' });
    const next = await take({ table_ids: [one], starts_at: '2026-11-20T20:00:00.000Z', duration_minutes: 30 });
    // Its time was over at 19:30.
    app.clock.set('2026-11-20T19:40:00.000Z');
    const walkIn = { ...sat, starts_at: '2026-11-20T19:40:00.000Z', duration_minutes: 15 };
    expect((await take(walkIn)).error).toMatchObject({ code: 'table_taken', current: { id: data.id } });
    const late = { starts_at: '2026-11-20T20:30:00.000Z', guests_count: 2 };
    expect((await book(late)).error?.code).toBe('slot_unavailable');
    const free = await visit<{ times: { starts_at: string }[] }>('GET', '/reservation-times?date=2026-11-20&guests=2');
    expect(free.data.times.map(({ starts_at }) => starts_at.slice(11, 16))).toEqual(['21:30']);
    // The next one has the table: what changes of it is not refused because the first still sits.
    expect((await call('PUT', `/reservations/${next.data.id}`, { guests_count: 3 })).status).toBe(200);
    await request('POST', `/reservations/${data.id}/status`, { reservation_status: 'completed' });
    expect((await take(walkIn)).status).toBe(200);
    expect((await book(late)).status).toBe(200);
  });

  test('go above the maxima of a slot only if they say so', async () => {
    await setTimes({ max_guests: 6 });
    await take();
    const more = await take({ guests_count: 3, starts_at: '2026-11-20T19:29:00.000Z' });
    expect(more.error?.code).toBe('slot_full');
    expect((await take({ guests_count: 3, is_above_maxima: true })).status).toBe(200);
    expect((await take({ guests_count: 3, starts_at: '2026-11-20T19:30:00.000Z' })).status).toBe(200);
    expect((await take({ source: 'walk_in', reservation_status: 'seated', guests_count: 3 })).status).toBe(200);
  });

  test('find or make the customer and count no-shows', async () => {
    const { data } = await take();
    app.clock.set('2026-11-20T19:20:00.000Z');
    await request('POST', `/reservations/${data.id}/status`, { reservation_status: 'no_show' });
    const customer = await request<Customer>('GET', `/customers/${data.customer_id}`);
    expect(customer).toMatchObject({ name: 'Joanna Price', source: 'reservation', no_show_count: 1 });
    await request('POST', `/reservations/${data.id}/status`, { reservation_status: 'seated' });
    expect(await request('GET', `/customers/${data.customer_id}`)).toMatchObject({ no_show_count: 0 });
  });

  test('cannot seat a late guest whose table was given away', async () => {
    const { data } = await take({ table_ids: [one] });
    app.clock.set('2026-11-20T19:20:00.000Z');
    await request('POST', `/reservations/${data.id}/status`, { reservation_status: 'no_show' });
    await take({ name: 'Tom', table_ids: [one], starts_at: '2026-11-20T19:25:00.000Z' });
    const late = await call('POST', `/reservations/${data.id}/status`, { reservation_status: 'seated' });
    expect(late.error).toMatchObject({ code: 'table_taken', current: { name: 'Tom' } });
  });

  test('cannot seat who waits at a table that somebody else has', async () => {
    const { data } = await take({ is_waitlisted: true, table_ids: [] });
    await take({ name: 'Tom', table_ids: [one] });
    await request('PUT', `/reservations/${data.id}`, { table_ids: [one], ...later() });
    const seat = await call('POST', `/reservations/${data.id}/status`, { reservation_status: 'seated' });
    expect(seat.error).toMatchObject({ code: 'table_taken', current: { name: 'Tom' } });
  });

  test('merge edits field by field, whichever arrives first', async () => {
    const { data } = await take({ table_ids: [one] });
    const path = `/reservations/${data.id}`;
    await request('PUT', path, { table_ids: [two], occurred_at: '2026-11-20T11:50:00.000Z' });
    const late = await call('PUT', path, {
      table_ids: [one],
      staff_note: 'Window',
      occurred_at: '2026-11-20T11:40:00.000Z',
    });
    expect(late.data).toMatchObject({ table_ids: [two], staff_note: 'Window' });
    expect(Object.keys(late.notice?.fields ?? {})).toEqual(['table_ids']);
  });
});

describe('two at once', () => {
  test('devices that take the last table end with one', async () => {
    await setTables([onlyTable]);
    for (let round = 0; round < 5; round += 1) {
      const starts_at = `2026-11-2${1 + round}T19:00:00.000Z`;
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, n) => take({ name: `Guest ${n}`, table_ids: [one], starts_at })),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
      const winner = answers.find(({ status }) => status === 200)!.data;
      for (const { error } of answers)
        if (error) expect(error).toMatchObject({ code: 'table_taken', current: { id: winner.id } });
    }
  });

  test('guests who want the last slot end with one', async () => {
    await setTables([]);
    await setTimes({ max_reservations: 1 });
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => book({ name: `Guest ${n}` })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { error } of answers)
      if (error)
        expect(error).toMatchObject({
          code: 'slot_unavailable',
          current: { times: expect.arrayContaining(['2026-11-20T18:30:00.000Z']) as string[] },
        });
  });

  test('a device and a guest who want the last table end with one', async () => {
    await setTables([onlyTable]);
    const [byStaff, byGuest] = await Promise.all([take({ table_ids: [one] }), book()]);
    expect([byStaff.status, byGuest.status].toSorted()).toEqual([200, 409]);
    expect(await request<Reservation[]>('GET', '/reservations?date=2026-11-20')).toHaveLength(1);
  });

  test('a lost answer books one table', async () => {
    const key = randomUUID();
    const [first, again] = [await book({}, key), await book({}, key)];
    expect(again.data).toEqual(first.data);
    expect(await request<Reservation[]>('GET', '/reservations')).toHaveLength(1);
  });
});

describe('a guest', () => {
  interface Times {
    reason: string | null;
    times: { starts_at: string; duration_minutes: number }[];
  }
  const times = async (guests: number, date = '2026-11-20') =>
    (await visit<Times>('GET', `/reservation-times?date=${date}&guests=${guests}`)).data;

  test('sees the times at which a table is free', async () => {
    expect((await times(2)).times.map(({ starts_at }) => starts_at.slice(11, 16))).toEqual([
      '18:00',
      '18:30',
      '19:00',
      '19:30',
      '20:00',
      '20:30',
      '21:00',
      '21:30',
    ]);
    await take({ table_ids: [one] });
    await take({ table_ids: [two] });
    const left = await times(2);
    // An hour's stay and the buffer end before 19:00, or begin after 20:45.
    expect(left.times.map(({ starts_at }) => starts_at.slice(11, 16))).toEqual(['21:00', '21:30']);
    expect(await times(9)).toMatchObject({ reason: 'party_too_large', times: [] });
    expect(await times(2, '2026-11-23')).toMatchObject({ reason: 'none_free', times: [] });
  });

  test('books at once or asks, as the restaurant wants it', async () => {
    const { data, error } = await book({ email: 'joanna@example.com' });
    expect(error).toBeNull();
    expect(data).toMatchObject({ reservation_status: 'confirmed', is_cancellable: true });
    await setRules({ auto_confirm: false });
    expect((await book()).data.reservation_status).toBe('requested');
    const { rows } = await app.pools.owner.query<{ type: string }>(
      'SELECT type FROM notifications WHERE restaurant_id = $1 ORDER BY created_at',
      [owner.restaurant.id],
    );
    expect(rows.map(({ type }) => type)).toEqual(['reservation_new', 'reservation_new']);
  });

  test('is mailed the address of the reservation, which nobody else’s token opens', async () => {
    const { data } = await book({ email: 'dana@example.com' });
    const [mail] = await app.mailsTo('dana@example.com');
    expect(mail!.text).toContain(`https://galley.test/site/${owner.restaurant.slug}/reserve/${data.token}\n`);
    expect((await visit('GET', `/reservations/${data.token}`)).data.name).toBe(data.name);
    // Taken by telephone: it has no page.
    await take({ email: 'erin@example.com' });
    const { data: staff } = await call<Reservation[]>('GET', '/reservations');
    const row = staff.find(({ email }) => email === 'erin@example.com')!;
    await request('POST', `/reservations/${row.id}/status`, { reservation_status: 'cancelled' });
    const [cancelled] = await app.mailsTo('erin@example.com');
    expect(cancelled!.text).not.toContain('/reserve/');
  });

  test('holds a table, then gives a name', async () => {
    await setTables([onlyTable]);
    const hold = { guests_count: 2, starts_at: TONIGHT, is_hold: true };
    const { data } = await visit('POST', '/reservations', hold);
    expect(data).toMatchObject({ reservation_status: 'held', held_until: '2026-11-20T12:10:00.000Z' });
    expect((await book()).error?.code).toBe('slot_unavailable');
    const contact = { name: 'Joanna Price', phone: '020 7946 0123' };
    const done = await visit('POST', `/reservations/${data.token}/details`, contact);
    expect(done.data).toMatchObject({ reservation_status: 'confirmed', name: 'Joanna Price' });
  });

  test('loses a hold that ran out once somebody else has the table', async () => {
    await setTables([onlyTable]);
    const { data } = await visit('POST', '/reservations', { guests_count: 2, starts_at: TONIGHT, is_hold: true });
    app.clock.set('2026-11-20T12:10:00.000Z');
    expect((await book()).status).toBe(200);
    const late = await visit('POST', `/reservations/${data.token}/details`, { name: 'Tom', phone: '020 7946 0999' });
    expect(late.error?.code).toBe('slot_unavailable');
  });

  test('cancels until the cutoff', async () => {
    const { data } = await book();
    app.clock.set('2026-11-20T17:00:00.001Z');
    const late = await visit('POST', `/reservations/${data.token}/cancel`, {});
    expect(late.error?.code).toBe('too_late_to_cancel');
    app.clock.set('2026-11-20T17:00:00.000Z');
    const done = await visit('POST', `/reservations/${data.token}/cancel`, {});
    expect(done.data).toMatchObject({ reservation_status: 'cancelled', is_cancellable: false });
    const { rows } = await app.pools.owner.query<{ type: string }>(
      `SELECT type FROM notifications WHERE restaurant_id = $1 AND read_at IS NULL`,
      [owner.restaurant.id],
    );
    expect(rows).toEqual([{ type: 'reservation_cancelled' }]);
  });

  test('finds nothing by another token', async () => {
    expect((await visit('GET', `/reservations/${'x'.repeat(32)}`)).status).toBe(404);
  });
});

test('the clock ends holds and reminds of tomorrow once', async () => {
  const queued: string[] = [];
  const jobs = {
    enqueue: (_db: unknown, job: string, data: Record<string, string>) => {
      queued.push(`${job} ${data['event']}`);
      return Promise.resolve();
    },
  };
  const run = () => followReservations({ pools: app.pools, bus: createBus(), log: app.log, jobs }, app.clock.now());
  const { data } = await visit('POST', '/reservations', { guests_count: 2, starts_at: TONIGHT, is_hold: true });
  await book({ email: 'joanna@example.com', starts_at: '2026-11-27T19:00:00.000Z' });
  app.clock.set('2026-11-20T12:11:00.000Z');
  await run();
  expect((await visit('GET', `/reservations/${data.token}`)).data.reservation_status).toBe('expired');
  expect(queued).toEqual([]);
  app.clock.set('2026-11-26T19:00:01.000Z');
  await run();
  await run();
  expect(queued).toEqual(['mail.guest reservation_reminder']);
});
