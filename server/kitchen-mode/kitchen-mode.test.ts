import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { KitchenMode } from '../../contract/kitchen-mode/calls.ts';
import { UNLOCKED_MS } from '../../contract/kitchen-mode/rules.ts';
import { makeMenu, tablet, type Menu } from '../../tests/api/tablet.ts';
import { callApi } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { PASSWORD, signUp, type SignedUp } from '../../tests/support/sign-up.ts';

const PIN = '4071';
const MINUTE = 60_000;
const LOCKED: KitchenMode = { pin_for: 'money', unlocked_until: null, person: null };

let app: TestApp;
let owner: SignedUp;
let menu: Menu;
/** The tablet's session, another than the owner's. */
let token: string;
beforeAll(async () => void (app = await startApp()));
afterAll(() => app.close());
beforeEach(async () => {
  owner = await signUp(app);
  menu = await makeMenu(app, owner);
  token = (await call<{ token: string }>('POST', '/auth/login', { email: owner.user.email, password: PASSWORD })).data
    .token;
});

const call = <T = unknown>(method: 'GET' | 'POST', path: string, body?: unknown, by = token) =>
  callApi<T>(app.fetch, method, path, { token: by, body });
const start = (pin = PIN, password = PASSWORD) => call<KitchenMode>('POST', '/auth/kitchen-mode', { password, pin });
const unlock = (pin = PIN) => call<KitchenMode>('POST', '/auth/kitchen-mode/unlock', { pin });
const mode = async (by = token) =>
  (await call<{ kitchen_mode: KitchenMode | null }>('GET', '/auth/user', undefined, by)).data.kitchen_mode;
const insights = (by = token) => call('GET', '/dashboard/insights', undefined, by);

test('the owner’s password limits only this tablet', async () => {
  expect(await mode()).toBeNull();
  expect(await start(PIN, 'not the password')).toMatchObject({ status: 400, error: { code: 'wrong_credentials' } });
  expect(await mode()).toBeNull();
  expect((await start()).data).toEqual(LOCKED);
  expect(await mode()).toEqual(LOCKED);
  expect(await mode(owner.token)).toBeNull();
  expect((await insights(owner.token)).status).toBe(200);
});

test('the PIN unlocks money for five minutes', async () => {
  await start();
  expect(await insights()).toMatchObject({ status: 403, error: { code: 'pin_needed' } });
  const { data } = await unlock();
  expect(data.unlocked_until).toBe(new Date(app.clock.now().getTime() + UNLOCKED_MS).toISOString());
  expect(await mode()).toEqual(data);
  expect((await insights()).status).toBe(200);
  app.clock.pass(UNLOCKED_MS);
  expect((await insights()).status).toBe(403);
  expect(await mode()).toEqual(LOCKED);
});

test('Lock ends that earlier', async () => {
  await start();
  await unlock();
  await call('POST', '/auth/kitchen-mode/lock');
  expect((await insights()).status).toBe(403);
});

test('wrong PINs lock for fifteen minutes, then for the day', async () => {
  await start();
  for (let round = 0; round < 4; round += 1) {
    for (let i = 0; i < 5; i += 1) expect((await unlock(`99${round}${i}`)).error?.code).toBe('pin_wrong');
    expect(await unlock()).toMatchObject({ status: 429, error: { code: 'too_many' } });
    app.clock.pass(15 * MINUTE);
  }
  expect((await unlock()).status).toBe(429);
  // The password sets a new PIN and resets the attempts.
  await start('5823');
  expect((await unlock('5823')).status).toBe(200);
});

test('of twenty parallel guesses five are checked', async () => {
  await start();
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => unlock(`88${10 + i}`)));
  expect(answers.filter(({ error }) => error?.code === 'pin_wrong')).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
});

test.each(['1234', '4321', '0000', '77777777', '123', '123456789', '12a4', ''])(
  'the PIN %j is refused',
  async (pin) => {
    expect(await start(pin)).toMatchObject({ status: 422, error: { field_errors: { pin: expect.any(String) } } });
    expect(await mode()).toBeNull();
  },
);

test('signing in ends it; a limited tablet stays limited', async () => {
  await start();
  const { data } = await call<{ token: string }>('POST', '/auth/login', {
    email: owner.user.email,
    password: PASSWORD,
  });
  expect(await mode(data.token)).toBeNull();
  expect(await mode()).toEqual(LOCKED);
});

test('the PIN is not stored in the database', async () => {
  await start('83619274');
  const { rows } = await app.pools.owner.query<{ row: string }>(
    'SELECT s::text || m::text AS row FROM sessions s JOIN memberships m USING (restaurant_id)',
  );
  expect(rows.some(({ row }) => row.includes('83619274'))).toBe(false);
  expect(rows.some(({ row }) => row.includes('argon2id'))).toBe(true);
});

test('an unlimited session has nothing to unlock', async () => {
  expect((await unlock()).status).toBe(404);
  expect((await call('POST', '/auth/kitchen-mode/lock')).status).toBe(404);
});

test('a queued mutation that needs the PIN is refused alone', async () => {
  await start();
  const device = tablet(app, { ...owner, token });
  const path = { id: menu.bookId, categoryId: menu.categoryId, itemId: menu.itemIds[0]! };
  const edit = { mid: 1, call: 'menu.editItem', path, body: { price_amount: 1 } };
  const { data } = await device.push([
    edit,
    { mid: 2, call: 'menu.setAvailability', path, body: { is_available: false } },
  ]);
  expect(data.results.map(({ outcome, error }) => [outcome, error?.code])).toEqual([
    ['rejected', 'pin_needed'],
    ['applied', undefined],
  ]);
  expect(data.last_mid).toBe(2);
  // Whoever has unlocked it since has not done what nobody signed.
  await unlock();
  const again = await device.push([{ ...edit, mid: 3 }]);
  expect(again.data.results[0]).toMatchObject({ outcome: 'rejected', error: { code: 'pin_needed' } });
});
