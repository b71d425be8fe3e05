import { expect, test } from 'vitest';
import { callApi, type Method } from '../../tests/support/api.ts';
import { startApp } from '../../tests/support/server.ts';
import { signUp } from '../../tests/support/sign-up.ts';

const writes: [Method, string, object][] = [
  ['POST', '/menu/books', { name: 'Lunch' }],
  ['POST', '/menu/books', { name: 'Dinner' }],
  ['POST', '/auth/login', { email: 'ada@galley.test', password: 'slow boat to the harbour' }],
  ['POST', '/auth/forgot-password', { email: 'ada@galley.test' }],
];

test('an outage of the database is one log line', async () => {
  const app = await startApp();
  const { token } = await signUp(app);
  const before = app.logged.length;
  await Promise.all([app.pools.app.end(), app.pools.accounts.end()]);
  for (const [method, path, body] of writes) {
    const answer = await callApi(app.fetch, method, path, { token, body });
    expect([path, answer.status, answer.error?.code]).toEqual([path, 503, 'unavailable']);
  }
  const lines = app.logged.slice(before).filter(({ event }) => event !== 'request');
  expect(lines).toMatchObject([
    { level: 'warn', event: 'busy', message: 'Cannot use a pool after calling end on the pool' },
  ]);
  app.clock.pass(60_000);
  await callApi(app.fetch, 'GET', '/menu', { token });
  expect(app.logged.filter(({ event }) => event === 'busy').map(({ repeated }) => repeated)).toEqual([undefined, 3]);
  await app.close().catch((error: Error) => expect(error.message).toContain('end on pool more than once'));
});

test('a lock that lasts too long names the call', async () => {
  const app = await startApp();
  const { token, restaurant } = await signUp(app);
  const blocker = await app.pools.owner.connect();
  await blocker.query('BEGIN');
  await blocker.query('SELECT 1 FROM spaces WHERE restaurant_id = $1 FOR UPDATE', [restaurant.id]);
  await callApi(app.fetch, 'POST', '/menu/books', { token, body: { name: 'Waits' } });
  await blocker.query('ROLLBACK');
  blocker.release();
  expect(app.logged.filter(({ event }) => event === 'busy')).toMatchObject([
    { call: 'menu.createBook', code: '55P03', request_id: expect.any(String) as string },
  ]);
  await app.close();
});
