import { expect, test } from 'vitest';
import { callApi } from '../../tests/support/api.ts';
import { deleteOldOf } from '../../tests/support/delete-old.ts';
import { startApp } from '../../tests/support/server.ts';
import { PASSWORD, signUp } from '../../tests/support/sign-up.ts';

test('an address that nobody confirmed in 90 days is free again, and whoever confirmed stays', async () => {
  const app = await startApp();
  try {
    const register = (email: string) =>
      callApi(app.fetch, 'POST', '/auth/register', {
        body: { email, password: PASSWORD, restaurant_name: 'Tamarind' },
      });
    await signUp(app, { email: 'stays@galley.test' });
    await register('early@galley.test');
    app.clock.pass(2 * 86_400_000);
    await register('late@galley.test');
    app.clock.pass(89 * 86_400_000);
    await deleteOldOf('account', app, app.clock.now());
    const { rows } = await app.pools.owner.query<{ email: string }>('SELECT email FROM users ORDER BY email');
    expect(rows.map(({ email }) => email)).toEqual(['late@galley.test', 'stays@galley.test']);
    for (const table of ['restaurants', 'spaces'])
      expect((await app.pools.owner.query(`SELECT 1 FROM ${table}`)).rowCount).toBe(2);
    expect((await register('early@galley.test')).status).toBe(200);
  } finally {
    await app.close();
  }
});
