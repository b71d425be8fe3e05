import { expect, test } from 'vitest';
import { freeBytes, NEEDED_BYTES, watchDisk } from './disk.ts';
import { createLog } from './log.ts';

const full = (code: string) => Object.assign(new Error('No space left on device'), { code });

function watch(free: number | null = NEEDED_BYTES) {
  let now = Date.parse('2026-11-20T18:30:00.000Z');
  const state = { free };
  const lines: string[] = [];
  const clock = { now: () => new Date(now) };
  const log = createLog('info', (line) => lines.push(line), clock.now);
  const disk = watchDisk({ clock, log, free: () => state.free });
  return { disk, state, lines, pass: (ms: number) => void (now += ms) };
}

test.each(['53100', 'ENOSPC', 'EDQUOT'])('detects a full disk by %s, for a minute', (code) => {
  const { disk, pass } = watch();
  expect(disk.isFull()).toBe(false);
  expect(disk.isCauseOf(new Error('Failed query', { cause: full(code) }))).toBe(true);
  pass(59_999);
  expect(disk.isFull()).toBe(true);
  pass(1);
  expect(disk.isFull()).toBe(false);
});

test('blames a nearly full disk for other errors', () => {
  const { disk, state } = watch();
  expect(disk.isCauseOf(full('ECONNREFUSED'))).toBe(false);
  state.free = NEEDED_BYTES - 1;
  expect(disk.isCauseOf(full('ECONNREFUSED'))).toBe(true);
  expect(disk.isFull()).toBe(true);
  state.free = NEEDED_BYTES;
  expect(disk.isFull()).toBe(false);
});

test('reports to the operator once a minute', () => {
  const { disk, lines, pass } = watch(1000);
  for (let i = 0; i < 5; i++) disk.isCauseOf(full('53100'));
  disk.isFull();
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0]!)).toMatchObject({ level: 'error', event: 'disk_full', free_bytes: 1000 });
  pass(60_000);
  disk.isFull();
  expect(lines).toHaveLength(2);
});

test('measures a folder’s file system; null if missing', () => {
  expect(freeBytes(import.meta.dirname)).toBeGreaterThan(0);
  expect(freeBytes('/no/such/folder')).toBeNull();
  expect(watch(null).disk.isFull()).toBe(false);
});
