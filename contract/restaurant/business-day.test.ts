import { describe, expect, test } from 'vitest';
import { businessDay, businessDayRange } from './business-day.ts';
import { DAY, fromLocalParts, toLocalParts } from './zone.ts';

const LONDON = 'Europe/London';
const HOUR = 3_600_000;

describe('the business day', () => {
  test('the small hours belong to the evening before', () => {
    expect(businessDay('2026-11-20T19:42:00Z', LONDON, '04:00')).toBe('2026-11-20');
    expect(businessDay('2026-11-21T03:59:59.999Z', LONDON, '04:00')).toBe('2026-11-20');
    expect(businessDay('2026-11-21T04:00:00Z', LONDON, '04:00')).toBe('2026-11-21');
    expect(businessDay('2026-11-21T00:00:00Z', LONDON, '00:00')).toBe('2026-11-21');
  });

  test('is the restaurant’s, not UTC’s', () => {
    expect(businessDay('2026-11-20T19:42:00Z', 'Pacific/Apia', '04:00')).toBe('2026-11-21');
    expect(businessDay('2026-11-20T03:42:00Z', 'America/New_York', '04:00')).toBe('2026-11-19');
    expect(businessDay('2026-11-20T22:29:00Z', 'Asia/Kolkata', '04:00')).toBe('2026-11-20');
    expect(businessDay('2026-11-20T22:30:00Z', 'Asia/Kolkata', '04:00')).toBe('2026-11-21');
  });

  test('has 23 hours in spring and 25 in autumn', () => {
    const hours = (date: string, zone: string) => {
      const { from, to } = businessDayRange(date, zone, '04:00');
      return (Date.parse(to) - Date.parse(from)) / HOUR;
    };
    // With a cutoff at four the clock change belongs to the evening before.
    expect(hours('2026-03-28', LONDON)).toBe(23);
    expect(hours('2026-10-24', LONDON)).toBe(25);
    expect(hours('2026-11-20', LONDON)).toBe(24);
    expect(hours('2026-03-07', 'America/New_York')).toBe(23);
    expect(hours('2026-10-31', 'America/New_York')).toBe(25);
    expect(hours('2026-03-28', 'Asia/Kolkata')).toBe(24);
    // Samoa had no 30 December 2011.
    expect(hours('2011-12-30', 'Pacific/Apia')).toBe(0);
  });

  test('a range lasts from its first to its last cutoff', () => {
    expect(businessDayRange('2026-03-28', LONDON, '04:00', '2026-03-30')).toEqual({
      from: '2026-03-28T04:00:00.000Z',
      to: '2026-03-31T03:00:00.000Z',
    });
  });

  test.each(['00:00', '01:30', '02:00', '02:30', '04:00', '06:00'])(
    'with a cutoff at %s, ranges contain their instants',
    (cutoff) => {
      for (const zone of [
        LONDON,
        'America/New_York',
        'Asia/Kolkata',
        'Pacific/Apia',
        'Australia/Lord_Howe',
        'America/Santiago',
      ]) {
        for (const around of [
          '2026-03-08',
          '2026-03-29',
          '2026-04-05',
          '2026-09-06',
          '2026-10-25',
          '2026-11-01',
          '2011-12-30',
          '2010-09-26',
        ]) {
          for (let at = Date.parse(around) - 30 * HOUR; at < Date.parse(around) + 54 * HOUR; at += 13 * 60_000) {
            const day = businessDay(new Date(at), zone, cutoff);
            const { from, to } = businessDayRange(day, zone, cutoff);
            if (at < Date.parse(from) || at >= Date.parse(to))
              throw new Error(`${new Date(at).toISOString()} in ${zone} is not in ${day}: ${from} to ${to}`);
          }
        }
      }
    },
  );
});

describe('wall time', () => {
  test('skipped times move forward; repeated times take the first', () => {
    const localTime = (text: string) => Date.parse(`${text}Z`);
    expect(new Date(fromLocalParts(localTime('2026-03-29T01:30:00'), LONDON)).toISOString()).toBe(
      '2026-03-29T01:30:00.000Z',
    );
    expect(new Date(fromLocalParts(localTime('2026-10-25T01:30:00'), LONDON)).toISOString()).toBe(
      '2026-10-25T00:30:00.000Z',
    );
    expect(new Date(fromLocalParts(localTime('2026-11-01T01:30:00'), 'America/New_York')).toISOString()).toBe(
      '2026-11-01T05:30:00.000Z',
    );
  });

  test('agrees with Intl at every hour of a year', () => {
    const format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'America/New_York',
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    for (let at = Date.parse('2026-01-01T00:00:00Z'); at < Date.parse('2027-01-01T00:00:00Z'); at += DAY / 24) {
      expect(new Date(toLocalParts(at, 'America/New_York')).toISOString().slice(0, 19).replace('T', ' ')).toBe(
        format.format(at),
      );
    }
  });

  test('an unknown time zone is an error', () => {
    expect(() => toLocalParts(0, 'Europe/Atlantis')).toThrow(RangeError);
  });
});
