import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TestDatabase } from '../../tests/support/cluster.ts';
import { freshDatabase } from '../../tests/support/database.ts';
import { createLog } from '../platform/log.ts';
import { startLeading } from './lead.ts';

let database: TestDatabase;
let leading: { close(): Promise<void> }[];
const working = new Set<string>();
beforeEach(async () => {
  database = await freshDatabase();
  leading = [];
  working.clear();
});
afterEach(async () => {
  for (const each of leading) await each.close();
  await database.close();
});

function join(name: string) {
  const lead = startLeading({
    owner: database.owner,
    log: createLog('silent'),
    start() {
      working.add(name);
      return { close: () => Promise.resolve(void working.delete(name)) };
    },
  });
  leading.push(lead);
  return lead;
}
const workers = () => [...working];

test('of several processes one works, and when it stops, another', async () => {
  const first = join('a');
  await expect.poll(workers).toEqual(['a']);
  join('b');
  await first.close();
  await expect.poll(workers, { timeout: 20_000 }).toEqual(['b']);
});

test('work ends with the session and begins again with the next', async () => {
  join('a');
  await expect.poll(workers).toEqual(['a']);
  await database.owner.query(
    `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  await expect.poll(workers).toEqual([]);
  await expect.poll(workers, { timeout: 20_000 }).toEqual(['a']);
});
