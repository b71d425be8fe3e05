import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp } from '../../tests/support/sign-up.ts';
import { inEachSpace } from './for-each-space.ts';
import { createLog, type Level } from '../platform/log.ts';
import { createBus } from '../platform/bus.ts';

let app: TestApp;
let ids: string[];

beforeAll(async () => {
  app = await startApp();
  ids = [];
  for (let i = 0; i < 3; i += 1) ids.push((await signUp(app)).restaurant.id);
});
afterAll(() => app.close());

test('failing and busy restaurants hold up no others', async () => {
  const [broken, busy, well] = ids as [string, string, string];
  const logged: { level: Level; event: string; restaurant_id: string; task: string }[] = [];
  const log = createLog('warn', (line) => logged.push(JSON.parse(line) as (typeof logged)[0]));
  const visited: string[] = [];
  const done = await inEachSpace({ pools: app.pools, bus: createBus(), log }, 'count', ids, (id) => {
    visited.push(id);
    if (id === broken) throw new Error('This row is broken');
    if (id === busy) throw Object.assign(new Error('lock timeout'), { code: '55P03' });
    return Promise.resolve(id);
  });
  expect(done).toEqual([well]);
  expect(visited).toEqual([broken, busy, busy, well]);
  expect(logged).toMatchObject([
    { level: 'error', event: 'space_fault', task: 'count', restaurant_id: broken },
    { level: 'warn', event: 'space_busy', task: 'count', restaurant_id: busy },
  ]);
});
