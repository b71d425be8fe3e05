import { describe, expect, test } from 'vitest';
import type { Reservation } from './calls.ts';
import { newReservation } from './new-reservation.ts';
import type { DiningTable, TableConfig } from './settings.ts';
import { chooseTables, faultOfTables, findClash, findSitter, isKeeping } from './tables.ts';

const id = (n: number) => `0192f0a0-0000-7000-8000-${String(n).padStart(12, '0')}`;
const now = Date.parse('2026-11-20T12:00:00.000Z');
const at = (time: string) => `2026-11-20T${time}:00.000Z`;

const table = (n: number, more: Partial<DiningTable> = {}): DiningTable => ({
  id: id(n),
  name: `T${n}`,
  area_id: id(900),
  min_capacity: 1,
  max_capacity: 2,
  extra_capacity: 0,
  shape: 'square',
  is_joinable: false,
  joinable_with: [],
  is_enabled: true,
  priority: 0,
  position: { x: 0, y: 0, width: 80, height: 80, rotation: 0 },
  ...more,
});
const config = (...tables: DiningTable[]): TableConfig => ({
  areas: [{ id: id(900), name: 'Room', sort_order: 0 }],
  tables,
  min_guests_online: 1,
  max_guests_online: 8,
});
const booked = (n: number, starts: string, more: Partial<Reservation> = {}): Reservation => ({
  ...newReservation(
    { name: 'Tom', guests_count: 2, starts_at: at(starts), source: 'phone', table_ids: [id(1)] },
    {
      id: id(n),
      opId: id(n + 500),
      occurredAt: at('10:00'),
      now: at('10:00'),
      actor: null,
      version: 0,
      reservationNo: '',
      durationMinutes: 90,
      customerId: null,
      phone: null,
    },
  ),
  ...more,
});

describe('two parties at one table', () => {
  const clash = (starts: string, bufferMinutes: number, other = booked(1, '19:00')) =>
    findClash(booked(2, starts), [other], { bufferMinutes, now })?.id ?? null;

  test('meet by a single minute', () => {
    expect(clash('20:29', 0)).toBe(id(1));
    expect(clash('20:30', 0)).toBeNull();
    expect(clash('17:30', 0)).toBeNull();
    expect(clash('17:31', 0)).toBe(id(1));
  });

  test('keep the buffer on both sides', () => {
    expect(clash('20:44', 15)).toBe(id(1));
    expect(clash('20:45', 15)).toBeNull();
    expect(clash('17:16', 15)).toBe(id(1));
    expect(clash('17:15', 15)).toBeNull();
  });

  test('of which one sits past its end stay apart until it is completed', () => {
    const sitting = booked(1, '09:00', { reservation_status: 'seated', seated_at: at('09:00') });
    expect(clash('12:00', 0, sitting)).toBe(id(1));
    expect(clash('13:29', 0, sitting)).toBe(id(1));
    expect(clash('13:30', 0, sitting)).toBeNull();
    expect(clash('12:00', 0, { ...sitting, reservation_status: 'completed' })).toBeNull();
    const rules = { bufferMinutes: 0, now };
    const next = booked(2, '12:15');
    expect(findClash(next, [sitting], { ...rules, asPlanned: true })).toBeNull();
    expect(findSitter(next, [sitting], rules)?.id).toBe(id(1));
    expect(findSitter({ ...next, reservation_status: 'seated' }, [sitting], rules)).toBeNull();
    expect(findSitter(booked(3, '18:00'), [sitting], rules)).toBeNull();
  });

  test('of which one came early have it from its arrival', () => {
    const early = booked(1, '19:00', { reservation_status: 'seated', seated_at: at('17:00') });
    expect(clash('17:00', 0, early)).toBe(id(1));
    expect(clash('15:30', 0, early)).toBeNull();
  });

  test('meet over any of their joined tables', () => {
    const joined = booked(1, '19:00', { table_ids: [id(7), id(1)] });
    expect(clash('19:30', 0, joined)).toBe(id(1));
    expect(clash('19:30', 0, { ...joined, table_ids: [id(7)] })).toBeNull();
  });

  test('do not meet one that ended, waits, or whose hold ran out', () => {
    for (const reservation_status of ['completed', 'declined', 'cancelled', 'no_show', 'expired'] as const)
      expect(clash('19:30', 0, booked(1, '19:00', { reservation_status }))).toBeNull();
    const waits = { reservation_status: 'requested', waitlisted_at: at('10:00') } as const;
    expect(clash('19:30', 0, booked(1, '19:00', waits))).toBeNull();
    const held = booked(1, '19:00', { reservation_status: 'held', held_until: at('12:00') });
    expect(isKeeping(held, now - 1)).toBe(true);
    expect(isKeeping(held, now)).toBe(false);
  });
});

describe('tables for a party', () => {
  const free = () => true;
  const pair = [
    table(1, { is_joinable: true, joinable_with: [id(2)] }),
    table(2, { is_joinable: true }),
    table(3, { is_joinable: true, joinable_with: [id(2)] }),
    table(4, { max_capacity: 6, min_capacity: 4 }),
    table(5, { is_enabled: false, max_capacity: 9 }),
  ];

  test('are the smallest that hold it', () => {
    expect(chooseTables(config(...pair), 2, free)).toEqual([id(1)]);
    expect(chooseTables(config(...pair), 5, free)).toEqual([id(4)]);
  });

  test('are joined where none alone is large enough', () => {
    const chosen = chooseTables(config(...pair), 4, (tableId) => tableId !== id(4));
    expect(chosen?.toSorted()).toEqual([id(1), id(2)]);
    expect(chooseTables(config(...pair), 6, (tableId) => tableId !== id(4))).toHaveLength(3);
    expect(chooseTables(config(...pair), 7, (tableId) => tableId !== id(4))).toBeNull();
  });

  test('take extra chairs last, and priority before size', () => {
    expect(chooseTables(config(table(1, { extra_capacity: 2 }), table(2, { max_capacity: 4 })), 4, free)).toEqual([
      id(2),
    ]);
    expect(chooseTables(config(table(1), table(2, { max_capacity: 4, priority: 5 })), 2, free)).toEqual([id(2)]);
  });

  test('are refused where they are too small, gone or apart', () => {
    const all = config(...pair);
    expect(faultOfTables(all, [id(1)], 3)).toBe('too_small');
    expect(faultOfTables(all, [id(1), id(2)], 4)).toBeNull();
    expect(faultOfTables(all, [id(1), id(3)], 2)).toBe('not_joinable');
    expect(faultOfTables(all, [id(1), id(2), id(3)], 6)).toBeNull();
    expect(faultOfTables(all, [id(5)], 2)).toBe('unknown_table');
    expect(faultOfTables(all, [id(1), id(1)], 2)).toBe('unknown_table');
    expect(faultOfTables(all, [], 90)).toBeNull();
  });
});
