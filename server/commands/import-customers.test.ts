import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '../../tests/support/cluster.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp } from '../../tests/support/sign-up.ts';

const program = fileURLToPath(new URL('import-customers.ts', import.meta.url));
const email = 'owner@galley.test';
let app: TestApp;
let folder: string;

beforeAll(async () => {
  [app, folder] = await Promise.all([startApp({ startsAt: null }), mkdtemp(join(tmpdir(), 'galley-import-'))]);
  await signUp(app, { email, restaurantName: 'The Anchor' });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the command like a person, beside a running server. */
function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const { url, appUrl, authUrl } = app.pools as TestDatabase;
  const database = { DATABASE_URL: url, DATABASE_APP_URL: appUrl, DATABASE_AUTH_URL: authUrl };
  const env = { ...process.env, ...database, DATA_DIR: folder, INIT_CWD: folder };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { env }, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err });
    });
  });
}

const names = async () =>
  (await app.pools.owner.query<{ name: string }>('SELECT name FROM customers ORDER BY 1')).rows.map(({ name }) => name);

test('npm run import:customers prints the counts and each error as JSON', async () => {
  await writeFile(join(folder, 'list.csv'), 'Name;Phone;Mobile\nTom Hale;020 7946 0101\nBad;12\nPriya;020 7946 0102\n');
  const expected = {
    created: 2,
    updated: 0,
    skipped: 0,
    failed: 1,
    errors: [{ row: 3, column: 'Phone', code: 'phone_invalid' }],
  };
  await writeFile(join(folder, 'twice.csv'), 'Phone,Phone\n1,2\n');
  // Each start of the command takes a second or more; these change nothing.
  const [dry, twice, wrong] = await Promise.all([
    run('list.csv', '--restaurant', email, '--dry-run'),
    run('twice.csv', '--restaurant', email),
    run('list.csv'),
  ]);
  expect([dry.code, JSON.parse(dry.out)]).toEqual([0, expected]);
  expect(twice).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('“Phone” is there twice') as string,
  });
  expect(wrong.code).toBe(2);
  expect(await names()).toEqual([]);
  const first = await run('list.csv', '--restaurant', email);
  expect([first.code, JSON.parse(first.out)]).toEqual([0, expected]);
  expect(first.err).toContain('Columns that were not read: Mobile');
  expect(await names()).toEqual(['Priya', 'Tom Hale']);
  const again = await run('list.csv', `--restaurant=${email}`);
  expect(JSON.parse(again.out)).toEqual({ ...expected, created: 0, skipped: 2 });
});
