import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signUp } from '../../tests/support/sign-up.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import type { TestDatabase } from '../../tests/support/cluster.ts';

const program = fileURLToPath(new URL('import-orders.ts', import.meta.url));
let app: TestApp;
let folder: string;
const email = 'owner@galley.test';

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

describe('npm run import:orders', () => {
  test('reports contents, news and bad rows, and exits with 0', async () => {
    const rows = [
      'Order No;Date;Dish;Qty;Price;Void?;Waiter',
      '7;01/02/20 18:00;Korma;2;8,50;false;Ann',
      '8;01/02/20 18:05;Korma;two;8,50;false;Ann',
      '9;01/02/20 18:10;Naan;1;2,50;false;Ann',
      '10;01/02/20 18:10;Naan;1;2,50;True;Ann',
    ];
    await writeFile(join(folder, 'till.csv'), rows.join('\n'));
    const first = await run('till.csv', '--restaurant', email);
    expect(first).toMatchObject({
      code: 0,
      out: 'The Anchor: the file holds 2 orders, 2 lines, 2 dishes, £19.50 in all\nNew: 2 orders with 2 lines; 2 dishes in 1 new category, none of them on sale\n',
    });
    expect(first.err).toContain(
      'line 3: the quantity "two" is not a whole number of 1 or more\nline 5: it is no sale: Void? is "True"\n2 rows were left out\nColumns that were not read: Waiter\n',
    );
    expect(first.err).toContain('2 of 2 orders written');
    expect((await run(join(folder, 'till.csv'), `--restaurant=${email}`)).out).toContain('Nothing is new');
  });

  test('exits with 1 without readable rows, 2 on wrong usage', async () => {
    await writeFile(join(folder, 'words.csv'), 'once,upon,a,time\n1,2,3,4\n');
    await writeFile(
      join(folder, 'bad.csv'),
      'Order Number,Order Date,Item Name,Quantity,Product Price\n1,never,Korma,1,8.50\n',
    );
    expect(await run('words.csv', '--restaurant', email)).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('has no column for'),
    });
    expect(await run('bad.csv', '--restaurant', email)).toMatchObject({
      code: 1,
      err: expect.stringContaining('line 2: "never" is not a date'),
    });
    expect(await run('none.csv', '--restaurant', email)).toMatchObject({
      code: 2,
      err: expect.stringContaining('There is no file'),
    });
    expect(await run('bad.csv', '--restaurant', 'nobody@galley.test')).toMatchObject({ code: 2 });
    expect(await run('bad.csv')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Usage: npm run import:orders'),
    });
  });
});
