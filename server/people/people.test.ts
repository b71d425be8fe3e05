import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Session } from '../../contract/auth/calls.ts';
import { PEOPLE_MAX, RESTAURANTS_MAX } from '../../contract/limits.ts';
import type { Change, OwnRestaurant, Person } from '../../contract/people/calls.ts';
import type { Role } from '../../contract/people/permissions.ts';
import { makeMenu, pullAll, tablet } from '../../tests/api/tablet.ts';
import { callApi, requestData, type Answered, type Method } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { PASSWORD, signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import { codeOf } from '../auth/totp.ts';
import { eventsOf } from '../../src/sync/protocol/stream.ts';
import { deleteAccount } from '../account/delete-account.ts';
import { limits } from '../pipeline/limits.ts';
import { openFiles } from '../platform/files/open-files.ts';

const DAY = 86_400_000;

let app: TestApp;
let owner: SignedUp;
beforeAll(async () => void (app = await startApp()));
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set('2026-11-20T18:30:00.000Z');
  owner = await signUp(app, { restaurantName: 'The Old Ship' });
});

type By = Pick<Session, 'token'>;

let count = 0;
const newAddress = () => `waiter-${(count += 1)}-${crypto.randomUUID().slice(0, 8)}@galley.test`;
const send = <T = unknown>(by: By | null, method: Method, path: string, body?: unknown): Promise<Answered<T>> =>
  callApi<T>(app.fetch, method, path, { token: by?.token, body });
const codeIn = ({ status, error }: Answered<unknown>) => [status, error?.code ?? null];

const invite = (by: By, role: Role, email = newAddress(), name = 'Sam Oduya') =>
  send<Person>(by, 'POST', '/people', { name, email, role });
const peopleOf = async (by: By) => (await send<Person[]>(by, 'GET', '/people')).data;
const edit = (by: By, { id }: { id: string }, body: object) => send<Person>(by, 'PUT', `/people/${id}`, body);
const remove = (by: By, { id }: { id: string }) => send(by, 'DELETE', `/people/${id}`);

async function linkFor(email: string): Promise<string> {
  const mails = await app.mailsTo(email);
  const [token] = mails.flatMap(({ text }) => /https:\/\/galley\.test\/join\?token=([\w-]+)/.exec(text)?.[1] ?? []);
  if (!token) throw new Error(`There is no invitation for ${email}`);
  return token;
}
const read = (token: string) => send<Record<string, unknown>>(null, 'POST', '/auth/invitation', { token });
const accept = (token: string, password = PASSWORD, more: object = {}) =>
  send<Session>(null, 'POST', '/auth/invitation/accept', { token, password, ...more });
const login = (email: string, password = PASSWORD) => send<Session>(null, 'POST', '/auth/login', { email, password });

/** Somebody new with this role in the restaurant of `by`. */
async function join(role: Role, by: By = owner) {
  const email = newAddress();
  const { id } = (await invite(by, role, email)).data;
  const { data, error } = await accept(await linkFor(email));
  if (error) throw new Error(error.code);
  return { ...data, id, email };
}
/** An owner of another restaurant who joined this one. */
async function joinAsOther(role: Role) {
  const other = await signUp(app, { restaurantName: 'The New Ship' });
  const { id } = (await invite(owner, role, other.user.email)).data;
  const { data, error } = await accept(await linkFor(other.user.email));
  if (error) throw new Error(error.code);
  return { other, here: { ...data, id } };
}

describe('an invitation', () => {
  test('is mailed with who invites, where and as what', async () => {
    const email = newAddress();
    const { data } = await invite(owner, 'cashier', email);
    expect(data).toEqual({
      id: expect.any(String),
      name: 'Sam Oduya',
      email,
      role: 'cashier',
      has_pin: false,
      status: 'invited',
      is_you: false,
      last_seen_at: null,
      invitation_expires_at: '2026-11-27T18:30:00.000Z',
      created_at: '2026-11-20T18:30:00.000Z',
    });
    const token = await linkFor(email);
    const [mail] = await app.mailsTo(email);
    expect(mail!.subject).toBe(`${owner.user.email} invites you to The Old Ship on Galley`);
    expect(mail!.text).toContain('with the role Cashier');
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const { rows } = await app.pools.owner.query(
      `SELECT (SELECT string_agg(j.data::text, '') FROM pgboss.job j) || (SELECT string_agg(m::text, '') FROM memberships m) AS stored`,
    );
    expect(rows[0].stored + JSON.stringify(app.logged)).not.toContain(token);
    expect((await read(token)).data).toEqual({
      restaurant_name: 'The Old Ship',
      email,
      name: 'Sam Oduya',
      role: 'cashier',
      has_account: false,
    });
    expect((await peopleOf(owner)).map(({ email: one, is_you, status }) => [one, is_you, status])).toEqual([
      [owner.user.email, true, 'active'],
      [email, false, 'invited'],
    ]);
  });

  test('makes an account with a new password, once', async () => {
    const email = newAddress();
    await invite(owner, 'waiter', email);
    const token = await linkFor(email);
    expect(await accept(token, 'password1')).toMatchObject({
      status: 422,
      error: { code: 'invalid_fields', field_errors: { password: expect.any(String) } },
    });
    const { data } = await accept(token);
    expect(data).toMatchObject({
      role: 'waiter',
      restaurant: { id: owner.restaurant.id },
      user: { email, name: 'Sam Oduya', is_email_verified: true },
    });
    expect((await send(data, 'GET', '/orders')).status).toBe(200);
    expect(codeIn(await send(data, 'GET', '/people'))).toEqual([403, 'not_allowed']);
    expect((await peopleOf(owner)).find((one) => one.email === email)).toMatchObject({
      status: 'active',
      last_seen_at: app.clock.now().toISOString(),
      invitation_expires_at: null,
    });
    expect((await send<OwnRestaurant[]>(data, 'GET', '/auth/restaurants')).data).toEqual([
      { id: owner.restaurant.id, name: 'The Old Ship', city: 'London', role: 'waiter' },
    ]);
    expect((await login(email)).data).toMatchObject({ role: 'waiter', restaurant: { id: owner.restaurant.id } });
  });

  test('whose answer was lost may be accepted again, with the same password only', async () => {
    const email = newAddress();
    await invite(owner, 'waiter', email);
    const token = await linkFor(email);
    const both = await Promise.all([accept(token), accept(token)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(both.map(({ data }) => data.user.id)).size).toBe(1);
    expect(codeIn(await accept(token))).toEqual([200, null]);
    expect(codeIn(await accept(token, 'another boat in the fog'))).toEqual([400, 'wrong_credentials']);
    expect(codeIn(await read(token))).toEqual([409, 'already_accepted']);
    expect((await peopleOf(owner)).filter((one) => one.email === email)).toHaveLength(1);
  });

  test('of an address with an account is accepted by its password alone', async () => {
    const other = await signUp(app, { restaurantName: 'The New Ship' });
    await invite(owner, 'manager', other.user.email);
    const token = await linkFor(other.user.email);
    expect((await read(token)).data).toMatchObject({ has_account: true });
    expect(codeIn(await accept(token, 'another boat in the fog'))).toEqual([400, 'wrong_credentials']);
    expect((await accept(token)).data).toMatchObject({ role: 'manager', user: { id: other.user.id } });
    // The session in their own restaurant goes on, and knows of the other.
    expect((await send(other, 'GET', '/auth/user')).data).toMatchObject({
      restaurant: { id: other.restaurant.id },
      has_other_restaurants: true,
    });
    const { rows } = await app.pools.owner.query(
      'SELECT outcome FROM sign_ins WHERE user_id = $1 ORDER BY created_at, id',
      [other.user.id],
    );
    expect(rows.map(({ outcome }) => outcome).toSorted()).toEqual(['success', 'wrong_password']);
  });

  test('locks after ten wrong passwords, as a sign-in does', async () => {
    const other = await signUp(app);
    await invite(owner, 'manager', other.user.email);
    const token = await linkFor(other.user.email);
    for (let i = 0; i < limits.loginByAccount.max; i += 1) await accept(token, 'another boat in the fog');
    expect(codeIn(await accept(token))).toEqual([429, 'too_many']);
  });

  test('of an account with two factors needs both', async () => {
    const other = await signUp(app);
    const factor = (path: string, body: object) =>
      requestData<{ token: string }>(app.fetch, 'POST', `/settings/security/two-factor${path}`, {
        token: other.token,
        body,
      });
    const step = () => Math.floor(app.clock.now().getTime() / 30_000);
    const { token: secret } = await factor('', { current_password: PASSWORD });
    await factor('/confirm', { code: codeOf(secret, step()) });
    await invite(owner, 'manager', other.user.email);
    const token = await linkFor(other.user.email);
    app.clock.pass(60_000);
    expect(codeIn(await accept(token))).toEqual([403, 'two_factor_needed']);
    expect(codeIn(await accept(token, PASSWORD, { code: '000000' }))).toEqual([400, 'code_wrong']);
    expect(codeIn(await accept(token, PASSWORD, { code: codeOf(secret, step()) }))).toEqual([200, null]);
  });

  test('takes an unverified account from whoever opened it', async () => {
    const email = newAddress();
    const body = { email, password: 'the password of a stranger', restaurant_name: 'Trap' };
    const stranger = await requestData<Session>(app.fetch, 'POST', '/auth/register', { body });
    await invite(owner, 'waiter', email);
    const token = await linkFor(email);
    expect((await read(token)).data).toMatchObject({ has_account: false });
    expect((await accept(token)).data).toMatchObject({ user: { id: stranger.user.id, is_email_verified: true } });
    expect(codeIn(await send(stranger, 'GET', '/auth/user'))).toEqual([401, 'unauthenticated']);
    expect(codeIn(await login(email, body.password))).toEqual([400, 'wrong_credentials']);
  });

  test('expires after a week, and may be sent again', async () => {
    const email = newAddress();
    const { data: person } = await invite(owner, 'waiter', email);
    const first = await linkFor(email);
    app.clock.pass(7 * DAY);
    expect([codeIn(await read(first)), codeIn(await accept(first))]).toEqual([
      [400, 'link_invalid'],
      [400, 'link_invalid'],
    ]);
    const again = await send<Person>(owner, 'POST', `/people/${person.id}/invitation`);
    expect(again.data.invitation_expires_at).toBe('2026-12-04T18:30:00.000Z');
    const second = await linkFor(email);
    expect(codeIn(await accept(first))).toEqual([400, 'link_invalid']);
    expect(codeIn(await accept(second))).toEqual([200, null]);
    expect(codeIn(await send(owner, 'POST', `/people/${person.id}/invitation`))).toEqual([409, 'already_accepted']);
  });

  test('sent again voids the former link before the next is mailed', async () => {
    const email = newAddress();
    const { data: person } = await invite(owner, 'waiter', email);
    const first = await linkFor(email);
    await send(owner, 'POST', `/people/${person.id}/invitation`);
    expect(codeIn(await accept(first))).toEqual([400, 'link_invalid']);
  });

  test('taken back or suspended stands for nothing', async () => {
    const [removed, suspended] = [newAddress(), newAddress()];
    const one = (await invite(owner, 'waiter', removed)).data;
    const two = (await invite(owner, 'waiter', suspended)).data;
    const links = [await linkFor(removed), await linkFor(suspended)];
    await remove(owner, one);
    expect((await edit(owner, two, { is_suspended: true })).data.status).toBe('suspended');
    for (const link of links)
      expect([codeIn(await read(link)), codeIn(await accept(link))]).toEqual([
        [400, 'link_invalid'],
        [400, 'link_invalid'],
      ]);
    expect(codeIn(await send(owner, 'POST', `/people/${two.id}/invitation`))).toEqual([409, 'changed_elsewhere']);
    const late = newAddress();
    await remove(owner, (await invite(owner, 'waiter', late)).data);
    expect(await app.mailsTo(late)).toEqual([]);
  });

  test('is refused for who belongs to the restaurant or is invited', async () => {
    const waiter = await join('waiter');
    const email = newAddress();
    await invite(owner, 'waiter', email);
    for (const present of [owner.user.email, waiter.email, email, email.toUpperCase()])
      expect(codeIn(await invite(owner, 'waiter', present))).toEqual([409, 'person_exists']);
    const other = await signUp(app);
    expect(codeIn(await invite(other, 'waiter', email))).toEqual([200, null]);
  });

  test('answers alike whether or not the address has an account', async () => {
    const other = await signUp(app);
    const shape = ({ status, data }: Answered<Person>) => [status, { ...data, id: '', email: '' }];
    expect(shape(await invite(owner, 'waiter', other.user.email))).toEqual(shape(await invite(owner, 'waiter')));
  });

  test('is limited by restaurant, by address and in number', async () => {
    for (let i = 0; i < limits.invitationsByHour.max; i += 1)
      expect(codeIn(await invite(owner, 'waiter'))).toEqual([200, null]);
    expect(codeIn(await invite(owner, 'waiter'))).toEqual([429, 'too_many']);
    app.clock.pass(3_600_000);
    const { id } = (await invite(owner, 'waiter')).data;
    const again = () => send(owner, 'POST', `/people/${id}/invitation`);
    for (let i = 1; i < limits.invitationsByAddress.max; i += 1) expect(codeIn(await again())).toEqual([200, null]);
    expect(codeIn(await again())).toEqual([429, 'too_many']);
    await app.pools.owner.query(
      `INSERT INTO memberships (restaurant_id, id, role, invited_email, created_at, updated_at)
       SELECT $1, gen_random_uuid(), 'waiter', n || '@galley.test', now(), now() FROM generate_series(1, $2::integer) n`,
      [owner.restaurant.id, PEOPLE_MAX],
    );
    expect(codeIn(await invite(owner, 'waiter'))).toEqual([409, 'people_full']);
  });

  test('cannot be guessed without end', async () => {
    const guess = () =>
      callApi(app.fetch, 'POST', '/auth/invitation', {
        body: { token: 'guess' },
        headers: { 'x-forwarded-for': '198.51.100.7' },
      });
    for (let i = 0; i < limits.invitationTriesByIp.max; i += 1)
      expect(codeIn(await guess())).toEqual([400, 'link_invalid']);
    expect(codeIn(await guess())).toEqual([429, 'too_many']);
  });
});

describe('nobody gives or takes what they may not do', () => {
  test('a manager makes no owner and changes none', async () => {
    const manager = await join('manager');
    const waiter = await join('waiter');
    const [second] = [await join('owner')];
    const refused = [403, 'not_allowed'];
    const { data: invited } = await invite(owner, 'owner');
    expect(codeIn(await invite(manager, 'owner'))).toEqual(refused);
    expect(codeIn(await edit(manager, waiter, { role: 'owner', name: 'Cass' }))).toEqual(refused);
    for (const body of [{ role: 'waiter' }, { is_suspended: true }, { name: 'Cass' }])
      expect(codeIn(await edit(manager, second, body))).toEqual(refused);
    expect(codeIn(await remove(manager, second))).toEqual(refused);
    expect(codeIn(await remove(manager, invited))).toEqual(refused);
    expect(codeIn(await send(manager, 'POST', `/people/${invited.id}/invitation`))).toEqual(refused);
    expect((await peopleOf(owner)).find(({ id }) => id === waiter.id)).toMatchObject({
      role: 'waiter',
      name: 'Sam Oduya',
    });
    expect((await edit(manager, waiter, { role: 'accountant' })).data.role).toBe('accountant');
    expect(codeIn(await remove(manager, waiter))).toEqual([200, null]);
  });

  test('nobody changes their own role, not even down', async () => {
    const manager = await join('manager');
    expect(codeIn(await edit(manager, manager, { role: 'waiter' }))).toEqual([403, 'not_allowed']);
    expect(codeIn(await edit(manager, manager, { is_suspended: true }))).toEqual([403, 'not_allowed']);
    expect((await edit(manager, manager, { name: 'Noor' })).data).toMatchObject({ name: 'Noor', role: 'manager' });
  });

  test('the last owner stays', async () => {
    const [self] = await peopleOf(owner);
    await invite(owner, 'owner');
    const gone = await join('owner');
    await edit(owner, gone, { is_suspended: true });
    const last = [409, 'last_owner'];
    expect(codeIn(await edit(owner, self!, { role: 'waiter' }))).toEqual(last);
    expect(codeIn(await edit(owner, self!, { is_suspended: true }))).toEqual(last);
    expect(codeIn(await remove(owner, self!))).toEqual(last);
    expect(codeIn(await send(owner, 'POST', '/people/leave'))).toEqual(last);
    expect(codeIn(await edit(owner, gone, { is_suspended: false }))).toEqual([200, null]);
    expect(codeIn(await send(owner, 'POST', '/people/leave'))).toEqual([200, null]);
  });

  test('of two owners who take each other’s role, or leave, at the same time, one stays', async () => {
    const second = await join('owner');
    const [self] = (await peopleOf(owner)).filter(({ is_you }) => is_you);
    const demoted = await Promise.all([
      edit(owner, second, { role: 'waiter' }),
      edit(second, self!, { role: 'waiter' }),
    ]);
    expect(demoted.map(codeIn).toSorted()).toEqual([
      [200, null],
      [403, 'not_allowed'],
    ]);
    const { rows } = await app.pools.owner.query<{ id: string }>(
      "UPDATE memberships SET role = 'owner' WHERE restaurant_id = $1 RETURNING id",
      [owner.restaurant.id],
    );
    expect(rows).toHaveLength(2);
    const left = await Promise.all([owner, second].map((one) => send(one, 'POST', '/people/leave')));
    expect(left.map(codeIn).toSorted()).toEqual([
      [200, null],
      [409, 'last_owner'],
    ]);
  });
});

describe('a change', () => {
  test('of the role makes devices load what it allows, and no more', async () => {
    await makeMenu(app, owner);
    const cashier = await join('cashier');
    await send(owner, 'POST', '/customers', { name: 'Asha' });
    const device = tablet(app, cashier);
    const first = await pullAll(device, null);
    const tablesOf = (pages: typeof first.pages) => pages.flatMap(({ puts }) => Object.keys(puts));
    expect(tablesOf(first.pages)).toContain('customers');
    expect((await edit(owner, cashier, { role: 'kitchen' })).data).toMatchObject({ role: 'kitchen', status: 'active' });
    expect((await device.pull(first.cursor)).data.reset).toBe('purged');
    const second = await pullAll(device, null);
    expect(tablesOf(second.pages)).toContain('menu_items');
    expect(tablesOf(second.pages)).not.toContain('customers');
    expect(codeIn(await send(cashier, 'GET', '/customers'))).toEqual([403, 'not_allowed']);
    expect((await device.pull(second.cursor)).data.reset).toBeUndefined();
    // A new name is no other role.
    await edit(owner, cashier, { name: 'Cass' });
    expect((await device.pull(second.cursor)).data.reset).toBeUndefined();
  });

  test('a suspended person is signed out here at once, and may come back', async () => {
    const { other, here } = await joinAsOther('waiter');
    const response = await app.fetch(
      new Request('http://localhost/backend/sync/stream', { headers: { authorization: `Bearer ${here.token}` } }),
    );
    const names: string[] = [];
    const ended = (async () => {
      for await (const event of eventsOf(response.body!)) names.push(event.name);
      return names;
    })();
    await expect.poll(() => names).toContain('hello');
    expect((await edit(owner, here, { is_suspended: true })).data).toMatchObject({
      status: 'suspended',
      last_seen_at: null,
    });
    expect(codeIn(await send(here, 'GET', '/orders'))).toEqual([401, 'unauthenticated']);
    expect((await ended).at(-1)).toBe('bye');
    // Their own restaurant is none of this one's business.
    expect(codeIn(await send(other, 'GET', '/orders'))).toEqual([200, null]);
    expect((await login(other.user.email)).data.restaurant.id).toBe(other.restaurant.id);
    expect(codeIn(await send(other, 'POST', `/auth/restaurants/${owner.restaurant.id}/session`))).toEqual([
      404,
      'not_found',
    ]);
    await edit(owner, here, { is_suspended: false });
    expect(codeIn(await send(other, 'POST', `/auth/restaurants/${owner.restaurant.id}/session`))).toEqual([200, null]);
  });

  test('a session that is opened while its person is suspended sees nothing', async () => {
    const waiter = await join('waiter');
    await edit(owner, waiter, { is_suspended: true });
    await app.pools.owner.query(
      `INSERT INTO sessions (token_hash, user_id, restaurant_id, email, created_at, last_seen_at, expires_at)
       SELECT encode(sha256('late'), 'hex'), $1, $2, $3, now(), now(), now() + interval '1000 days'`,
      [waiter.user.id, owner.restaurant.id, waiter.email],
    );
    expect(codeIn(await send({ token: 'late' }, 'GET', '/orders'))).toEqual([401, 'unauthenticated']);
    expect(codeIn(await login(waiter.email))).toEqual([403, 'no_restaurant']);
  });

  test('a removed person keeps the account, and finds no restaurant', async () => {
    const waiter = await join('waiter');
    expect(codeIn(await remove(owner, waiter))).toEqual([200, null]);
    expect(codeIn(await send(waiter, 'GET', '/orders'))).toEqual([401, 'unauthenticated']);
    expect(codeIn(await login(waiter.email))).toEqual([403, 'no_restaurant']);
    expect((await peopleOf(owner)).map(({ email }) => email)).toEqual([owner.user.email]);
    // Invited anew, with another role: what a device kept from before is too old.
    await invite(owner, 'kitchen', waiter.email);
    const again = await accept(await linkFor(waiter.email));
    expect(again.data).toMatchObject({ role: 'kitchen', user: { id: waiter.user.id } });
  });

  test('a device of who was removed and came back loads anew', async () => {
    const waiter = await join('waiter');
    const { cursor } = await pullAll(tablet(app, waiter), null);
    await remove(owner, waiter);
    await invite(owner, 'kitchen', waiter.email);
    const { data } = await accept(await linkFor(waiter.email));
    expect((await tablet(app, data).pull(cursor)).data.reset).toBe('purged');
  });
});

describe('several restaurants', () => {
  test('a device has a session for each, and a sign-in leads to the last', async () => {
    const { other, here } = await joinAsOther('manager');
    expect((await send<OwnRestaurant[]>(here, 'GET', '/auth/restaurants')).data).toEqual([
      { id: other.restaurant.id, name: 'The New Ship', city: 'London', role: 'owner' },
      { id: owner.restaurant.id, name: 'The Old Ship', city: 'London', role: 'manager' },
    ]);
    expect((await login(other.user.email)).data.restaurant.id).toBe(owner.restaurant.id);
    const entered = await send<Session>(here, 'POST', `/auth/restaurants/${other.restaurant.id}/session`, {});
    expect(entered.data).toMatchObject({ role: 'owner', restaurant: { id: other.restaurant.id } });
    expect((await login(other.user.email)).data.restaurant.id).toBe(other.restaurant.id);
    expect((await peopleOf(entered.data)).map(({ email }) => email)).toEqual([other.user.email]);
    const strange = await signUp(app);
    expect(codeIn(await send(here, 'POST', `/auth/restaurants/${strange.restaurant.id}/session`, {}))).toEqual([
      404,
      'not_found',
    ]);
  });

  test('another is added with its profile to complete, and once', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const add = () =>
      callApi<Session>(app.fetch, 'POST', '/auth/restaurants', {
        token: owner.token,
        body: { name: 'The Third Ship' },
        headers: key,
      });
    const { data } = await add();
    expect(data).toMatchObject({ role: 'owner', restaurant: { name: 'The Third Ship', is_profile_completed: false } });
    expect((await add()).data.token).toBe(data.token);
    expect(codeIn(await send(data, 'GET', '/orders'))).toEqual([403, 'profile_incomplete']);
    const profile = { name: 'The Third Ship', address: '2 Quay', country_code: 'FR', city: 'Brest' };
    await requestData(app.fetch, 'POST', '/auth/complete-profile', { token: data.token, body: profile });
    expect((await send<OwnRestaurant[]>(data, 'GET', '/auth/restaurants')).data).toHaveLength(2);
    expect((await peopleOf(data)).map(({ email, role }) => [email, role])).toEqual([[owner.user.email, 'owner']]);
    const manager = await join('manager');
    expect(codeIn(await send(manager, 'POST', '/auth/restaurants', { name: 'Mine' }))).toEqual([403, 'not_allowed']);
  });

  test('are limited in number, also when added at the same time', async () => {
    const add = () => send(owner, 'POST', '/auth/restaurants', { name: 'One more' });
    for (let i = 1; i < RESTAURANTS_MAX - 1; i += 1) expect(codeIn(await add())).toEqual([200, null]);
    expect((await Promise.all([add(), add()])).map(codeIn).toSorted()).toEqual([
      [200, null],
      [409, 'restaurants_full'],
    ]);
  });

  test('who leaves one stays in the others', async () => {
    const { other, here } = await joinAsOther('waiter');
    expect(codeIn(await send(here, 'POST', '/people/leave'))).toEqual([200, null]);
    expect(codeIn(await send(here, 'GET', '/orders'))).toEqual([401, 'unauthenticated']);
    expect(codeIn(await send(other, 'GET', '/orders'))).toEqual([200, null]);
    const { rows } = await app.pools.owner.query('SELECT restaurant_id FROM users WHERE id = $1', [other.user.id]);
    expect(rows).toEqual([{ restaurant_id: other.restaurant.id }]);
  });

  test('who belongs to another keeps the account when one is deleted', async () => {
    const { other, here } = await joinAsOther('waiter');
    const only = await join('waiter');
    await deleteAccount(app.pools.owner, openFiles(app.env), owner.restaurant.id, () => Promise.resolve(true));
    expect(codeIn(await send(here, 'GET', '/orders'))).toEqual([401, 'unauthenticated']);
    expect(codeIn(await send(other, 'GET', '/orders'))).toEqual([200, null]);
    expect((await login(other.user.email)).data.restaurant.id).toBe(other.restaurant.id);
    expect(codeIn(await login(only.email))).toEqual([400, 'wrong_credentials']);
  });
});

test('a push ends with the session of who was suspended', async () => {
  const waiter = await join('waiter');
  const { rows: sessions } = await app.pools.owner.query('SELECT token_hash FROM sessions WHERE user_id = $1', [
    waiter.user.id,
  ]);
  await app.pools.owner.query(
    `INSERT INTO push_subscriptions (restaurant_id, device_id, token_hash, endpoint, p256dh, auth, device_name, wants, created_at, last_seen_at)
     VALUES ($1, gen_random_uuid(), $2, 'https://push.test/1', '', '', 'Phone', '[]', now(), now())`,
    [owner.restaurant.id, sessions[0].token_hash],
  );
  await edit(owner, waiter, { is_suspended: true });
  const { rows } = await app.pools.owner.query('SELECT FROM push_subscriptions WHERE restaurant_id = $1', [
    owner.restaurant.id,
  ]);
  expect(rows).toEqual([]);
});

describe('what people changed', () => {
  const changesOf = async (by: By, query = '') => (await send<Change[]>(by, 'GET', `/people/changes${query}`)).data;
  const brief = ({ call, person, body }: Change) => [call, person.name, person.role, body];

  test('is listed with who, when, and when it arrived; refusals, repetitions and what was only read are not', async () => {
    const menu = await makeMenu(app, owner, 1);
    const cook = await join('kitchen');
    const path = { id: menu.bookId, categoryId: menu.categoryId, itemId: menu.itemIds[0]! };
    const body = { availability_status: 'sold_out', occurred_at: '2026-11-20T17:02:00.000Z' };
    // Of one instant, the order is left open.
    app.clock.pass(1000);
    const device = tablet(app, cook);
    const entry = { mid: 1, key: crypto.randomUUID(), call: 'menu.setAvailability', path, body };
    await device.push([entry]);
    await device.push([entry]);
    expect(codeIn(await send(cook, 'DELETE', `/menu/books/${menu.bookId}`))).toEqual([403, 'not_allowed']);
    await send(cook, 'GET', '/orders');
    const [newest, ...rest] = await changesOf(owner);
    expect(newest).toMatchObject({
      call: 'menu.setAvailability',
      person: { id: cook.user.id, name: 'Sam Oduya', role: 'kitchen' },
      path,
      body: { availability_status: 'sold_out' },
      at: '2026-11-20T18:30:01.000Z',
      occurred_at: '2026-11-20T17:02:00.000Z',
    });
    expect(rest.map(({ call }) => call)).not.toContain('menu.setAvailability');
    expect(rest.map(({ call }) => call)).toEqual(
      expect.arrayContaining(['menu.createItem', 'menu.createCategory', 'menu.createBook', 'people.invite']),
    );
    expect(codeIn(await send(cook, 'GET', '/people/changes'))).toEqual([403, 'not_allowed']);
    const other = await signUp(app);
    expect(await changesOf(other)).toEqual([]);
  });

  test('is found by person, area and day, and keeps no secret and nothing of a guest', async () => {
    await makeMenu(app, owner, 1);
    const manager = await join('manager');
    app.clock.pass(1000);
    await send(manager, 'POST', '/customers', { name: 'Priya Nair', phone: '+447700900123' });
    app.clock.pass(1000);
    await send(manager, 'POST', '/menu/books', { name: 'Lunch' });
    app.clock.set('2026-11-22T12:00:00.000Z');
    await send(manager, 'POST', '/menu/books', { name: 'Brunch' });
    expect((await changesOf(owner, '?area=menu&date=2026-11-22')).map(brief)).toEqual([
      ['menu.createBook', 'Sam Oduya', 'manager', { name: 'Brunch' }],
    ]);
    expect((await changesOf(owner, `?person=${manager.user.id}`)).map(({ call }) => call)).toEqual([
      'menu.createBook',
      'menu.createBook',
      'customers.create',
    ]);
    expect(await changesOf(owner, '?date=2026-11-21')).toEqual([]);
    const { rows } = await app.pools.owner.query<{ row: string }>(
      'SELECT changes::text AS row FROM changes WHERE restaurant_id = $1',
      [owner.restaurant.id],
    );
    for (const { row } of rows) expect(row).not.toMatch(/Nair|7700900123|password|slow boat/);
  });

  test('stays after its person has left', async () => {
    const manager = await join('manager');
    await send(manager, 'POST', '/menu/books', { name: 'Lunch' });
    await remove(owner, manager);
    expect((await changesOf(owner, `?person=${manager.user.id}`)).map(({ call }) => call)).toEqual(['menu.createBook']);
  });
});
