import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { areas, deleteOld } from '../areas.ts';
import { createBus } from '../platform/bus.ts';
import { deleteOldRows, PORTION } from './delete-old.ts';

let app: TestApp;
beforeAll(async () => void (app = await startApp()));
afterAll(() => app.close());

const sql = async (text: string) => (await app.pools.owner.query<Record<string, unknown>>(text)).rows;
const count = async (where = 'true') =>
  (await sql(`SELECT count(*)::int AS n FROM contact_messages WHERE ${where}`))[0]!['n'];
/** Written `days` ago. */
const write = (messages: number, days: number) =>
  app.pools.owner.query(
    `INSERT INTO contact_messages (id, fingerprint, name, email, message, created_at)
     SELECT gen_random_uuid(), '', 'Amara', '', '', $2 FROM generate_series(1, $1)`,
    [messages, new Date(app.clock.now().getTime() - days * 86_400_000)],
  );

test('deletes what is older than its days, portion by portion', async () => {
  await Promise.all([write(2 * PORTION + 3, 10), write(2, 9)]);
  const retention = { table: 'contact_messages', where: 'created_at < $1', days: 9 };
  expect(await deleteOldRows(app.pools.owner, retention, app.clock.now())).toBe(2 * PORTION + 3);
  expect(await count()).toBe(2);
  expect(await deleteOldRows(app.pools.owner, retention, app.clock.now())).toBe(0);
});

test('empties rows that stay', async () => {
  await write(PORTION + 1, 20);
  const retention = { table: 'contact_messages', where: "created_at < $1 AND name <> ''", days: 15, set: "name = ''" };
  expect(await deleteOldRows(app.pools.owner, retention, app.clock.now())).toBe(PORTION + 1);
  expect([await count("name = ''"), await count("name <> ''")]).toEqual([PORTION + 1, 2]);
});

test('goes round all areas, and a fault of one does not stop the others', async () => {
  await write(1, 200);
  const broken = { table: 'sessions', where: 'no_such_column < $1', days: 0 };
  const auth = areas.find(({ name }) => name === 'auth')!;
  const kept = auth.retention;
  const round = () => deleteOld({ ...app, bus: createBus() }, app.clock.now());
  const logged = (event: string) => app.logged.filter((line) => line.event === event);
  await round();
  expect([logged('delete_old_failed'), logged('deleted_old')]).toMatchObject([[], [{ contact_messages: 1 }]]);
  await write(1, 200);
  auth.retention = [broken];
  try {
    await round();
  } finally {
    auth.retention = kept!;
  }
  expect([logged('delete_old_failed'), logged('deleted_old').at(-1)]).toMatchObject([
    [{ what: 'sessions' }],
    { contact_messages: 1 },
  ]);
});

/** Few rows are written to the others, or each is updated too often for one more index. */
const withIndex = [
  'whatsapp_events',
  'webhook_events',
  'contact_messages',
  'chatbot_conversations',
  'mutation_results',
];

test.for(withIndex)('finds old rows of %s by an index', async (name) => {
  const retention = areas.flatMap((area) => area.retention ?? []).filter(({ table }) => table === name);
  expect(retention).not.toEqual([]);
  const client = await app.pools.owner.connect();
  try {
    await client.query('SET enable_seqscan = off');
    for (const { table, where } of retention) {
      const { rows } = await client.query(`EXPLAIN SELECT ctid FROM ${table} WHERE ${where.replaceAll('$1', 'now()')}`);
      const plan = rows.map((row) => Object.values(row)[0]).join('\n');
      expect(plan).toMatch(new RegExp(`(on|using) ${table}_`));
      expect(plan).not.toContain(`Seq Scan on ${table}`);
    }
  } finally {
    client.release(true);
  }
});
