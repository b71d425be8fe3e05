import { expect, test } from 'vitest';
import { syncLabel } from './sync-label.ts';

const calm = { gate: 'open', isDown: false, waiting: 0, attention: 0, lastPullAt: '2026-11-20T19:42:00.000Z' } as const;
const said = (state: Parameters<typeof syncLabel>[0]) => {
  const { before, count, noun, after, more } = syncLabel(state);
  return before + count + noun + after + more;
};

test('shows that all is saved and since when', () => {
  expect(said(calm)).toBe('All changes saved');
  expect(syncLabel(calm).at).toBe('2026-11-20T19:42:00.000Z');
});

test('counts waiting changes', () => {
  expect(said({ ...calm, waiting: 1 })).toBe('1 change waiting');
  expect(said({ ...calm, waiting: 20 })).toBe('20 changes waiting');
});

test('shows offline with the number of stored changes', () => {
  expect(said({ ...calm, gate: 'offline', waiting: 3 })).toBe('Offline, 3 changes waiting');
  expect(said({ ...calm, gate: 'offline' })).toBe('Offline, 0 changes waiting');
});

test('a server failing everything is offline, failing one change not', () => {
  expect(said({ ...calm, gate: 'backoff', isDown: true })).toBe('Offline, 0 changes waiting');
  expect(said({ ...calm, gate: 'backoff', isDown: true, waiting: 2 })).toBe('Offline, 2 changes waiting');
  expect(said({ ...calm, gate: 'backoff', waiting: 2 })).toBe('2 changes waiting');
});

test('code that is too old needs a reload, whatever waits', () => {
  expect(said({ ...calm, gate: 'upgrade' })).toBe('0 changes waiting, reload needed');
  expect(said({ ...calm, gate: 'upgrade', waiting: 1 })).toBe('1 change waiting, reload needed');
  expect(said({ ...calm, gate: 'upgrade', attention: 1 })).toBe('1 change needs attention, reload needed');
});

test('changes that need a person precede waiting ones', () => {
  expect(said({ ...calm, attention: 1 })).toBe('1 change needs attention');
  expect(said({ ...calm, waiting: 3, attention: 2 })).toBe('2 changes need attention, 3 waiting');
  expect(said({ ...calm, gate: 'offline', waiting: 3, attention: 2 })).toBe(
    '2 changes need attention, offline, 3 waiting',
  );
  expect(said({ ...calm, gate: 'offline', attention: 2 })).toBe('2 changes need attention, offline');
});
