import { expect, test } from 'vitest';
import type { OrderEvent } from '../../../contract/orders/calls.ts';
import { id } from '../../../tests/support/rows.ts';
import { changedLabel } from './changed-label.ts';
import { correctionsSinceStep } from './read-changes.ts';

const event = (type: OrderEvent['type'], n: number): OrderEvent => ({
  id: id(n),
  type,
  from: null,
  to: null,
  at: '2026-11-20T18:30:00.000Z',
  arrived_at: '2026-11-20T18:30:00.000Z',
  actor: null,
  device_name: null,
  note: null,
  was_offline: false,
});

test('lists a correction dish by dish', () => {
  const line = (name: string, from: number, to: number) => ({ field: 'line', name, from, to });
  const changes = [
    line('Garlic naan', 1, 2),
    line('Pilau rice', 1, 0),
    line('Tarka dal', 0, 1),
    line('Plain naan', 0, 3),
    { field: 'line_note', name: 'Prawn madras', from: null, to: null },
    { field: 'due_at', name: null, from: null, to: null },
  ];
  expect(changedLabel([{ changes }])).toBe(
    'Changed: 2 Garlic naan instead of 1, Pilau rice taken off, Tarka dal added, 3 Plain naan added, note on Prawn madras, time',
  );
  expect(changedLabel([{}])).toBe('Changed');
});

test('tells what several corrections left of each line', () => {
  const line = (line_id: string, from: number, to: number) => ({ field: 'line', name: 'Naan', line_id, from, to });
  const note = { field: 'line_note', name: 'Naan', line_id: 'a', from: null, to: null };
  expect(changedLabel([{ changes: [line('a', 1, 2), line('b', 0, 1)] }, { changes: [line('a', 2, 3), note] }])).toBe(
    'Changed: 3 Naan instead of 1, note on Naan, Naan added',
  );
  expect(changedLabel([{ changes: [line('b', 0, 1)] }, { changes: [line('b', 1, 0)] }])).toBe('Changed');
});

test('shows the kitchen all corrections until the next step', () => {
  const [placed, started, changed, noted, again, ready] = [
    event('placed', 1),
    event('status', 2),
    event('edited', 3),
    event('note', 4),
    event('edited', 5),
    event('status', 6),
  ];
  expect(correctionsSinceStep({ events: [placed, started, changed, noted, again] })).toEqual([changed, again]);
  expect(correctionsSinceStep({ events: [placed, started, changed, ready] })).toEqual([]);
  expect(correctionsSinceStep({ events: [placed, changed] })).toEqual([changed]);
});
