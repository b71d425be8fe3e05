import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Reservation } from '../../../../contract/reservations/calls.ts';
import { callApi, requestData } from '../../../../tests/support/api.ts';
import { hostileTexts } from '../../../../tests/support/hostile-texts.ts';
import { startApp, type TestApp } from '../../../../tests/support/server.ts';
import { publishWebsite } from '../../../../tests/support/publish-website.ts';
import { signUp, type SignedUp } from '../../../../tests/support/sign-up.ts';
import { openWebsite, type Shown, type WebsiteVisitor } from '../../../../tests/support/website-visitor.ts';

/** A Friday. Tables are booked on Fridays and Saturdays from 18:00 to 20:00. */
const NOW = '2026-11-20T12:00:00.000Z';
const [area, table] = [randomUUID(), randomUUID()];
const SEVEN = '2026-11-20T19:00:00.000Z';
const me = { at: SEVEN, name: 'Joanna Price', phone: '020 7946 0123' };

let app: TestApp;
let owner: SignedUp;
let base: string;
let guest: WebsiteVisitor;

beforeAll(async () => {
  app = await startApp({ startsAt: NOW });
});
afterAll(() => app.close());

const asOwner = <T>(method: 'GET' | 'POST', path: string, body?: unknown) =>
  requestData<T>(app.fetch, method, path, { token: owner.token, body });
const setOrderTypes = (types: string[]) =>
  app.pools.owner.query(
    `UPDATE restaurants SET order_type = $2, timezone = 'Europe/London', phone_number_business = '+442079460000',
            version = (SELECT version FROM spaces WHERE restaurant_id = $1) WHERE restaurant_id = $1`,
    [owner.restaurant.id, JSON.stringify(types)],
  );
let saves = 0;
/** A later save of the same moment would win or lose by its random id. */
const later = () => ({ occurred_at: new Date(Date.parse(NOW) - 3_600_000 + (saves += 1)).toISOString() });
const setRules = (more: object = {}) =>
  asOwner('POST', '/settings/reservation/min-booking-duration', {
    min_booking_duration_minutes: 90,
    default_duration_by_party: [],
    buffer_minutes: 0,
    min_advance_minutes: 60,
    max_advance_days: 30,
    cancellation_cutoff_minutes: 120,
    auto_confirm: true,
    hold_minutes: 10,
    ...more,
    ...later(),
  });
const setTimes = (start_time = '18:00', end_time = '20:00') =>
  asOwner('POST', '/settings/reservation/available-times', {
    slot_interval_minutes: 30,
    days: [5, 6].map((weekday) => ({
      weekday,
      is_open: true,
      periods: [{ start_time, end_time, max_guests: null, max_reservations: null }],
    })),
    exceptions: [],
    ...later(),
  });

beforeEach(async () => {
  app.clock.set(NOW);
  owner = await signUp(app);
  base = `/site/${owner.restaurant.slug}`;
  await publishWebsite(app, owner.restaurant.id);
  guest = openWebsite(app);
  await setOrderTypes(['pickup', 'reservation']);
  await setRules();
  await setTimes();
  await asOwner('POST', '/settings/reservation/table-config', {
    areas: [{ id: area, name: 'Room', sort_order: 0 }],
    tables: [
      {
        id: table,
        name: 'T1',
        area_id: area,
        min_capacity: 1,
        max_capacity: 4,
        extra_capacity: 0,
        shape: 'square',
        is_joinable: true,
        joinable_with: [],
        is_enabled: true,
        priority: 0,
        position: { x: 0, y: 0, width: 90, height: 90, rotation: 0 },
      },
    ],
    min_guests_online: 1,
    max_guests_online: 8,
    ...later(),
  });
});

const textOf = ({ document }: Shown) => document.body.textContent.replaceAll(/\s+/g, ' ');
const formWith = ({ document }: Shown, name: string) =>
  document.querySelector(`[name=${name}]`)?.closest('form') ?? null;
const bookingForm = (page: Shown) => formWith(page, 'at');
const cancelForm = ({ document }: Shown) => document.querySelector('form[action$="/cancel"]');
const hrefOf = ({ document }: Shown, end: string) => document.querySelector(`a[href$="${end}"]`)!.getAttribute('href')!;
const changeForm = ({ document }: Shown) => document.querySelector('form[method=post][action$="/change"]');
const timesOf = ({ document }: Shown) =>
  [...document.querySelectorAll('.times label')].map((one) => one.textContent.trim());
const daysOf = ({ document }: Shown) => [...document.querySelectorAll('.types button')];
/** The last one of a name: the form that chooses the day may hold it, hidden, too. */
const inputOf = ({ document }: Shown, name: string) => [...document.querySelectorAll(`[name=${name}]`)].at(-1)!;
const valueOf = (page: Shown, name: string) => inputOf(page, name).getAttribute('value');
const reservations = () => asOwner<Reservation[]>('GET', '/reservations');
/** Somebody takes the only table by the API. */
const takeTable = (starts_at: string) =>
  callApi(app.fetch, 'POST', `/public/restaurants/${owner.restaurant.slug}/reservations`, {
    body: { guests_count: 2, starts_at, name: 'Tom', phone: '020 7946 0999' },
    headers: { 'idempotency-key': randomUUID() },
  });
const openDay = (date = '2026-11-20', guests = '2') => guest.open(`${base}/reserve?guests=${guests}&date=${date}`);

describe('choosing a time', () => {
  test('asks for party and day, then shows the free times', async () => {
    const page = await guest.open(`${base}/reserve`);
    expect([page.status, valueOf(page, 'guests'), valueOf(page, 'date')]).toEqual([200, '2', '2026-11-20']);
    expect(page.document.querySelector('link[rel=canonical]')).not.toBeNull();
    expect(bookingForm(page)).toBeNull();
    const day = await guest.submit(formWith(page, 'guests'), { guests: '3', date: '2026-11-21' });
    expect(day.path).toBe(`${base}/reserve?guests=3&date=2026-11-21`);
    expect(textOf(day)).toContain('Saturday 21 November, 3 people: at what time?');
    expect(timesOf(day)).toEqual(['18:00', '18:30', '19:00', '19:30']);
    expect(day.headers.get('Cache-Control')).toBe('no-store');
    expect(day.headers.get('Content-Security-Policy')).not.toContain('unsafe');
    expect(day.document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
  });

  test('offers the next days when the restaurant is closed', async () => {
    const page = await openDay('2026-11-22');
    expect(textOf(page)).toContain('No tables can be booked on Sunday 22 November');
    expect(daysOf(page).map((one) => one.textContent.replaceAll(/\s+/g, ' ').trim())).toEqual([
      'Friday 27 November from 18:00',
      'Saturday 28 November from 18:00',
      'Friday 4 December from 18:00',
    ]);
    const [first] = daysOf(page);
    const next = await guest.submit(first!.closest('form'), {}, first);
    expect(textOf(next)).toContain('Friday 27 November, 2 people');
  });

  test('says that a day is full, over, too far ahead, or the party too large', async () => {
    await takeTable('2026-11-20T18:30:00.000Z');
    const full = await openDay();
    expect(textOf(full)).toContain('No table for 2 people is free any more on Friday 20 November');
    expect(daysOf(full)[0]!.getAttribute('value')).toBe('2026-11-21');
    const labelFor = async (...day: Parameters<typeof openDay>) => textOf(await openDay(...day));
    expect(await labelFor('2026-11-13')).toContain('This day is over');
    expect(await labelFor('2027-01-01')).toContain('You can book until Sunday 20 December');
    expect(await labelFor('2026-11-21', '9')).toContain('Here you can book for up to 8 people');
  });

  test('marks a party and a day that are none', async () => {
    const page = await openDay('<b>soon', 'x');
    expect(page.status).toBe(422);
    expect(textOf(page)).toContain('Enter how many you are, as a number');
    expect([valueOf(page, 'guests'), valueOf(page, 'date')]).toEqual(['x', '<b>soon']);
    expect((await openDay('2026-02-30')).status).toBe(422);
  });

  test('names times after midnight', async () => {
    await setTimes('23:00', '01:00');
    const page = await openDay();
    expect(timesOf(page)).toEqual(['23:00', '23:30', '00:00 (after midnight)', '00:30 (after midnight)']);
    const booked = await guest.submit(bookingForm(page), { ...me, at: '2026-11-21T00:30:00.000Z' });
    expect(textOf(booked)).toMatch(/Saturday 21 November\s+Time\s+00:30/);
  });
});

describe('booking', () => {
  test('shows number, day and party, and tells the restaurant', async () => {
    const page = await openDay();
    const booked = await guest.submit(bookingForm(page), {
      ...me,
      email: 'joanna@example.com',
      occasion: ' Birthday ',
      customer_note: 'High chair',
      allergens: ['milk'],
    });
    expect(booked.path).toMatch(new RegExp(`^${base}/reserve/[\\w-]{32}$`));
    expect(booked.headers.get('Cache-Control')).toBe('no-store');
    const text = textOf(booked);
    for (const part of ['Your table is booked', '1001', 'Friday 20 November', '19:00', '2 people', 'Joanna Price'])
      expect(text).toContain(part);
    expect(await reservations()).toMatchObject([
      {
        source: 'website',
        reservation_status: 'confirmed',
        starts_at: SEVEN,
        occasion: 'Birthday',
        customer_note: 'High chair',
        allergens: ['milk'],
        table_ids: [table],
      },
    ]);
  });

  test('sends a request where the restaurant answers first', async () => {
    await setRules({ auto_confirm: false });
    const page = await openDay();
    expect(textOf(page)).toContain('The table is yours once we have confirmed it');
    const requested = await guest.submit(bookingForm(page), me);
    expect(textOf(requested)).toContain('Your request has arrived');
    const [reservation] = await reservations();
    await asOwner('POST', `/reservations/${reservation!.id}/status`, {
      reservation_status: 'declined',
      reason: 'Private <b>party</b>',
    });
    expect(textOf(await guest.open(requested.path))).toContain('Private <b>party</b>');
  });

  test('sent twice at once books one table', async () => {
    const page = await openDay();
    const both = await Promise.all([guest.submit(bookingForm(page), me), guest.submit(bookingForm(page), me)]);
    expect(both[0].path).toBe(both[1].path);
    expect(await reservations()).toHaveLength(1);
  });

  test('with a lost answer never books a second table', async () => {
    const page = await openDay();
    const kept = guest.cookies.get('reservation')!;
    const first = await guest.submit(bookingForm(page), me);
    expect((await guest.submit(bookingForm(page), me)).path).toBe(first.path);
    // With other details, from the page that the browser kept.
    const other = await guest.submit(bookingForm(page), { ...me, name: 'J. Price', at: '2026-11-20T19:30:00.000Z' });
    expect(other.path).toBe(`${first.path}?again`);
    expect(textOf(other)).toContain('no second table was booked');
    // And from a form that was loaded anew.
    guest.cookies.set('reservation', kept);
    const anew = await guest.submit(bookingForm(await openDay('2026-11-21')), {
      ...me,
      at: '2026-11-21T19:00:00.000Z',
    });
    expect(anew.path).toBe(`${first.path}?again`);
    expect(await reservations()).toHaveLength(1);
    // Now that this is known, another table is another reservation.
    const second = await guest.submit(bookingForm(await openDay('2026-11-21')), {
      ...me,
      at: '2026-11-21T19:00:00.000Z',
    });
    expect(textOf(second)).toContain('1002');
  });

  test('keeps what was typed when the time is taken meanwhile', async () => {
    const page = await openDay();
    await takeTable('2026-11-20T18:00:00.000Z');
    const sent = {
      ...me,
      at: '2026-11-20T18:30:00.000Z',
      occasion: 'Birthday',
      customer_note: 'Window "seat"',
      allergens: ['eggs'],
    };
    const refused = await guest.submit(bookingForm(page), sent);
    expect([refused.status, textOf(refused)]).toEqual([409, expect.stringContaining('That time is not free any more')]);
    expect(timesOf(refused)).toEqual(['19:30']);
    expect(['name', 'occasion', 'customer_note'].map((name) => valueOf(refused, name))).toEqual([
      'Joanna Price',
      'Birthday',
      'Window "seat"',
    ]);
    expect(refused.document.querySelector('[type=checkbox][value=eggs]')!.hasAttribute('checked')).toBe(true);
    const booked = await guest.submit(bookingForm(refused), { at: '2026-11-20T19:30:00.000Z' });
    expect(textOf(booked)).toContain('Your table is booked');
    expect(await reservations()).toHaveLength(2);
  });

  test('keeps what was typed over to another day when none is left', async () => {
    const page = await openDay();
    await takeTable('2026-11-20T18:30:00.000Z');
    const refused = await guest.submit(bookingForm(page), me);
    expect([refused.status, bookingForm(refused)]).toEqual([409, null]);
    const [first] = daysOf(refused);
    const day = await guest.submit(first!.closest('form'), {}, first);
    expect([day.status, valueOf(day, 'name'), valueOf(day, 'phone')]).toEqual([200, me.name, me.phone]);
    expect(await reservations()).toHaveLength(1);
    const booked = await guest.submit(bookingForm(day), { at: '2026-11-21T19:00:00.000Z' });
    expect(textOf(booked)).toContain('Saturday 21 November');
  });

  test('a refused form with other details, sent twice, books one table', async () => {
    const page = await openDay();
    await takeTable('2026-11-20T18:00:00.000Z');
    await guest.submit(bookingForm(page), { ...me, at: '2026-11-20T18:30:00.000Z' });
    const free = { ...me, at: '2026-11-20T19:30:00.000Z' };
    const both = await Promise.all([guest.submit(bookingForm(page), free), guest.submit(bookingForm(page), free)]);
    expect(both[0].path).toBe(both[1].path);
    expect(await reservations()).toHaveLength(2);
  });

  test('marks wrong fields and keeps the others', async () => {
    const page = await openDay();
    const wrong = await guest.submit(bookingForm(page), { name: ' ', phone: '12', email: 'no', customer_note: 'Stay' });
    expect(wrong.status).toBe(422);
    for (const part of ['Choose a time', 'Enter your name', 'valid telephone number', 'valid e-mail address'])
      expect(textOf(wrong)).toContain(part);
    expect(inputOf(wrong, 'phone').getAttribute('aria-invalid')).toBe('true');
    expect([valueOf(wrong, 'phone'), valueOf(wrong, 'customer_note')]).toEqual(['12', 'Stay']);
    expect(await reservations()).toEqual([]);
    const booked = await guest.submit(bookingForm(wrong), { ...me, email: '' });
    expect(textOf(booked)).toContain('Your table is booked');
  });

  test('takes no form of another website', async () => {
    const refused = await app.fetch(
      new Request(`https://galley.test${base}/reserve`, {
        method: 'POST',
        headers: { Origin: 'https://evil.example' },
        body: new URLSearchParams({ ...me, guests: '2', date: '2026-11-20', key: randomUUID() }),
      }),
    );
    expect([refused.status, await reservations()]).toEqual([403, []]);
  });

  test('waits after many from one address, and keeps what was typed', async () => {
    const send = (n: number) =>
      app.fetch(
        new Request(`https://galley.test${base}/reserve`, {
          method: 'POST',
          headers: { Origin: 'https://galley.test', 'x-forwarded-for': '203.0.113.9' },
          body: new URLSearchParams({ ...me, phone: '1', guests: '2', date: '2026-11-20', customer_note: `Note ${n}` }),
        }),
      );
    const statuses: number[] = [];
    for (let n = 0; n < 30; n += 1) statuses.push((await send(n)).status);
    expect(new Set(statuses)).toEqual(new Set([422]));
    const last = await send(30);
    const html = await last.text();
    expect([last.status, html]).toEqual([429, expect.stringContaining('Try again in')]);
    expect(html).toContain('Note 30');
  });
});

describe('a reservation', () => {
  test('is cancelled by the guest until the cutoff', async () => {
    const booked = await guest.submit(bookingForm(await openDay()), me);
    expect(textOf(booked)).toContain('please change or cancel here today at 17:00 at the latest');
    // The first press asks; the table goes with the second one.
    expect(cancelForm(booked)).toBeNull();
    const question = await guest.open(hrefOf(booked, '/cancel'));
    expect(textOf(question)).toContain('Cancel your reservation? Friday 20 November, 19:00, 2 people');
    expect((await reservations())[0]).toMatchObject({ reservation_status: 'confirmed' });
    app.clock.set('2026-11-20T17:00:00.001Z');
    const late = await guest.submit(cancelForm(question));
    expect([late.status, textOf(late)]).toEqual([409, expect.stringContaining('cannot be changed or cancelled here')]);
    expect(late.document.querySelector('a[href$="/cancel"]')).toBeNull();
    app.clock.set(NOW);
    const cancelled = await guest.submit(cancelForm(question));
    expect([cancelled.path, textOf(cancelled)]).toEqual([
      booked.path,
      expect.stringContaining('Your reservation was cancelled'),
    ]);
    expect((await guest.submit(cancelForm(question))).status).toBe(200);
    expect((await reservations())[0]).toMatchObject({ reservation_status: 'cancelled' });
  });

  test('is changed by the guest to another time and party, and the restaurant hears of it', async () => {
    const booked = await guest.submit(bookingForm(await openDay()), { ...me, email: 'joanna@example.com' });
    const page = await guest.open(hrefOf(booked, '/change'));
    // Its own table counts as free, so the party can come earlier, later or with more people.
    expect([valueOf(page, 'guests'), valueOf(page, 'date')]).toEqual(['2', '2026-11-20']);
    expect(timesOf(page)).toEqual(['18:00', '18:30', '19:00', '19:30']);
    const three = await guest.submit(page.document.querySelector('form[method=get][action$="/change"]'), {
      guests: '3',
    });
    const changed = await guest.submit(changeForm(three), { at: '2026-11-20T19:30:00.000Z' });
    expect([changed.path, textOf(changed)]).toEqual([
      `${booked.path}?changed`,
      expect.stringMatching(/was changed.*Time\s+19:30\s+Party\s+3 people/),
    ]);
    const [row, ...others] = await reservations();
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      starts_at: '2026-11-20T19:30:00.000Z',
      ends_at: '2026-11-20T21:00:00.000Z',
      guests_count: 3,
      table_ids: [table],
      reservation_status: 'confirmed',
      updated_by: { kind: 'customer', name: 'Joanna Price' },
    });
    expect(row!.events.at(-1)).toMatchObject({
      type: 'edited',
      actor: { kind: 'customer' },
      changes: [
        { field: 'guests_count', from: 2, to: 3 },
        { field: 'starts_at', from: SEVEN, to: '2026-11-20T19:30:00.000Z' },
      ],
    });
    const { rows } = await app.pools.owner.query<{ title: string }>(
      `SELECT title FROM notifications WHERE restaurant_id = $1 AND read_at IS NULL`,
      [owner.restaurant.id],
    );
    expect(rows).toEqual([{ title: 'Joanna Price changed a reservation' }]);
    // Sent twice, it is changed once.
    await guest.submit(changeForm(three), { at: '2026-11-20T19:30:00.000Z' });
    expect((await reservations())[0]!.version).toBe(row!.version);
  });

  test('cannot be changed to a taken time, after the cutoff, or to a party that is too large', async () => {
    const booked = await guest.submit(bookingForm(await openDay()), me);
    const saturday = await guest.open(`${booked.path}/change?guests=2&date=2026-11-21`);
    await takeTable('2026-11-21T18:30:00.000Z');
    const refused = await guest.submit(changeForm(saturday), { at: '2026-11-21T18:00:00.000Z' });
    expect([refused.status, textOf(refused)]).toEqual([
      409,
      expect.stringContaining('Your reservation stands as it was'),
    ]);
    const large = await guest.open(`${booked.path}/change?guests=9&date=2026-11-20`);
    expect(textOf(large)).toContain('Here you can book for up to 8 people');
    const page = await guest.open(`${booked.path}/change`);
    app.clock.set('2026-11-20T17:00:00.001Z');
    const late = await guest.submit(changeForm(page), { at: '2026-11-20T19:30:00.000Z' });
    expect([late.status, textOf(late)]).toEqual([409, expect.stringContaining('cannot be changed or cancelled here')]);
    expect((await guest.open(`${booked.path}/change`)).document.querySelector('form')).toBeNull();
    expect((await reservations()).find(({ name }) => name === me.name)).toMatchObject({ starts_at: SEVEN });
  });

  test('is not found by another token', async () => {
    for (const end of ['', '/change', '/cancel'])
      expect((await guest.open(`${base}/reserve/${'x'.repeat(32)}${end}`)).status).toBe(404);
    expect((await guest.open(`${base}/robots.txt`)).html).toContain(`Disallow: ${base}/reserve/`);
  });
});

test('without reservations the page leads to telephone and chat', async () => {
  const page = await openDay();
  await setOrderTypes(['pickup']);
  for (const shown of [await guest.open(`${base}/reserve`), await guest.submit(bookingForm(page), me)]) {
    expect([shown.status, textOf(shown)]).toEqual([
      404,
      expect.stringContaining('Tables cannot be booked on this page'),
    ]);
    expect(shown.document.querySelector('a[href="tel:+442079460000"]')).not.toBeNull();
    expect(shown.document.querySelector('form')).toBeNull();
  }
  expect(await reservations()).toEqual([]);
});

test('hostile texts are shown as text', async () => {
  await setRules({ auto_confirm: false });
  const texts = hostileTexts.map((text) => text.replaceAll('\u0000', '')).filter((text) => text.isWellFormed());
  const expectPlain = ({ html }: Shown) => {
    const bare = html.replaceAll(/<style>.*?<\/style>/gs, '').replaceAll(/="[^"]*"/g, '=""');
    expect(bare.match(/<[^<>]*\s(on\w+|style|srcdoc|data-hostile)\b/i)).toBeNull();
    expect(bare.match(/<(script|img|svg|iframe|object|b)\b(?! type="">)/gi)).toBeNull();
  };
  const page = await openDay();
  for (const text of texts.slice(0, 25)) {
    const wrong = await guest.submit(bookingForm(page), { name: text, phone: 'x', email: text, customer_note: text });
    expectPlain(wrong);
    expectPlain(
      await guest.open(`${base}/reserve?guests=${encodeURIComponent(text)}&date=${encodeURIComponent(text)}`),
    );
  }
  // A text that is not blank.
  const name = texts
    .find((text) => text.includes('onerror'))!
    .slice(0, 110)
    .trim();
  const booked = await guest.submit(bookingForm(page), { ...me, name });
  expect(booked.path).toContain('/reserve/');
  expectPlain(booked);
  expect(booked.document.querySelector('.hours')!.textContent).toContain(name);
});
