import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { dish, makeMenu, pullAll, tablet } from '../../tests/api/tablet.ts';
import { callApi } from '../../tests/support/api.ts';
import { startApp } from '../../tests/support/server.ts';
import { signUp } from '../../tests/support/sign-up.ts';
import { openDatabase } from '../db/open.ts';

const folder = mkdtempSync(join(tmpdir(), 'galley-timeline-'));
// As root, the database's user must be able to pass.
chmodSync(folder, 0o711);
const [primary, standby] = [join(folder, 'primary'), join(folder, 'standby')];
afterAll(() => rmSync(folder, { recursive: true }));

const open = async (dataDir: string) =>
  startApp({
    pools: await openDatabase({ dataDir, databaseUrl: null, databaseAppUrl: null, databaseAuthUrl: null }),
    settings: { SECRETS_KEY: 'a'.repeat(64) },
  });

/** A copy of the primary's files, which becomes a primary of its own at its next start, as a standby does that is promoted. */
function promote() {
  execFileSync('cp', ['-a', primary, standby]);
  const data = join(standby, 'postgres/data');
  appendFileSync(join(data, 'postgresql.auto.conf'), "restore_command = 'false'\n");
  writeFileSync(join(data, 'recovery.signal'), '', { mode: 0o644 });
}

test('devices of a server whose standby took over without its last second load afresh and send again', async () => {
  let app = await open(primary);
  const owner = await signUp(app);
  const menu = await makeMenu(app, owner);
  const device = tablet(app, owner);
  const before = await pullAll(device, null);
  await app.close();
  promote();

  app = await open(primary);
  const sold = { mid: 1, call: 'menu.setAvailability', path: dish(menu), body: { is_available: false } };
  const again = tablet(app, owner, device.clientId);
  const told = await again.push([sold]);
  expect(told.data.last_mid).toBe(1);
  const seen = await pullAll(again, before.cursor);
  // A server that only started again goes on where it was.
  expect(seen.pages[0]!.reset).toBeUndefined();
  await app.close();

  app = await open(standby);
  // Others write here before the device comes back, so that the version alone says nothing.
  for (const name of ['Late', 'Later'])
    await callApi(app.fetch, 'POST', '/menu/books', { token: owner.token, body: { name } });
  const after = tablet(app, owner, device.clientId);
  const { data } = await after.pull(seen.cursor);
  expect(data).toMatchObject({ reset: 'epoch', last_mid: 0 });
  expect(data.epoch).toBe(`${before.cursor.epoch}.00000002`);
  const hello = await callApi<{ epoch: string }>(app.fetch, 'GET', '/sync/hello', { token: owner.token });
  expect(hello.data.epoch).toBe(data.epoch);
  expect((await after.push([sold])).data).toMatchObject({ epoch: data.epoch, last_mid: 1 });
  const { rows } = await app.pools.owner.query('SELECT availability_status FROM menu_items WHERE id = $1', [
    menu.itemIds[0],
  ]);
  expect(rows).toEqual([{ availability_status: 'sold_out' }]);
  await app.close();
});
