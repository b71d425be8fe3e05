import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

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

test('a server whose log nobody reads any longer works on', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  expect(JSON.parse(line.toString())).toMatchObject({ level: 'info', event: 'first' });
  child.stdout.destroy();
  await once(child.stdout, 'close');
  child.stdin.write('go on');
  const [code] = (await once(child, 'exit')) as [number];
  expect(code).toBe(0);
});
