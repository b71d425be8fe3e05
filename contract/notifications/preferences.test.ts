import { describe, expect, test } from 'vitest';
import { seeded } from '../../tests/support/seeded.ts';
import { NotificationType, type Notification } from './calls.ts';
import { changedPreferences, defaultPreferences, isSilent, mediaOf, notificationMedia } from './preferences.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const severities = ['info', 'success', 'warning', 'urgent'] as const satisfies Notification['severity'][];
const zones = ['Europe/London', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Africa/Lagos'];
const twoDigits = (value: number) => String(value).padStart(2, '0');
const clockOf = (at: number, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);
const offsetOf = (at: number, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset' }).format(at).split(' ').at(-1);

describe('quiet hours', () => {
  const night = { start_time: '23:00', end_time: '07:00' };

  test('run over midnight, with the end excluded', () => {
    const silent = (time: string) => isSilent(night, `2026-11-20T${time}.000Z`, 'Europe/London');
    expect(['22:59:59', '23:00:00', '00:00:00', '06:59:59', '07:00:00'].map(silent)).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
  });

  test.each([
    ['Europe/London', '2026-03-28T12:00:00Z', 7],
    ['Europe/London', '2026-10-24T12:00:00Z', 9],
    ['America/New_York', '2026-03-07T17:00:00Z', 7],
    ['America/New_York', '2026-10-31T17:00:00Z', 9],
  ])('in %s after %s last %i hours without a gap', (zone, noon, hours) => {
    const from = Date.parse(noon);
    const minutes = Array.from({ length: 24 * 60 }, (_, i) => isSilent(night, new Date(from + i * MINUTE), zone));
    expect(minutes.filter(Boolean)).toHaveLength(hours * 60);
    expect(minutes.lastIndexOf(true) - minutes.indexOf(true) + 1).toBe(hours * 60);
  });

  test('that begin and end within a repeated or skipped hour have no gap', () => {
    for (const [start_time, end_time] of [
      ['00:30', '01:30'],
      ['01:30', '05:00'],
      ['22:00', '01:15'],
    ] as const)
      for (const noon of ['2026-03-28T12:00:00Z', '2026-10-24T12:00:00Z']) {
        const minutes = Array.from({ length: 24 * 60 }, (_, i) =>
          isSilent({ start_time, end_time }, new Date(Date.parse(noon) + i * MINUTE), 'Europe/London'),
        );
        const length = minutes.filter(Boolean).length;
        expect(length).toBeGreaterThan(0);
        expect(minutes.lastIndexOf(true) - minutes.indexOf(true) + 1).toBe(length);
      }
  });

  test('equal a comparison of clock times where no clock changes', () => {
    const random = seeded(86);
    let seen = 0;
    for (let i = 0; i < 4000; i++) {
      const zone = random.pick(zones);
      const at = Date.parse('2026-01-01T00:00:00Z') + random.between(0, 365 * 24 * 60) * MINUTE;
      if (offsetOf(at - 30 * HOUR, zone) !== offsetOf(at + 30 * HOUR, zone)) continue;
      const [start_time, end_time] = [0, 0].map(
        () => `${twoDigits(random.between(0, 23))}:${twoDigits(random.between(0, 59))}`,
      ) as [string, string];
      const clock = clockOf(at, zone);
      const expected =
        start_time <= end_time ? clock >= start_time && clock < end_time : clock >= start_time || clock < end_time;
      expect([zone, at, start_time, end_time, isSilent({ start_time, end_time }, new Date(at), zone)]).toEqual([
        zone,
        at,
        start_time,
        end_time,
        expected,
      ]);
      seen += expected ? 1 : 0;
    }
    expect(seen).toBeGreaterThan(500);
  });
});

test('quiet hours only take away, the app always shows what waits, and urgent events come through (any preferences)', () => {
  const random = seeded(16);
  let held = 0;
  for (let i = 0; i < 3000; i++) {
    const type = random.pick(NotificationType.options);
    const severity = random.pick(severities);
    const zone = random.pick(zones);
    const at = new Date(Date.parse('2026-03-01T00:00:00Z') + random.between(0, 270 * 24 * 60) * MINUTE);
    const wanted = {
      in_app: random.chance(0.5),
      push: random.chance(0.5),
      email: random.chance(0.5),
      whatsapp: random.chance(0.5),
      sound: random.chance(0.5),
    };
    const hours = {
      start_time: `${twoDigits(random.between(0, 23))}:${random.pick(['00', '30'])}`,
      end_time: `${twoDigits(random.between(0, 23))}:${random.pick(['00', '30'])}`,
      except_urgent: random.chance(0.5),
    };
    const { events } = changedPreferences(defaultPreferences, { events: { [type]: wanted } });
    const open = mediaOf({ events, quiet_hours: null }, { type, severity }, at, zone);
    const found = mediaOf({ events, quiet_hours: hours }, { type, severity }, at, zone);
    const isAlways = ['order_new', 'order_unanswered', 'system'].includes(type);
    expect(open).toEqual({ ...wanted, whatsapp: false, in_app: wanted.in_app || isAlways });
    for (const medium of notificationMedia) if (found[medium]) expect(open[medium]).toBe(true);
    expect(found.in_app).toBe(open.in_app);
    const comesThrough = !isSilent(hours, at, zone) || (hours.except_urgent && severity === 'urgent');
    expect(found).toEqual(comesThrough ? open : { ...open, push: false, email: false, sound: false });
    held += comesThrough ? 0 : 1;
  }
  expect(held).toBeGreaterThan(300);
});

test('a change keeps what it does not name', () => {
  const changed = changedPreferences(defaultPreferences, {
    volume: 30,
    events: { stock_out: { in_app: true, push: true, email: false, whatsapp: false, sound: false } },
  });
  expect(changed).toEqual({
    ...defaultPreferences,
    volume: 30,
    events: { ...defaultPreferences.events, stock_out: { ...defaultPreferences.events.stock_out, push: true } },
  });
});
