import { expect, test } from 'vitest';
import { whenQueriesAnswered, trackQuery } from './pending-queries.ts';

const hasEnded = (promise: Promise<void>) =>
  Promise.race([promise.then(() => true), Promise.resolve().then(() => false)]);

test('the page is answered when the last of its queries is, each counted once', async () => {
  const first = trackQuery();
  const second = trackQuery();
  const all = whenQueriesAnswered();
  first();
  first();
  expect(await hasEnded(all)).toBe(false);
  second();
  await all;
});

test('a page without a query is answered at once', async () => {
  await whenQueriesAnswered();
});
