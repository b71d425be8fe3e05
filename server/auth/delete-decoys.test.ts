import { expect, test } from 'vitest';
import { callApi } from '../../tests/support/api.ts';
import { startApp } from '../../tests/support/server.ts';
import { PASSWORD, signUp } from '../../tests/support/sign-up.ts';
import { deleteOldOf } from '../../tests/support/delete-old.ts';

test('deletes ended data and unreachable decoys, keeps the rest', async () => {
  const app = await startApp();
  try {
    const early = await signUp(app, { email: 'early@galley.test' });
    const body = { email: 'early@galley.test', password: PASSWORD, restaurant_name: 'Again' };
    await callApi(app.fetch, 'POST', '/auth/register', { body });
    const counts = async () => {
      const names = ['users', 'restaurants', 'spaces', 'sessions', 'email_codes', 'rate_limits'];
      const results = await Promise.all(
        names.map((name) => app.pools.owner.query(`SELECT count(*)::int AS n FROM ${name}`)),
      );
      return Object.fromEntries(names.map((name, i) => [name, results[i]!.rows[0].n]));
    };
    await deleteOldOf('auth', app, app.clock.now());
    expect(await counts()).toMatchObject({ users: 2, restaurants: 2, spaces: 2, sessions: 2 });
    app.clock.pass(31 * 24 * 60 * 60_000);
    await deleteOldOf('auth', app, app.clock.now());
    expect(await counts()).toEqual({
      users: 1,
      restaurants: 1,
      spaces: 1,
      sessions: 0,
      email_codes: 0,
      rate_limits: 0,
    });
    const { status } = await callApi(app.fetch, 'POST', '/auth/login', {
      body: { email: early.user.email, password: PASSWORD },
    });
    expect(status).toBe(200);
  } finally {
    await app.close();
  }
});
