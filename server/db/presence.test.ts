import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TestDatabase } from '../../tests/support/cluster.ts';
import { freshDatabase } from '../../tests/support/database.ts';
import { createLog } from '../platform/log.ts';
import { enterDatabase } from './presence.ts';

let database: TestDatabase;
let entered: { close(): Promise<void> }[];
const working = new Set<string>();
beforeEach(async () => {
  database = await freshDatabase();
  entered = [];
  working.clear();
});
afterEach(async () => {
  for (const each of entered) await each.close();
  await database.close();
});

async function join(name: string, store = 'here') {
  const present = await enterDatabase({
    owner: database.owner,
    log: createLog('silent'),
    store,
    lead() {
      working.add(name);
      return { close: () => Promise.resolve(void working.delete(name)) };
    },
  });
  entered.push(present);
  return present;
}
const workers = () => [...working];

test('of several processes one works, and when it stops, another', async () => {
  const first = await join('a');
  await join('b');
  expect(workers()).toEqual(['a']);
  await first.close();
  await expect.poll(workers, { timeout: 20_000 }).toEqual(['b']);
});

test('work ends with the session and begins again with the next', async () => {
  await join('a');
  await database.owner.query(
    `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  await expect.poll(workers).toEqual([]);
  await expect.poll(workers, { timeout: 20_000 }).toEqual(['a']);
});

test('a process whose files lie elsewhere does not start beside another', async () => {
  const first = await join('a');
  await join('b');
  await expect(join('c', 'elsewhere')).rejects.toThrow(/^DATA_DIR: another process .* or set FILES_BUCKET\.$/);
  for (const each of [first, ...entered]) await each.close();
  await join('c', 'elsewhere');
  expect(workers()).toEqual(['c']);
});
