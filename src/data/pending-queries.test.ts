import { expect, test } from 'vitest';
import { whenQueriesAnswered, trackQuery } from './pending-queries.ts';

const hasEnded = (promise: Promise<void>) =>
  Promise.race([promise.then(() => true), Promise.resolve().then(() => false)]);

test('resolves with the last query, each counted once', async () => {
  const first = trackQuery();
  const second = trackQuery();
  const all = whenQueriesAnswered();
  first();
  first();
  expect(await hasEnded(all)).toBe(false);
  second();
  await all;
});

test('resolves at once without queries', async () => {
  await whenQueriesAnswered();
});
