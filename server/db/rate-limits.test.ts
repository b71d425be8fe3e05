import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '../../tests/support/cluster.ts';
import { freshDatabase } from '../../tests/support/database.ts';
import type { AccountsDb } from './tx.ts';
import { begin, clear, giveBack, take, takeBegun } from './rate-limits.ts';
import { networkOf } from '../http/address.ts';

let database: TestDatabase;
let db: AccountsDb;
beforeAll(async () => {
  database = await freshDatabase();
  db = drizzle(database.accounts);
});
afterAll(() => database.close());

const start = Date.parse('2026-11-20T18:30:00.000Z');
const at = (seconds: number) => new Date(start + seconds * 1000);
let count = 0;
const fresh = () => ({ name: `test-${(count += 1)}`, max: 3, windowMs: 60_000 });

test('a window allows its number and tells when it ends', async () => {
  const limit = fresh();
  for (const second of [0, 10, 20]) expect(await take(db, limit, 'a', at(second))).toBeNull();
  expect(await take(db, limit, 'a', at(30))).toEqual({ limit: limit.name, retryAfterSeconds: 30 });
  expect(await take(db, limit, 'a', at(59.5))).toEqual({ limit: limit.name, retryAfterSeconds: 1 });
  expect(await take(db, limit, 'a', at(60))).toBeNull();
});

test('subjects and limits are counted separately', async () => {
  const [one, other] = [fresh(), fresh()];
  for (let i = 0; i < 4; i += 1) await take(db, one, 'a', at(0));
  expect([await take(db, one, 'b', at(0)), await take(db, other, 'a', at(0))]).toEqual([null, null]);
});

test('of a hundred simultaneous attempts its number is allowed', async () => {
  const limit = fresh();
  const results = await Promise.all(Array.from({ length: 100 }, () => take(db, limit, 'a', at(0))));
  expect(results.filter((exceeded) => exceeded === null)).toHaveLength(3);
});

test('returned attempts do not count; clearing starts a new window', async () => {
  const limit = fresh();
  for (let i = 0; i < 10; i += 1) {
    expect(await take(db, limit, 'a', at(0))).toBeNull();
    await giveBack(db, limit, 'a');
  }
  for (let i = 0; i < 4; i += 1) await take(db, limit, 'a', at(0));
  await clear(db, limit, 'a');
  expect(await take(db, limit, 'a', at(0))).toBeNull();
});

test('attempts count until their window ends or restarts', async () => {
  const limit = fresh();
  const tries = async (n: number, second: number) => {
    const results = [];
    for (let i = 0; i < n; i += 1) results.push(await takeBegun(db, limit, 'a', at(second)));
    return results;
  };
  expect(await tries(1, 0)).toEqual(['over']);
  await begin(db, limit, 'a', at(0));
  expect(await tries(4, 1)).toEqual(['counted', 'counted', 'counted', 'over']);
  await begin(db, limit, 'a', at(2));
  expect(await tries(1, 61)).toEqual(['counted']);
  expect(await tries(1, 62)).toEqual(['over']);
});

test('ends a lock made while the clock was years ahead', async () => {
  const limit = fresh();
  const ahead = 4 * 365 * 86_400;
  for (let i = 0; i < 4; i += 1) await take(db, limit, 'a', at(ahead));
  expect(await take(db, limit, 'a', at(0))).toBeNull();
  await begin(db, limit, 'b', at(ahead));
  expect(await takeBegun(db, limit, 'b', at(0))).toBe('over');
});

test('keeps a lock despite clocks that differ by seconds', async () => {
  const limit = fresh();
  for (let i = 0; i < 4; i += 1) await take(db, limit, 'a', at(30));
  expect(await take(db, limit, 'a', at(0))).toEqual({ limit: limit.name, retryAfterSeconds: 90 });
});

test('stores subjects as hashes', async () => {
  await take(db, fresh(), 'ada@galley.test', at(0));
  const { rows } = await database.owner.query('SELECT string_agg(key, chr(10)) AS keys FROM rate_limits');
  expect(rows[0].keys).not.toContain('ada');
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:0db8:0000:0000:ffff::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['unknown', 'unknown'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
