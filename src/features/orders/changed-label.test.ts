import { expect, test } from 'vitest';
import type { OrderEvent } from '../../../contract/orders/calls.ts';
import { id } from '../../../tests/support/rows.ts';
import { changedLabel, changeSinceStep } from './changed-label.ts';

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
  expect(changedLabel({ changes })).toBe(
    'Changed: 2 Garlic naan instead of 1, Pilau rice taken off, Tarka dal added, 3 Plain naan added, note on Prawn madras, time',
  );
  expect(changedLabel({})).toBe('Changed');
});

test('shows the kitchen a correction until the next step', () => {
  const [placed, started, changed, ready] = [
    event('placed', 1),
    event('status', 2),
    event('edited', 3),
    event('status', 4),
  ];
  expect(changeSinceStep({ events: [placed, started, changed] })).toBe(changed);
  expect(changeSinceStep({ events: [placed, started, changed, ready] })).toBeNull();
  expect(changeSinceStep({ events: [placed] })).toBeNull();
});
