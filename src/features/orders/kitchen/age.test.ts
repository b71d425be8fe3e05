import { describe, expect, test } from 'vitest';
import { ageOf } from './age.ts';

const at = (time: string) => `2026-11-20T${time}.000Z`;
const ageAt = (time: string, order: Partial<Parameters<typeof ageOf>[0]> = {}) =>
  ageOf(
    { is_asap: true, placed_at: at('19:20:00'), due_at: at('19:40:00'), prep_minutes: 20, ...order },
    Date.parse(at(time)),
  );

describe('the age of a ticket', () => {
  test('counts whole minutes and turns amber at ten', () => {
    expect(ageAt('19:29:59')).toEqual({ tone: 'fresh', minutes: 9, lateMinutes: 0 });
    expect(ageAt('19:30:00')).toEqual({ tone: 'soon', minutes: 10, lateMinutes: 0 });
  });

  test('is late from the due time, whatever its age', () => {
    expect(ageAt('19:40:00')).toEqual({ tone: 'late', minutes: 20, lateMinutes: 1 });
    expect(ageAt('19:42:30')).toEqual({ tone: 'late', minutes: 22, lateMinutes: 2 });
    expect(ageAt('19:26:00', { due_at: at('19:25:00') })).toEqual({ tone: 'late', minutes: 6, lateMinutes: 1 });
  });

  test('of a scheduled order begins when its cooking does', () => {
    const later = { is_asap: false, placed_at: at('12:00:00') };
    expect(ageAt('19:10:00', later)).toEqual({ tone: 'ahead', minutes: 0, lateMinutes: 0 });
    expect(ageAt('19:25:00', later)).toEqual({ tone: 'fresh', minutes: 5, lateMinutes: 0 });
  });

  test('is never negative on a device with a slow clock', () => {
    expect(ageAt('19:10:00')).toMatchObject({ minutes: 0 });
  });
});
