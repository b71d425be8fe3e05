import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';

const program = `
  import { createLog } from ${JSON.stringify(new URL('log.ts', import.meta.url).href)};
  const log = createLog();
  process.on('uncaughtException', () => process.exit(3));
  process.stdin.once('data', () => {
    log.info('second');
    setTimeout(() => process.exit(0), 100);
  });
  log.info('first');
`;

test('a server without a reader of its log keeps working', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  expect(JSON.parse(line.toString())).toMatchObject({ level: 'info', event: 'first' });
  child.stdout.destroy();
  await once(child.stdout, 'close');
  child.stdin.write('go on');
  const [code] = (await once(child, 'exit')) as [number];
  expect(code).toBe(0);
});

test('writes background errors once a minute, with their number', () => {
  const lines: Record<string, unknown>[] = [];
  let at = Date.parse('2026-11-20T18:30:00.000Z');
  const log = createLog(
    'info',
    (line) => lines.push(JSON.parse(line) as Record<string, unknown>),
    () => new Date(at),
  );
  for (let second = 0; second <= 60; second += 1) {
    log.warn('stream_check_failed', { code: 'ECONNREFUSED', stack: `at line ${second}` });
    at += 1000;
  }
  log.warn('stream_check_failed', { code: '57P03' });
  expect(lines.map(({ code, repeated }) => [code, repeated])).toEqual([
    ['ECONNREFUSED', undefined],
    ['ECONNREFUSED', 59],
    ['57P03', undefined],
  ]);
});

test('writes each error of a request, and every event', () => {
  const lines: string[] = [];
  const log = createLog('info', (line) => lines.push(line));
  for (const request_id of ['a', 'b']) log.error('fault', { request_id, code: 'x' });
  for (let i = 0; i < 2; i += 1) log.info('auth.login', {});
  expect(lines).toHaveLength(4);
});
