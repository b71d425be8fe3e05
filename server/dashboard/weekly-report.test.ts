import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '../../contract/orders/calls.ts';
import { businessDayRange } from '../../contract/restaurant/business-day.ts';
import { makeMenu, type Menu } from '../../tests/api/tablet.ts';
import { callApi, type Method } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import { dueWeek, queueWeeklyReports, weeklyReportJobs } from './weekly-report.ts';

let app: TestApp;
let owner: SignedUp;
let menu: Menu;

// Friday of the week from Monday 16 to Sunday 22 November.
beforeEach(async () => {
  app = await startApp({ startsAt: '2026-11-20T18:30:00.000Z' });
  owner = await signUp(app);
  menu = await makeMenu(app, owner);
});
afterEach(() => app.close());

const call = <T = Order>(method: Method, path: string, body?: unknown) =>
  callApi<T>(app.fetch, method, path, { token: owner.token, body });
async function place(quantity = 2, item = 0): Promise<Order> {
  const lines = [{ menu_item_id: menu.itemIds[item]!, quantity }];
  const { data, error } = await call('POST', '/orders', { channel: 'walk_in', order_type: 'pickup', lines });
  if (error) throw new Error(`An order is refused: ${JSON.stringify(error)}`);
  return data;
}
const queue = () => queueWeeklyReports(app, app.clock.now());
const reports = async (who = owner) =>
  (await app.mailsTo(who.user.email)).filter(({ subject }) => subject.startsWith('Your week'));
const reportedUntil = async () =>
  (
    await app.pools.owner.query<{ day: string }>('SELECT reported_until::text AS day FROM notification_preferences')
  ).rows.map(({ day }) => day);

const plain = { timezone: 'Europe/London', business_day_cutoff_time: '04:00' };

describe('the report of a week', () => {
  test.each([
    // The clock goes forward on Sunday 29 March: Monday's eight o'clock is an hour earlier in UTC.
    ['Europe/London', '04:00', '2026-03-30T07:00:00.000Z', '2026-03-29'],
    ['Europe/London', '04:00', '2026-10-26T08:00:00.000Z', '2026-10-25'],
    ['America/New_York', '04:00', '2026-11-02T13:00:00.000Z', '2026-11-01'],
    ['Asia/Kathmandu', '05:30', '2026-11-23T02:15:00.000Z', '2026-11-22'],
    // The last business day ends at ten.
    ['Europe/London', '10:00', '2026-11-23T10:00:00.000Z', '2026-11-22'],
  ])('in %s (day ends at %s) is due from %s', (timezone, business_day_cutoff_time, from, lastDay) => {
    const at = (ms: number) => dueWeek({ timezone, business_day_cutoff_time }, new Date(Date.parse(from) + ms));
    expect([at(-1), at(0), at(47 * 3_600_000), at(48 * 3_600_000)]).toEqual([null, lastDay, lastDay, null]);
  });

  test('has 167 hours when the clock goes forward, and 169 when it goes back', () => {
    const hours = (firstDay: string, lastDay: string) => {
      const { from, to } = businessDayRange(firstDay, plain.timezone, plain.business_day_cutoff_time, lastDay);
      return (Date.parse(to) - Date.parse(from)) / 3_600_000;
    };
    expect([hours('2026-03-23', '2026-03-29'), hours('2026-10-19', '2026-10-25')]).toEqual([167, 169]);
  });

  test('compares with the week before and names the best sellers, in plain text and HTML', async () => {
    app.clock.set('2026-11-12T18:00:00.000Z');
    await place(1);
    app.clock.set('2026-11-20T18:30:00.000Z');
    await place(3);
    await place(1, 1);
    await call('POST', `/orders/${(await place()).id}/status`, { order_status: 'cancelled', reason: 'no_show' });
    // After midnight on Monday, which is still Sunday's business day; and Monday's own.
    app.clock.set('2026-11-23T03:59:00.000Z');
    await place(1);
    app.clock.set('2026-11-23T04:00:00.000Z');
    await place(9);
    app.clock.set('2026-11-23T07:59:59.999Z');
    expect(await queue()).toBe(0);
    app.clock.set('2026-11-23T08:00:00.000Z');
    expect((await Promise.all([queue(), queue()])).toSorted()).toEqual([0, 1]);
    expect(await queue()).toBe(0);
    const [mail, ...others] = await reports();
    expect(others).toEqual([]);
    expect(mail!.subject).toBe('Your week at The Anchor: 3 orders, £45.01');
    for (const line of [
      'The Anchor, 16 November 2026 to 22 November 2026',
      'Orders: 3 (the week before: 1, +200 %)',
      'Revenue: £45.01 (the week before: £9.00, +400.1 %)',
      'Rejected orders: 0',
      'Cancelled orders: 1',
      'Refunds: £0.00',
      '1. Dish 0: 4 sold, £36.00',
      '2. Dish 1: 1 sold, £9.01',
      'https://galley.test/restaurant/settings?tab=notifications',
    ])
      expect(mail!.text.split('\n')).toContain(line);
    expect(await reportedUntil()).toEqual(['2026-11-22']);
    app.clock.set('2026-11-30T08:00:00.000Z');
    expect(await queue()).toBe(1);
    expect((await reports()).map(({ subject }) => subject)).toEqual([
      'Your week at The Anchor: 1 order, £81.00',
      'Your week at The Anchor: 3 orders, £45.01',
    ]);
  });

  test('is not sent without orders, nor to whoever turned it off', async () => {
    const other = await signUp(app);
    await place();
    app.clock.set('2026-11-23T08:00:00.000Z');
    await call('POST', '/settings/notifications', { weekly_report: false });
    expect(await queue()).toBe(0);
    expect([await reports(), await reports(other)]).toEqual([[], []]);
    // Turned off between the round and the job.
    await call('POST', '/settings/notifications', { weekly_report: true });
    expect(await queue()).toBe(1);
    await call('POST', '/settings/notifications', { weekly_report: false });
    expect(await reports()).toEqual([]);
  });

  test('formats money for the currency and locale', async () => {
    await app.pools.owner.query(
      `UPDATE restaurants r SET currency = 'JPY', locale = 'de-DE', version = s.version FROM spaces s WHERE s.restaurant_id = r.restaurant_id`,
    );
    await place(2);
    app.clock.set('2026-11-23T08:00:00.000Z');
    await queue();
    expect((await reports())[0]!.subject).toBe('Your week at The Anchor: 1 order, 1.800 ¥');
  });
});

describe('after a crash', () => {
  const ids = () => ({ restaurant_id: owner.restaurant.id, user_id: owner.user.id, last_day: '2026-11-22' });
  function mailer() {
    const sent: string[] = [];
    const state = { isAway: false };
    const run = weeklyReportJobs(
      {
        async send({ subject }) {
          if (state.isAway) throw new Error('Try later');
          sent.push(subject);
        },
        close: () => undefined,
      },
      app.env,
    )['mail.weekly_report']!;
    const again = () => run(ids(), { owner: app.pools.owner, clock: app.clock, enqueue: app.jobs.enqueue });
    return { sent, state, again };
  }

  test('between the mail and the end of its job there is one mail', async () => {
    await place();
    app.clock.set('2026-11-23T08:00:00.000Z');
    await queue();
    const { sent, again } = mailer();
    await again();
    // The process died before it could say so: the job runs again.
    await Promise.all([again(), again()]);
    app.clock.pass(4 * 3_600_000);
    await again();
    expect(sent).toHaveLength(1);
  });

  test('before the transaction is committed the next round queues it', async () => {
    await place();
    app.clock.set('2026-11-23T08:00:00.000Z');
    const dying = { ...app, jobs: { enqueue: () => Promise.reject(new Error('The process ends')) } };
    expect(
      await queueWeeklyReports({ ...dying, log: { warn: () => undefined, error: () => undefined } }, app.clock.now()),
    ).toBe(0);
    expect(await reportedUntil()).toEqual([]);
    expect(await queue()).toBe(1);
    expect(await reports()).toHaveLength(1);
  });

  test('of the mail server the next try sends it', async () => {
    await place();
    app.clock.set('2026-11-23T08:00:00.000Z');
    await queue();
    const { sent, state, again } = mailer();
    state.isAway = true;
    await expect(again()).rejects.toThrow('Try later');
    state.isAway = false;
    await again();
    expect(sent).toHaveLength(1);
  });
});
