import { expect, test } from 'vitest';
import { syncLabel } from './sync-label.ts';

const calm = { gate: 'open', isDown: false, waiting: 0, attention: 0, lastPullAt: '2026-11-20T19:42:00.000Z' } as const;
const said = (state: Parameters<typeof syncLabel>[0]) => {
  const { before, count, noun, after, more } = syncLabel(state);
  return before + count + noun + after + more;
};

test('the status says that all is saved, and since when', () => {
  expect(said(calm)).toBe('All changes saved');
  expect(syncLabel(calm).at).toBe('2026-11-20T19:42:00.000Z');
});

test('the status counts what waits', () => {
  expect(said({ ...calm, waiting: 1 })).toBe('1 change waiting');
  expect(said({ ...calm, waiting: 20 })).toBe('20 changes waiting');
});

test('the status says offline with the count of what is kept', () => {
  expect(said({ ...calm, gate: 'offline', waiting: 3 })).toBe('Offline, 3 changes waiting');
  expect(said({ ...calm, gate: 'offline' })).toBe('Offline, 0 changes waiting');
});

test('a server that fails on everything counts as offline, one that fails on a change does not', () => {
  expect(said({ ...calm, gate: 'backoff', isDown: true })).toBe('Offline, 0 changes waiting');
  expect(said({ ...calm, gate: 'backoff', isDown: true, waiting: 2 })).toBe('Offline, 2 changes waiting');
  expect(said({ ...calm, gate: 'backoff', waiting: 2 })).toBe('2 changes waiting');
});

test('what needs a person comes first, and what waits is counted too', () => {
  expect(said({ ...calm, attention: 1 })).toBe('1 change needs attention');
  expect(said({ ...calm, waiting: 3, attention: 2 })).toBe('2 changes need attention, 3 waiting');
  expect(said({ ...calm, gate: 'offline', waiting: 3, attention: 2 })).toBe(
    '2 changes need attention, offline, 3 waiting',
  );
  expect(said({ ...calm, gate: 'offline', attention: 2 })).toBe('2 changes need attention, offline');
});
