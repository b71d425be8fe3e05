import { expect, test } from 'vitest';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { orderingLabel } from './ordering-label.ts';

const now = Date.parse('2026-11-20T19:42:00.000Z');
const restaurant = {
  timezone: 'Europe/London',
  ordering_status: 'open',
  ordering_paused_until: null,
  ordering_pause_reason: null,
  extra_prep_minutes: 0,
  extra_prep_until: null,
  opening_hours: {
    days: [{ weekday: 5, is_open: true, periods: [{ open_time: '12:00', close_time: '23:00' }] }],
    exceptions: [],
  },
} as unknown as Restaurant; // fields that the label does not read are left out

const words = (fields: Partial<Restaurant>, at = now) => orderingLabel({ ...restaurant, ...fields }, at);

test('the header shows the ordering state and its end', () => {
  expect(words({})).toEqual({ tone: 'open', words: 'Taking orders', until: '' });
  expect(words({ ordering_status: 'paused' })).toEqual({ tone: 'paused', words: 'Paused', until: '' });
  expect(words({ ordering_status: 'paused', ordering_paused_until: '2026-11-20T20:15:00.000Z' })).toEqual({
    tone: 'paused',
    words: 'Paused',
    until: ' until 20:15',
  });
  expect(words({ extra_prep_minutes: 15, extra_prep_until: '2026-11-20T20:30:00.000Z' })).toEqual({
    tone: 'rush',
    words: '+15 min',
    until: ' until 20:30',
  });
  expect(words({}, Date.parse('2026-11-20T23:30:00.000Z'))).toEqual({
    tone: 'closed',
    words: 'Not taking orders',
    until: '',
  });
});

test('the header says that nobody entered opening hours', () => {
  const none = { opening_hours: { days: [], exceptions: [] } };
  expect(words(none)).toEqual({ tone: 'closed', words: 'No opening hours', until: '' });
});

test('pause and rush end on an offline device too', () => {
  const paused = { ordering_status: 'paused', ordering_paused_until: '2026-11-20T20:15:00.000Z' } as const;
  expect(words(paused, Date.parse('2026-11-20T20:14:59.999Z')).tone).toBe('paused');
  expect(words(paused, Date.parse('2026-11-20T20:15:00.000Z')).tone).toBe('open');
  const rush = { extra_prep_minutes: 15, extra_prep_until: '2026-11-20T20:15:00.000Z' };
  expect(words(rush, Date.parse('2026-11-20T20:15:00.000Z')).tone).toBe('open');
});
