import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defaultPreferences, type NotificationPreferences } from '../../contract/notifications/preferences.ts';
import type { NotificationTest } from '../../contract/settings/notification-calls.ts';
import type { Order } from '../../contract/orders/calls.ts';
import { makeMenu, pullAll, tablet } from '../../tests/api/tablet.ts';
import { callApi, type Method } from '../../tests/support/api.ts';
import { startPushService, type StandInService } from '../../tests/support/push-service.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import { inSpace } from '../jobs/in-space.ts';
import { tick } from '../orders/tick.ts';
import { createBus } from '../platform/bus.ts';
import { newId } from '../platform/ids.ts';
import { notify, type NewNotification } from './notify.ts';
import { notificationMailJobs } from './mail-jobs.ts';

let service: StandInService;
let app: TestApp;
let owner: SignedUp;

// A Friday evening in November: London's clock shows UTC.
beforeEach(async () => {
  service = await startPushService();
  app = await startApp({ settings: { PUSH_STAND_INS: service.origin }, startsAt: '2026-11-20T18:30:00.000Z' });
  owner = await signUp(app);
  await app.jobs.drain();
});
afterEach(async () => {
  await app.close();
  await service.close();
});

const call = <T>(method: Method, path: string, body?: unknown) =>
  callApi<T>(app.fetch, method, path, { token: owner.token, body });
const save = (body: object) => call<NotificationPreferences>('POST', '/settings/notifications', body);
const wants = (type: keyof NotificationPreferences['events'], media: object) =>
  save({ events: { [type]: { ...defaultPreferences.events[type], ...media } } });
const testBy = (medium: string) => call<NotificationTest>('POST', '/settings/notifications/test', { medium });
const mails = async () => (await app.mailsTo(owner.user.email)).filter(({ subject }) => !/^\d{6} /.test(subject));

async function subscribe(): Promise<void> {
  await call('PUT', '/push-subscriptions', { ...service.subscribe(newId()), wants: ['orders', 'chats'] });
}
async function pushes(): Promise<number> {
  await app.jobs.drain();
  return service.delivered.length;
}
const report = (more: Partial<NewNotification> = {}) =>
  inSpace(app.pools.app, owner.restaurant.id, ({ db, bump }) =>
    notify(
      {
        db,
        bump,
        restaurantId: owner.restaurant.id,
        now: app.clock.now(),
        enqueue: (job, ids) => app.jobs.enqueue(db, job, ids),
      },
      { type: 'stock_out', title: 'Lamb is sold out', body: 'None is left', severity: 'warning', ...more },
    ),
  );

async function placeOrder(): Promise<string> {
  const menu = await makeMenu(app, owner);
  await call('PUT', `/menu/books/${menu.bookId}`, { status: 'published' });
  await callApi(app.fetch, 'POST', `/public/restaurants/${owner.restaurant.slug}/orders`, {
    body: {
      order_type: 'pickup',
      lines: [{ menu_item_id: menu.itemIds[0], quantity: 1 }],
      customer: { name: 'Priya Nair', phone: '020 7946 0123' },
    },
  });
  return (await call<Order[]>('GET', '/orders')).data[0]!.id;
}
const runTick = () => tick({ ...app, bus: createBus() }, app.clock.now());

describe('GET /settings', () => {
  test('answers the defaults, then what was chosen, and only that changes', async () => {
    const read = async () => (await call<Record<string, unknown>>('GET', '/settings')).data;
    const before = await read();
    expect(before).toMatchObject({
      account_info: { name: 'The Anchor', currency: 'GBP', timezone: 'Europe/London', default_theme: null },
      notifications: defaultPreferences,
      security: { email: owner.user.email, is_email_verified: true },
      subscription: { subscription: null },
      wallet: { wallet_balance: 0, currency: 'GBP' },
    });
    const hours = { start_time: '23:00', end_time: '07:00', except_urgent: true };
    expect((await save({ quiet_hours: hours, volume: 40, weekly_report: false })).status).toBe(200);
    expect((await save({ volume: 50 })).data).toMatchObject({ quiet_hours: hours, weekly_report: false });
    expect(await read()).toEqual({
      ...before,
      notifications: { ...defaultPreferences, quiet_hours: hours, volume: 50, weekly_report: false },
    });
  });

  test('keeps what two devices changed at once, to one medium of one event', async () => {
    const before = defaultPreferences.events.stock_low;
    const saved = await Promise.all([
      save({ events: { stock_low: { push: !before.push } } }),
      save({ events: { stock_low: { email: !before.email } } }),
      save({ volume: 20 }),
      save({ repeat_seconds: 9 }),
    ]);
    expect(saved.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { data } = await call<{ notifications: NotificationPreferences }>('GET', '/settings');
    expect(data.notifications).toEqual({
      ...defaultPreferences,
      volume: 20,
      repeat_seconds: 9,
      events: {
        ...defaultPreferences.events,
        stock_low: { ...before, push: !before.push, email: !before.email },
      },
    });
  });

  test.each([
    [{ volume: 101 }],
    [{ escalate_after_seconds: 5 }],
    [{ escalate_phone: '020 7946' }],
    [{ events: { order_lost: { in_app: true, push: true, email: true, whatsapp: true, sound: true } } }],
    [{ quiet_hours: { start_time: '07:00', end_time: '07:00', except_urgent: true } }],
    [{ quiet_hours: { start_time: '25:00', end_time: '07:00', except_urgent: true } }],
  ])('%j is refused', async (body) => {
    expect(await save(body)).toMatchObject({ status: 422, error: { code: 'invalid_fields' } });
  });

  test('belongs to the restaurant: another owner reads the defaults', async () => {
    await save({ volume: 10 });
    const { token } = await signUp(app);
    const { data } = await callApi<{ notifications: object }>(app.fetch, 'GET', '/settings', { token });
    expect(data.notifications).toEqual(defaultPreferences);
  });
});

describe('a mail about an event', () => {
  test('goes out once to whoever wants it, with a link and the way out', async () => {
    await report();
    expect(await mails()).toEqual([]);
    await wants('stock_out', { email: true });
    await report({ url: '/restaurant/inventory' });
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ subject: 'Lamb is sold out (The Anchor)' });
    expect(mail!.text).toContain('https://galley.test/restaurant/inventory');
    expect(mail!.text).toContain('https://galley.test/restaurant/settings?tab=notifications');
  });

  test('waits for no quiet hours: in them it is not sent, unless it is urgent', async () => {
    await wants('stock_out', { email: true });
    await save({ quiet_hours: { start_time: '18:00', end_time: '19:00', except_urgent: true } });
    await report();
    expect(await mails()).toEqual([]);
    await report({ severity: 'urgent' });
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Urgent: Lamb is sold out (The Anchor)']);
    app.clock.set('2026-11-20T19:00:00.000Z');
    await report();
    expect(await mails()).toHaveLength(2);
  });

  test('is sent once although its job runs twice, and again after a mail server that failed', async () => {
    await wants('stock_out', { email: true });
    await report();
    await app.jobs.drain();
    const { rows } = await app.pools.owner.query<{ id: string }>(
      `SELECT id FROM notifications WHERE type = 'stock_out'`,
    );
    const sent: string[] = [];
    let isAway = false;
    const run = notificationMailJobs(
      {
        async send({ subject }) {
          if (isAway) throw new Error('Try later');
          sent.push(subject);
        },
        close: () => undefined,
      },
      app.env,
    )['mail.notification']!;
    const again = (notification_id: string) =>
      run(
        { restaurant_id: owner.restaurant.id, notification_id },
        { owner: app.pools.owner, clock: app.clock, enqueue: app.jobs.enqueue },
      );
    await again(rows[0]!.id);
    expect([sent, await mails()]).toMatchObject([[], [{ subject: 'Lamb is sold out (The Anchor)' }]]);
    await report({ title: 'Rice is sold out' });
    const second = await app.pools.owner.query<{ id: string }>(`SELECT id FROM notifications WHERE title LIKE 'Rice%'`);
    isAway = true;
    await expect(again(second.rows[0]!.id)).rejects.toThrow('Try later');
    isAway = false;
    await Promise.all([again(second.rows[0]!.id), again(second.rows[0]!.id)]);
    expect(sent).toEqual(['Rice is sold out (The Anchor)']);
  });
});

describe('push', () => {
  test('follows the preferences, also for events that are no topic of devices', async () => {
    await subscribe();
    await report();
    expect(await pushes()).toBe(0);
    await wants('stock_out', { push: true });
    await report();
    expect(await pushes()).toBe(1);
    await wants('chat_message', { push: false });
    await report({ type: 'chat_message' });
    expect(await pushes()).toBe(1);
  });
});

test('what is hidden in the app is listed as read, and its push is sent all the same', async () => {
  await subscribe();
  await wants('stock_out', { in_app: false, push: true });
  await report();
  const { data } = await call<{ type: string; read_at: string | null }[]>('GET', '/dashboard/notifications/restaurant');
  expect(data.map(({ type, read_at }) => [type, read_at])).toEqual([['stock_out', '2026-11-20T18:30:00.000Z']]);
  expect(await pushes()).toBe(1);
});

test('an order that nobody answers is escalated after the chosen time, by mail and marked as urgent', async () => {
  await wants('order_unanswered', { email: true });
  await save({
    escalate_after_seconds: 120,
    quiet_hours: { start_time: '18:00', end_time: '08:00', except_urgent: true },
  });
  await placeOrder();
  app.clock.pass(119_999);
  expect((await runTick()).escalated).toBe(0);
  app.clock.pass(1);
  expect((await runTick()).escalated).toBe(1);
  expect((await runTick()).escalated).toBe(0);
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail!.subject).toMatch(/^Urgent: Order #.* is still waiting \(The Anchor\)$/);
  expect(mail!.text).toContain('Nobody has answered for over 2 minutes');
});

test('an order that was answered meanwhile sends no mail', async () => {
  await wants('order_unanswered', { email: true });
  const id = await placeOrder();
  app.clock.pass(70_000);
  expect((await runTick()).escalated).toBe(1);
  await call('POST', `/orders/${id}/status`, { order_status: 'accepted' });
  expect(await mails()).toEqual([]);
});

describe('a test', () => {
  test('says what happened', async () => {
    expect((await testBy('push')).data).toEqual({ medium: 'push', sent_count: 0, reason: 'no_device' });
    await subscribe();
    await subscribe();
    expect((await testBy('push')).data).toEqual({ medium: 'push', sent_count: 2, reason: null });
    expect(await pushes()).toBe(2);
    expect((await testBy('whatsapp')).status).toBe(422);
    expect((await testBy('email')).data).toEqual({ medium: 'email', sent_count: 1, reason: null });
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Notifications by mail work']);
  });

  test('in the app appears in the list; the sixth in a minute is refused', async () => {
    for (let i = 0; i < 5; i++) expect((await testBy('in_app')).status).toBe(200);
    expect(await testBy('in_app')).toMatchObject({ status: 429, error: { code: 'too_many' } });
    const { data } = await call<{ title: string; read_at: string | null }[]>(
      'GET',
      '/dashboard/notifications/restaurant',
    );
    expect(data.filter(({ read_at }) => read_at === null)).toMatchObject([{ title: 'This is a test' }]);
  });
});

describe('devices that were offline', () => {
  const changed = (medium: string, isOn: boolean, occurred_at: string) =>
    call<NotificationPreferences>('POST', '/settings/notifications', {
      events: { stock_low: { [medium]: isOn } },
      occurred_at,
      device_name: 'Bar tablet',
    });

  test('keep what each changed, in whatever order they arrive', async () => {
    await changed('email', true, '2026-11-20T18:20:00.000Z');
    const { data, notice } = await changed('push', true, '2026-11-20T18:10:00.000Z');
    expect(data?.events.stock_low).toMatchObject({ email: true, push: true });
    expect(notice).toBeUndefined();
  });

  test('learn that a later change of the same choice stands', async () => {
    await changed('email', true, '2026-11-20T18:20:00.000Z');
    const { data, notice } = await changed('email', false, '2026-11-20T18:10:00.000Z');
    expect(data?.events.stock_low.email).toBe(true);
    expect(notice).toMatchObject({
      code: 'superseded',
      current: { settings: { notifications: { events: { stock_low: { email: true } } } } },
      fields: { events: { at: '2026-11-20T18:20:00.000Z', device_name: 'Bar tablet' } },
    });
  });

  test('get the choices with the row of the restaurant', async () => {
    const device = tablet(app, owner);
    const { cursor } = await pullAll(device, null);
    await save({ volume: 90 });
    const { pages } = await pullAll(device, cursor);
    expect(pages.flatMap(({ puts }) => puts['restaurants'] ?? [])).toMatchObject([
      { settings: { notifications: { volume: 90 } } },
    ]);
  });
});
