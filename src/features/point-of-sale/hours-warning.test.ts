import { expect, test } from 'vitest';
import { order } from '../../../tests/support/rows.ts';
import { emptyDraft, timeFault } from './draft.ts';
import { hoursWarning } from './hours-warning.ts';

const daily = (open_time: string, close_time: string) =>
  [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, is_open: true, periods: [{ open_time, close_time }] }));
const restaurant = {
  timezone: 'Europe/London',
  opening_hours: {
    days: daily('11:00', '23:00'),
    exceptions: [],
    order_types: { delivery: { days: daily('11:00', '22:00'), exceptions: [] } },
  },
};
const at = (time: string) => Date.parse(`2026-11-20T${time}:00.000Z`);
const warned = (time: string, draft = {}, looked?: Parameters<typeof hoursWarning>[1]) =>
  hoursWarning({ ...emptyDraft(), ...draft }, looked, { restaurant, now: at(time), usualMinutes: 20 });

test('warns of an order for now that is ready after closing', () => {
  expect(warned('22:39')).toBeNull();
  expect(warned('22:55')).toBe('It is ready at 23:15, after you close at 23:00.');
  expect(warned('22:55', { minutes: 5 })).toBe('It is ready at 23:00, after you close at 23:00.');
  expect(warned('22:30', { minutes: 40 })).toBe('It is ready at 23:10, after you close at 23:00.');
  expect(warned('21:50', { type: 'delivery' })).toBe('It is ready at 22:10, after you close at 22:00.');
  expect(warned('04:00')).toBe('You are closed at 04:20.');
});

test('says nothing of hours that nobody entered: staff take orders all the same', () => {
  const place = { now: at('04:00'), usualMinutes: 20 };
  const unset = { ...restaurant, opening_hours: { days: [], exceptions: [] } };
  expect(hoursWarning(emptyDraft(), undefined, { restaurant: unset, ...place })).toBeNull();
  const closed = { ...unset, opening_hours: { days: [{ weekday: 5, is_open: false, periods: [] }], exceptions: [] } };
  expect(hoursWarning(emptyDraft(), undefined, { restaurant: closed, ...place })).toBe('You are closed at 04:20.');
});

test('warns of an order for a time by the same rule', () => {
  expect(warned('18:00', { scheduledFor: '2026-11-20T22:59:00.000Z' })).toBeNull();
  expect(warned('18:00', { scheduledFor: '2026-11-20T23:15:00.000Z' })).toBe('You are closed at 23:15.');
});

test('leaves the time of an order being corrected alone until it is changed', () => {
  const late = order(500, { scheduled_for: '2026-11-20T23:15:00.000Z', is_asap: false });
  expect(warned('18:00', { scheduledFor: late.scheduled_for }, late)).toBeNull();
  expect(warned('22:55', { scheduledFor: late.scheduled_for, minutes: 10 }, late)).not.toBeNull();
});

test('takes no time that has passed, by the minute', () => {
  const scheduled = (scheduledFor: string, looked?: Parameters<typeof timeFault>[1]) =>
    timeFault({ scheduledFor }, looked, at('18:30') + 25_000);
  expect(scheduled('2026-11-20T18:29:00.000Z')).toBe('This time has passed: choose another');
  expect(scheduled('2026-11-20T18:30:00.000Z')).toBeNull();
  expect(scheduled('2026-11-20T18:29:00.000Z', order(500, { scheduled_for: '2026-11-20T18:29:00.000Z' }))).toBeNull();
  expect(timeFault(emptyDraft(), undefined, at('18:30'))).toBeNull();
});
