import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lastLines, LOG_FILES, deleteOldLogs } from './server-log.ts';

let home: string;
let logs: { data: string; log: string };
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'galley-log-'));
  logs = { data: join(home, 'data'), log: join(home, 'postgres.log') };
  mkdirSync(join(logs.data, 'log'), { recursive: true });
});
afterEach(() => rmSync(home, { recursive: true }));

const write = (name: string, text = 'x') => writeFileSync(join(logs.data, 'log', name), text);

test('keeps only the newest log files', () => {
  for (let day = 1; day <= 20; day += 1) write(`postgres-2026-11-${String(day).padStart(2, '0')}_000000.log`);
  write('notes.txt');
  deleteOldLogs(logs);
  const left = readdirSync(join(logs.data, 'log'));
  expect(left).toHaveLength(LOG_FILES + 1);
  expect(left).toContain('postgres-2026-11-20_000000.log');
  expect(left).not.toContain('postgres-2026-11-12_000000.log');
});

test('rotates the start log once it is large', () => {
  writeFileSync(logs.log, 'small');
  deleteOldLogs(logs);
  expect(existsSync(logs.log)).toBe(true);
  writeFileSync(logs.log, 'x'.repeat(1_000_001));
  deleteOldLogs(logs);
  expect([existsSync(logs.log), existsSync(`${logs.log}.1`)]).toEqual([false, true]);
});

test('shows the last lines', () => {
  writeFileSync(logs.log, 'a start');
  write('postgres-2026-11-19_000000.log', 'yesterday');
  write('postgres-2026-11-20_000000.log', 'FATAL: today');
  expect(lastLines(logs)).toBe('a start\nFATAL: today');
});
