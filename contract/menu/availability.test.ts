import { describe, expect, test } from 'vitest';
import {
  applyAvailability,
  isAvailable,
  unavailableUntil,
  type AvailabilityBody,
  type OpeningRules,
} from './availability.ts';
import { newItem } from './new-rows.ts';
import type { MenuItem } from './calls.ts';

const item = newItem(
  { name: 'Lamb rogan josh', price_amount: 1275 },
  { id: '0192f0a0-0000-7000-8000-000000000001', at: '2026-11-01T12:00:00.000Z', actor: null, version: 1 },
  {
    bookId: '0192f0a0-0000-7000-8000-000000000002',
    categoryId: '0192f0a0-0000-7000-8000-000000000003',
    currency: 'GBP',
  },
);

/** Lunch and dinner from Tuesday to Thursday, all day Friday and Saturday until one in the morning, closed on Monday. */
const restaurant: OpeningRules = {
  timezone: 'Europe/London',
  business_day_cutoff_time: '04:00',
  opening_hours: {
    days: [
      { weekday: 0, is_open: true, periods: [{ open_time: '13:00', close_time: '22:00' }] },
      { weekday: 1, is_open: false, periods: [] },
      ...[2, 3, 4].map((weekday) => ({
        weekday,
        is_open: true,
        periods: [
          { open_time: '12:00', close_time: '15:00' },
          { open_time: '17:00', close_time: '22:30' },
        ],
      })),
      { weekday: 5, is_open: true, periods: [{ open_time: '12:00', close_time: '01:00' }] },
      { weekday: 6, is_open: true, periods: [{ open_time: '12:00', close_time: '01:00' }] },
    ],
    exceptions: [],
  },
};

const FRIDAY_EVENING = '2026-11-20T19:42:00.000Z';
const op = (n: number) => `0192f0a0-0000-7000-8000-${String(n).padStart(12, '0')}`;
const apply = (row: MenuItem, body: AvailabilityBody, occurredAt = FRIDAY_EVENING, opId = op(1)) =>
  applyAvailability(row, body, { occurredAt, opId, actor: null, restaurant });

function set(row: MenuItem, body: AvailabilityBody, occurredAt?: string, opId?: string): MenuItem {
  const outcome = apply(row, body, occurredAt, opId);
  if (outcome.kind !== 'set') throw new Error(`It is ${outcome.kind}`);
  return outcome.item;
}

describe('switching an item off and on', () => {
  test('"not available" alone means sold out until turned on', () => {
    const off = set(item, { is_available: false });
    expect(off).toMatchObject({ availability_status: 'sold_out', unavailable_until: null, is_available: false });
    expect(isAvailable(off, '2027-11-20T19:42:00.000Z')).toBe(false);
    expect(set(off, { is_available: true }, '2026-11-20T20:00:00.000Z', op(2))).toMatchObject({
      availability_status: 'available',
      availability_reason: null,
      unavailable_until: null,
      is_available: true,
    });
  });

  test('an absence with an end ends to the millisecond', () => {
    const off = set(item, {
      availability_status: 'sold_out',
      unavailable_until: '2026-11-20T20:45:00.000Z',
      reason: 'quality',
    });
    expect(isAvailable(off, '2026-11-20T20:44:59.999Z')).toBe(false);
    expect(isAvailable(off, '2026-11-20T20:45:00.000Z')).toBe(true);
    expect(off.availability_reason).toBe('quality');
  });

  test('hidden is not available', () => {
    expect(isAvailable(set(item, { availability_status: 'hidden' }), FRIDAY_EVENING)).toBe(false);
  });

  test('an empty or contradictory request is refused', () => {
    expect(apply(item, {})).toMatchObject({ kind: 'refused', code: 'invalid_fields' });
    expect(apply(item, { duration: 'today' })).toMatchObject({ kind: 'refused' });
    expect(apply(item, { is_available: true, availability_status: 'sold_out' })).toMatchObject({ kind: 'refused' });
    expect(apply(item, { is_available: false, availability_status: 'hidden' })).toMatchObject({ kind: 'set' });
  });
});

describe('how long', () => {
  const until = (duration: 'today' | 'next_opening' | 'indefinite', at: string) =>
    unavailableUntil({ duration }, at, restaurant);

  test('"next opening" is this evening, or tomorrow’s after closing', () => {
    expect(until('next_opening', '2026-11-19T13:00:00.000Z')).toBe('2026-11-19T17:00:00.000Z');
    expect(until('next_opening', FRIDAY_EVENING)).toBe('2026-11-21T12:00:00.000Z');
  });

  test('"today" lasts past midnight and over closed days', () => {
    expect(until('today', '2026-11-19T13:00:00.000Z')).toBe('2026-11-20T12:00:00.000Z');
    expect(until('today', '2026-11-21T00:30:00.000Z')).toBe('2026-11-21T12:00:00.000Z');
    expect(until('today', '2026-11-22T18:00:00.000Z')).toBe('2026-11-24T12:00:00.000Z');
  });

  test('wall time decides across a clock change', () => {
    expect(until('today', '2026-03-28T20:00:00.000Z')).toBe('2026-03-29T12:00:00.000Z');
    expect(until('next_opening', '2026-10-24T20:00:00.000Z')).toBe('2026-10-25T13:00:00.000Z');
  });

  test('an opening at the end of the business day counts', () => {
    const early = {
      ...restaurant,
      opening_hours: {
        days: [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({
          weekday,
          is_open: true,
          periods: [{ open_time: '04:00', close_time: '16:00' }],
        })),
        exceptions: [],
      },
    };
    expect(unavailableUntil({ duration: 'today' }, FRIDAY_EVENING, early)).toBe('2026-11-21T04:00:00.000Z');
  });

  test('without opening hours "today" ends, "next opening" does not', () => {
    const never = { ...restaurant, opening_hours: { days: [], exceptions: [] } };
    expect(unavailableUntil({ duration: 'today' }, FRIDAY_EVENING, never)).toBe('2026-11-21T04:00:00.000Z');
    expect(unavailableUntil({ duration: 'next_opening' }, FRIDAY_EVENING, never)).toBe(null);
  });

  test('an explicit end overrides the duration; null means none', () => {
    const end = '2026-11-20T21:00:00.000Z';
    expect(unavailableUntil({ duration: 'today', unavailable_until: end }, FRIDAY_EVENING, restaurant)).toBe(end);
    expect(unavailableUntil({ duration: 'today', unavailable_until: null }, FRIDAY_EVENING, restaurant)).toBe(null);
    expect(until('indefinite', FRIDAY_EVENING)).toBe(null);
  });
});

describe('several devices', () => {
  test('an earlier change that arrives later is superseded', () => {
    const on = set(item, { is_available: true }, '2026-11-20T17:00:00.000Z', op(1));
    expect(apply(on, { is_available: false }, '2026-11-20T14:02:00.000Z', op(2))).toEqual({
      kind: 'superseded',
      item: on,
    });
  });

  test('in the same millisecond the greater operation wins', () => {
    const first = set(item, { is_available: false }, FRIDAY_EVENING, op(5));
    expect(apply(first, { is_available: true }, FRIDAY_EVENING, op(4)).kind).toBe('superseded');
    expect(apply(first, { is_available: true }, FRIDAY_EVENING, op(6)).kind).toBe('set');
    expect(set(first, { is_available: false }, FRIDAY_EVENING, op(5))).toEqual(first);
  });

  test('arrival order and repetition do not change the result', () => {
    const bodies: AvailabilityBody[] = [
      { is_available: false },
      { is_available: true },
      { availability_status: 'hidden' },
      { availability_status: 'sold_out', duration: 'today', reason: 'not_today' },
      { is_available: false, duration: 'next_opening' },
    ];
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let round = 0; round < 300; round += 1) {
      const taps = Array.from({ length: 2 + random(7) }, (_, i) => ({
        body: bodies[random(bodies.length)]!,
        // Few distinct minutes, so that ties occur.
        occurredAt: `2026-11-20T19:0${random(4)}:00.000Z`,
        opId: op(round * 100 + i),
      }));
      const run = (list: typeof taps) =>
        list.reduce((row, tap) => {
          const outcome = apply(row, tap.body, tap.occurredAt, tap.opId);
          return outcome.kind === 'set' ? outcome.item : row;
        }, item);
      const expected = run(taps);
      const shuffled = taps
        .map((tap) => ({ tap, at: random(1000) }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ tap }) => tap);
      expect(run(shuffled)).toEqual(expected);
      expect(run([...shuffled, ...taps])).toEqual(expected);
    }
  });
});
