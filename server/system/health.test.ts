import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callApi } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import { newId } from '../platform/ids.ts';

const MINUTE = 60_000;
let app: TestApp;
let owner: SignedUp;

beforeEach(async () => {
  app = await startApp();
  owner = await signUp(app);
  // Error events of the log are printed, which is expected here.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await app.close();
});

const health = () => callApi(app.fetch, 'GET', '/health');
const makeBook = (name: string) =>
  callApi(app.fetch, 'POST', '/menu/books', {
    token: owner.token,
    body: { name },
    headers: { 'idempotency-key': newId() },
  });
const listBooks = () => callApi(app.fetch, 'GET', '/menu', { token: owner.token });

/** From now on PostgreSQL answers writes of this table as on a full disk. */
async function fillUp(table: string) {
  await app.pools.owner.query(`
    CREATE OR REPLACE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$;
    CREATE TRIGGER disk_full BEFORE INSERT OR UPDATE ON ${table} EXECUTE FUNCTION disk_full()`);
}
const makeRoom = (table: string) => app.pools.owner.query(`DROP TRIGGER disk_full ON ${table}`);
const reports = () => app.logged.filter(({ event }) => event === 'disk_full');

test('all is well', async () => {
  expect(await health()).toMatchObject({ status: 200, data: { status: 'ok', database: 'ok' } });
});

test('a full disk is named to caller, operator and monitor', async () => {
  await fillUp('menu_books');
  for (const name of ['Lunch', 'Dinner'])
    expect(await makeBook(name)).toMatchObject({ status: 503, error: { code: 'disk_full', retry_after_seconds: 10 } });
  expect(reports()).toMatchObject([{ level: 'error', message: expect.stringContaining('free space') }]);
  expect(await health()).toMatchObject({ status: 503, error: { code: 'disk_full' } });
  await makeRoom('menu_books');
  expect((await makeBook('Lunch')).status).toBe(200);
  app.clock.pass(MINUTE);
  expect((await health()).status).toBe(200);
});

test('a full disk stops no reads', async () => {
  await fillUp('sessions');
  app.clock.pass(2 * MINUTE);
  expect((await listBooks()).status).toBe(200);
  expect(reports()).toHaveLength(1);
});

test('a database outage is told from a full disk', async () => {
  const query = vi.spyOn(app.pools.accounts, 'query');
  query.mockRejectedValue(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }) as never);
  expect(await health()).toMatchObject({ status: 503, error: { code: 'database_down' } });
  expect(reports()).toEqual([]);
  expect(app.logged.at(-2)).toMatchObject({ event: 'database_down', code: 'ECONNREFUSED' });
  // A balancer that asks here keeps this process.
  expect((await app.fetch(new Request('https://galley.test/backend/health/live'))).status).toBe(200);
  query.mockRestore();
  expect((await health()).status).toBe(200);
});

test('a mail server that stays down is named in health', async () => {
  const since = app.clock.now().toISOString();
  expect((await health()).data).toMatchObject({ mail_down_since: null });
  app.jobs.mail.failed(new Error('connect ECONNREFUSED'));
  app.clock.pass(6 * MINUTE);
  expect(await health()).toMatchObject({ status: 200, data: { status: 'ok', mail_down_since: since } });
  app.jobs.mail.accepted();
  expect((await health()).data).toMatchObject({ mail_down_since: null });
});
