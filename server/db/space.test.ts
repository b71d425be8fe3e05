import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp } from '../../tests/support/sign-up.ts';
import { lockSpace, raiseVersion } from './space.ts';
import { withTransaction } from './with-transaction.ts';

let app: TestApp;
beforeAll(async () => void (app = await startApp()));
afterAll(() => app.close());

const WRITERS = 8;

test('writers of one restaurant get their turn in the order in which they came', async () => {
  const { restaurant } = await signUp(app);
  let turns = 0;
  let longest = 0;
  const write = async () => {
    await withTransaction(app.pools.owner, restaurant.id, 'write', async (client) => {
      const requestedAt = turns;
      await lockSpace(client, restaurant.id);
      longest = Math.max(longest, turns - requestedAt);
      turns += 1;
      for (let i = 0; i < 8; i++) await client.query('SELECT 1');
      await raiseVersion(client, restaurant.id);
    });
  };
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      for (let i = 0; i < 50; i++) await write();
    }),
  );
  expect(turns).toBe(WRITERS * 50);
  // All others may have been there before, and each may overtake once on its way to the database.
  expect(longest).toBeLessThan(2 * WRITERS);
});
