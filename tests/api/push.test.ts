import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { refuse } from '../../server/pipeline/handler.ts';
import { newId } from '../../server/platform/ids.ts';
import { routes } from '../../server/menu/books.ts';
import { deleteOldOf } from '../support/delete-old.ts';
import { callApi } from '../support/api.ts';
import { startApp, type TestApp } from '../support/server.ts';
import { signUp, type SignedUp } from '../support/sign-up.ts';
import { dish, dishPath, makeMenu, tablet, type Menu } from './tablet.ts';

let app: TestApp;
let owner: SignedUp;
let menu: Menu;

beforeAll(async () => {
  app = await startApp();
  owner = await signUp(app);
  menu = await makeMenu(app, owner, 3);
});
afterAll(() => app.close());

const switchOff = (mid: number, i = 0, body: Record<string, unknown> = {}) => ({
  mid,
  key: newId(),
  call: 'menu.setAvailability',
  path: dish(menu, i),
  body: { is_available: false, ...body },
});
const createBook = (mid: number, name: string, key = newId()) => ({
  mid,
  key,
  call: 'menu.createBook',
  path: {},
  body: { name },
});
const booksNamed = async (name: string) => {
  const { rows } = await app.pools.owner.query<{ version: string }>(
    'SELECT version FROM menu_books WHERE name = $1 ORDER BY version',
    [name],
  );
  return rows.map((row) => Number(row.version));
};

describe('order', () => {
  test('processes a batch in order, one version per mutation (R5)', async () => {
    const device = tablet(app, owner);
    const { data } = await device.push([createBook(1, 'Order A'), createBook(2, 'Order A'), createBook(3, 'Order A')]);
    expect(data.results.map(({ mid, outcome, status }) => ({ mid, outcome, status }))).toEqual(
      [1, 2, 3].map((mid) => ({ mid, outcome: 'applied', status: 200 })),
    );
    expect(data.results.map((result) => result.version)).toEqual(await booksNamed('Order A'));
    expect([data.last_mid, data.version, data.stopped]).toEqual([3, data.results[2]!.version, undefined]);
  });

  test('stops the batch at a gap (R5)', async () => {
    const device = tablet(app, owner);
    const { data } = await device.push([createBook(1, 'Gap'), createBook(3, 'Gap'), createBook(4, 'Gap')]);
    expect([data.stopped, data.last_mid, data.results.length]).toEqual(['out_of_order', 1, 1]);
    expect((await booksNamed('Gap')).length).toBe(1);
  });

  test('repeats the results of a resent batch as duplicates (R4)', async () => {
    const device = tablet(app, owner);
    const batch = [createBook(1, 'Again'), { ...createBook(2, 'Again'), body: { name: '' } }, createBook(3, 'Again')];
    const first = (await device.push(batch)).data;
    const second = (await device.push(batch)).data;
    expect(first.results.map((result) => result.outcome)).toEqual(['applied', 'rejected', 'applied']);
    expect(second.results).toEqual(
      first.results.map((result) => ({ ...result, outcome: 'duplicate', first_outcome: result.outcome })),
    );
    expect([second.last_mid, second.version]).toEqual([first.last_mid, first.version]);
    expect((await booksNamed('Again')).length).toBe(2);
  });

  test('two leaders that push the same mutations apply each once (R14)', async () => {
    const clientId = newId();
    const batch = Array.from({ length: 30 }, (_, i) => createBook(i + 1, 'Leaders'));
    const [one, two] = await Promise.all([
      tablet(app, owner, clientId).push(batch),
      tablet(app, owner, clientId).push(batch),
    ]);
    expect([one.data.last_mid, two.data.last_mid]).toEqual([30, 30]);
    for (let i = 0; i < 30; i++) {
      const outcomes = [one.data.results[i]!.outcome, two.data.results[i]!.outcome].toSorted();
      expect(outcomes).toEqual(['applied', 'duplicate']);
      expect(one.data.results[i]!.version).toBe(two.data.results[i]!.version);
    }
    expect((await booksNamed('Leaders')).length).toBe(30);
  });

  test("REST writes with its headers advance the same client's count", async () => {
    const device = tablet(app, owner);
    const put = (mid: number) =>
      callApi(app.fetch, 'PUT', `${dishPath(menu, 1)}/update-availability`, {
        token: owner.token,
        body: { is_available: false },
        headers: { 'Idempotency-Key': newId(), 'X-Client-Id': device.clientId, 'X-Mutation-Id': String(mid) },
      });
    expect((await put(2)).error).toMatchObject({ code: 'out_of_order', current: { last_mid: 0 } });
    expect((await put(1)).status).toBe(200);
    expect((await device.push([switchOff(2)])).data.last_mid).toBe(2);
  });
});

describe('a refused mutation', () => {
  test('does not block the queue behind it (R26)', async () => {
    const device = tablet(app, owner);
    const { data } = await device.push([
      { ...switchOff(1), path: { ...dish(menu), itemId: newId() } },
      { ...switchOff(2), body: { is_available: 'no' } },
      { ...switchOff(3), body: { is_available: false, what: 1 } },
      { ...switchOff(4), path: { ...dish(menu), itemId: 'not-an-id' } },
      { ...switchOff(5), body: { is_available: false, device: 'a\u0000b' } },
      { ...switchOff(6), call: 'menu.teleport' },
      { ...switchOff(7), ver: 9 },
      { ...switchOff(8), call: 'orders.list', path: {}, body: {} },
      { ...switchOff(9), call: 'auth.logout', path: {}, body: {} },
      switchOff(10, 2),
    ]);
    expect(data.results.map((result) => [result.outcome, result.error?.code])).toEqual([
      ['rejected', 'not_found'],
      ['rejected', 'invalid_fields'],
      ['rejected', 'invalid_fields'],
      ['rejected', 'not_found'],
      ['rejected', 'invalid_fields'],
      ['rejected', 'unsupported_version'],
      ['rejected', 'unsupported_version'],
      ['rejected', 'unsupported_version'],
      ['rejected', 'unsupported_version'],
      ['applied', undefined],
    ]);
    expect(data.last_mid).toBe(10);
  });

  test('runs an old version of its call, no unknown one (R4, R16)', async () => {
    const device = tablet(app, owner);
    const order = (mid: number, ver: number, phone: string) => ({
      mid,
      ver,
      key: newId(),
      call: 'orders.create',
      path: {},
      body: {
        id: newId(),
        channel: 'phone',
        order_type: 'pickup',
        customer: { name: 'Sam', phone },
        lines: [{ menu_item_id: null, name: 'Corkage', unit_amount: 500, quantity: 1 }],
      },
    });
    const batch = [order(1, 1, 'at the bar'), order(2, 2, 'at the bar'), order(3, 3, '020 7946 0123')];
    const { data } = await device.push(batch);
    expect(data.results.map((result) => [result.outcome, result.error?.code])).toEqual([
      ['applied', undefined],
      ['rejected', 'invalid_fields'],
      ['rejected', 'unsupported_version'],
    ]);
    const read = await callApi(app.fetch, 'GET', `/orders/${batch[0]!.body.id}`, { token: owner.token });
    expect(read.data).toMatchObject({ customer: { name: 'Sam', phone: null }, kitchen_note: 'Phone: at the bar' });
    const again = await device.push(batch);
    expect(again.data.results.map(({ outcome, first_outcome }) => [outcome, first_outcome])).toEqual([
      ['duplicate', 'applied'],
      ['duplicate', 'rejected'],
      ['duplicate', 'rejected'],
    ]);
  });

  test("is refused each time under another request's key", async () => {
    const device = tablet(app, owner);
    const key = newId();
    await device.push([createBook(1, 'Key A', key)]);
    const batch = [createBook(2, 'Key B', key), createBook(3, 'Key C')];
    for (const outcomes of [
      ['rejected', 'applied'],
      ['rejected', 'duplicate'],
    ]) {
      const { data } = await device.push(batch);
      expect([data.results.map((result) => result.outcome), data.results[0]!.error?.code]).toEqual([
        outcomes,
        'key_reused',
      ]);
    }
    expect(await booksNamed('Key B')).toEqual([]);
  });
});

describe('a cloned or restored device', () => {
  test('learns that its count diverged and takes another id (R4, R32)', async () => {
    const device = tablet(app, owner);
    await device.push([createBook(1, 'Number A'), createBook(2, 'Number A')]);
    const batch = [createBook(1, 'Number B'), createBook(2, 'Number B')];
    const { data } = await device.push(batch);
    expect([data.results, data.stopped, data.last_mid]).toEqual([[], 'out_of_order', 2]);
    expect(await booksNamed('Number B')).toEqual([]);
    const renamed = await tablet(app, owner).push(batch);
    expect(renamed.data.results.map((result) => result.outcome)).toEqual(['applied', 'applied']);
  });

  /** Moves a confirmed result 31 days into the past and deletes what is too old. */
  async function afterTheMonth(old: { key: string }) {
    await app.pools.owner.query("UPDATE mutation_results SET at = at - interval '31 days' WHERE key = $1", [old.key]);
    await deleteOldOf('sync', app, app.clock.now());
  }
  const daysFromNow = (days: number) => newId(new Date(app.clock.now().getTime() + days * 86_400_000));

  test.each([-4000, -31, 0, 4000])('learns so a month later, clock off %i days (R1, R32, R44)', async (days) => {
    const device = tablet(app, await signUp(app));
    const old = createBook(1, 'Gone', newId(app.clock.now()));
    await device.push([old]);
    await device.push([], { confirm_upto: 1 });
    await afterTheMonth(old);
    const { data } = await device.push([createBook(1, 'Fresh', daysFromNow(days))]);
    expect([data.results, data.stopped, data.last_mid]).toEqual([[], 'out_of_order', 1]);
  });

  test.each([-4000, 0, 4000])('repeats an old mutation without effect, clock off %i days (R4, R44)', async (days) => {
    const device = tablet(app, owner);
    const old = createBook(1, `Done ${days}`, daysFromNow(days));
    await device.push([old]);
    await device.push([], { confirm_upto: 1 });
    await afterTheMonth(old);
    for (const clone of [device, tablet(app, owner)]) {
      const { data } = await clone.push([old]);
      expect(data.results).toMatchObject([{ mid: 1, outcome: 'duplicate', first_outcome: 'applied', status: 200 }]);
    }
    expect((await booksNamed(`Done ${days}`)).length).toBe(1);
  });
});

test('applies a key once under a new client id (R4, R32)', async () => {
  const batch = [createBook(1, 'Restored')];
  await tablet(app, owner).push(batch);
  const { data } = await tablet(app, owner).push(batch);
  expect([data.results[0]!.outcome, data.results[0]!.first_outcome, data.last_mid]).toEqual([
    'duplicate',
    'applied',
    1,
  ]);
  expect((await booksNamed('Restored')).length).toBe(1);
});

test('applies a mutation once that was also sent by hand (R4, R46)', async () => {
  const late = createBook(1, 'By hand');
  const body = { ...late.body, op_id: late.key, occurred_at: '2026-11-20T18:00:00.000Z' };
  const headers = { 'Idempotency-Key': late.key };
  const sent = await callApi(app.fetch, 'POST', '/menu/books', { token: owner.token, body, headers });
  expect(sent.status).toBe(200);
  const { data } = await tablet(app, owner).push([{ ...late, body }]);
  expect(data.results).toMatchObject([{ outcome: 'duplicate', first_outcome: 'applied' }]);
  expect((await booksNamed('By hand')).length).toBe(1);
});

describe('results', () => {
  test('repeat until confirmed; a duplicate is recognised for ever (R4)', async () => {
    const device = tablet(app, owner);
    const batch = [
      createBook(1, 'Confirm', newId(app.clock.now())),
      { ...createBook(2, 'Confirm', newId(app.clock.now())), body: { name: '' } },
      createBook(3, 'Confirm', newId(app.clock.now())),
    ];
    const { data } = await device.push(batch);
    expect((await device.pull(null)).data).toMatchObject({ last_mid: 3, results: data.results });
    await device.push([], { confirm_upto: 2 });
    expect((await device.pull(null)).data.results).toEqual([data.results[2]]);
    await device.push([], { confirm_upto: 99 });
    expect((await device.pull(null)).data).toMatchObject({ last_mid: 3, results: [] });
    app.clock.pass(40 * 86_400_000);
    const late = await callApi<{ token: string }>(app.fetch, 'POST', '/auth/login', {
      body: { email: owner.user.email, password: owner.password },
    });
    owner = { ...owner, token: late.data.token };
    const later = tablet(app, owner, device.clientId);
    await later.push([createBook(4, 'Confirm')]);
    await later.push([], { confirm_upto: 4 });
    await deleteOldOf('sync', app, app.clock.now());
    expect(
      (await later.push(batch)).data.results.map((result) => [result.outcome, result.first_outcome, result.status]),
    ).toEqual([
      ['duplicate', 'applied', 200],
      ['duplicate', 'rejected', 422],
      ['duplicate', 'applied', 200],
    ]);
    expect((await booksNamed('Confirm')).length).toBe(3);
  });

  test('lose only their replies once they are confirmed', async () => {
    const device = tablet(app, owner);
    const mids = [1, 2, 3, 4];
    await device.push(mids.map((mid) => createBook(mid, 'Reply')));
    const withReply = async () => {
      const { rows } = await app.pools.owner.query<{ mid: string; is_kept: boolean }>(
        'SELECT mid, reply IS NOT NULL AS is_kept FROM mutation_results WHERE client_id = $1 ORDER BY mid',
        [device.clientId],
      );
      expect(rows.length).toBe(4);
      return rows.filter((row) => row.is_kept).map((row) => Number(row.mid));
    };
    expect(await withReply()).toEqual(mids);
    await device.push([], { confirm_upto: 2 });
    expect(await withReply()).toEqual([3, 4]);
    // Older confirmed results are not visited again.
    await app.pools.owner.query(
      "UPDATE mutation_results SET reply = '{}', at = at - interval '60 days' WHERE client_id = $1 AND mid = 1",
      [device.clientId],
    );
    await device.push([], { confirm_upto: 2 });
    await device.push([], { confirm_upto: 3 });
    expect(await withReply()).toEqual([1, 4]);
    await device.push([], { confirm_upto: 99 });
    expect(await withReply()).toEqual([1]);
  });

  test('keep key and outcome 400 days once they are confirmed, details a month (R4)', async () => {
    const device = tablet(app, owner);
    await device.push([createBook(1, 'Month'), createBook(2, 'Month'), createBook(3, 'Month')]);
    await device.push([], { confirm_upto: 2 });
    const wordy = JSON.stringify({ code: 'superseded', current: { name: 'Somebody' } });
    const { rowCount } = await app.pools.owner.query(
      "UPDATE mutation_results SET notice = $2, at = at - interval '31 days' WHERE client_id = $1",
      [device.clientId, wordy],
    );
    expect(rowCount).toBe(3);
    await deleteOldOf('sync', app, app.clock.now());
    const { rows } = await app.pools.owner.query<{ notice: object; reply: unknown }>(
      'SELECT notice, reply FROM mutation_results WHERE client_id = $1 ORDER BY mid',
      [device.clientId],
    );
    expect(rows.slice(0, 2)).toEqual([1, 2].map(() => ({ notice: { code: 'superseded' }, reply: null })));
    expect(rows[2]).toMatchObject({ notice: { current: { name: 'Somebody' } } });
    expect(rows[2]!.reply).not.toBeNull();
    const midsIn = async (days: number) => {
      await deleteOldOf('sync', app, new Date(app.clock.now().getTime() + days * 86_400_000));
      const sql = 'SELECT mid::int FROM mutation_results WHERE client_id = $1 ORDER BY mid';
      return (await app.pools.owner.query<{ mid: number }>(sql, [device.clientId])).rows.map(({ mid }) => mid);
    };
    expect(await midsIn(368)).toEqual([1, 2, 3]);
    expect(await midsIn(370)).toEqual([3]);
  });

  test('belong to the user whose client it is (R13)', async () => {
    const device = tablet(app, owner);
    await device.push([createBook(1, 'Whose')]);
    const other = await signUp(app);
    const stranger = tablet(app, other, device.clientId);
    expect((await stranger.pull(null)).data).toMatchObject({ last_mid: 0, results: [] });
    expect((await stranger.push([createBook(1, 'Whose')])).data.results[0]!.outcome).toBe('applied');
  });
});

test('refuses a mutation whose retry fails too (R12)', async () => {
  await app.pools.owner.query(`
    CREATE FUNCTION trip() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.name = 'Poison' THEN RAISE EXCEPTION 'a fault'; END IF; RETURN NEW; END $$;
    CREATE TRIGGER trip BEFORE INSERT ON menu_books FOR EACH ROW EXECUTE FUNCTION trip()`);
  const device = tablet(app, owner);
  const batch = [createBook(1, 'Before'), createBook(2, 'Poison'), createBook(3, 'After')];
  const first = (await device.push(batch)).data;
  expect([first.stopped, first.last_mid, first.results.length]).toEqual(['unavailable', 1, 1]);
  const second = (await device.push(batch.slice(1))).data;
  expect(second.results.map((result) => [result.outcome, result.status, result.error?.code])).toEqual([
    ['rejected', 500, 'internal'],
    ['applied', 200, undefined],
  ]);
  expect(app.logged).toContainEqual(expect.objectContaining({ event: 'mutation_poisoned', key: batch[1]!.key }));

  const alone = tablet(app, owner);
  expect((await alone.push([createBook(1, 'Poison')])).status).toBe(500);
  expect((await alone.push([createBook(1, 'Poison')])).data.results[0]!.error?.code).toBe('internal');
});

test('a mutation that a handler postpones is done later (R30)', async () => {
  const device = tablet(app, owner);
  const batch = [createBook(1, 'Now'), createBook(2, 'Later'), createBook(3, 'After it')];
  const create = routes.find(({ call }) => call.name === 'menu.createBook')!;
  const { run } = create;
  const notNow = vi.spyOn(create, 'run').mockImplementation(async (c) => {
    const { name } = c.body as unknown as { name: string };
    return name === 'Later' ? refuse('too_many', { retry_after_seconds: 3 }) : run(c);
  });
  const first = (await device.push(batch)).data;
  notNow.mockRestore();
  expect([first.stopped, first.last_mid, first.results.length]).toEqual(['unavailable', 1, 1]);
  const second = (await device.push(batch.slice(1))).data;
  expect(second.results.map(({ mid, outcome }) => [mid, outcome])).toEqual([
    [2, 'applied'],
    [3, 'applied'],
  ]);
  expect([await booksNamed('Later'), await booksNamed('After it')].map(({ length }) => length)).toEqual([1, 1]);
});

test.each([
  ['53100', 'a full disk'],
  ['53200', 'no memory'],
  ['58030', 'a disk that fails'],
  ['25006', 'a database that may only be read'],
])('during %s (%s) mutations wait instead of failing (R29)', async (code, what) => {
  await app.pools.owner.query(`
    CREATE FUNCTION weak() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'weak' USING ERRCODE = '${code}'; END $$;
    CREATE TRIGGER weak BEFORE INSERT ON menu_books FOR EACH ROW EXECUTE FUNCTION weak()`);
  const device = tablet(app, owner);
  const batch = [createBook(1, what), createBook(2, what)];
  const answers = [await device.push(batch), await device.push(batch), await device.push(batch)];
  await app.pools.owner.query('DROP TRIGGER weak ON menu_books; DROP FUNCTION weak()');
  // A full disk has its own code, for which the device shows a message.
  expect(answers.map(({ status, data, error }) => [status, data?.stopped, data?.results, error?.code])).toEqual(
    answers.map(() =>
      code === '53100' ? [503, undefined, undefined, 'disk_full'] : [200, 'unavailable', [], undefined],
    ),
  );
  expect((await device.push(batch)).data.results.map((result) => result.outcome)).toEqual(['applied', 'applied']);
});

test('logs both the error and the failure to record it', async () => {
  await app.pools.owner.query(`
    CREATE FUNCTION not_noted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.failed_mid IS NOT NULL THEN RAISE EXCEPTION 'no note' USING ERRCODE = 'NOTED'; END IF;
      RETURN NEW; END $$;
    CREATE FUNCTION faulty() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.name = 'Faulty' THEN RAISE EXCEPTION 'a fault' USING ERRCODE = 'FAULT'; END IF; RETURN NEW; END $$;
    CREATE TRIGGER not_noted BEFORE INSERT OR UPDATE ON sync_clients FOR EACH ROW EXECUTE FUNCTION not_noted();
    CREATE TRIGGER faulty BEFORE INSERT ON menu_books FOR EACH ROW EXECUTE FUNCTION faulty()`);
  const { status } = await tablet(app, owner).push([createBook(1, 'Faulty')]);
  expect(status).toBe(500);
  const reported = app.logged.filter((line) => line.code === 'FAULT' || line.code === 'NOTED');
  expect(reported.map(({ level, event, code }) => [level, event, code])).toEqual([
    ['warn', 'failure_not_kept', 'NOTED'],
    ['error', 'fault', 'FAULT'],
  ]);
  await app.pools.owner.query('DROP TRIGGER not_noted ON sync_clients; DROP TRIGGER faulty ON menu_books');
});

describe('limits', () => {
  test('refuses more than 50 mutations', async () => {
    const { status, error } = await tablet(app, owner).push(
      Array.from({ length: 51 }, (_, i) => createBook(i + 1, 'Many')),
    );
    expect([status, Object.keys(error?.field_errors ?? {})]).toEqual([422, ['mutations']]);
  });

  test('refuses more than 256 KiB', async () => {
    const { status, error } = await tablet(app, owner).push([
      { ...createBook(1, 'x'), body: { name: 'x'.repeat(300_000) } },
    ]);
    expect([status, error?.code]).toEqual([413, 'too_large']);
  });

  test('a device with an unknown schema must update the app', async () => {
    const { status, error } = await tablet(app, owner).push([createBook(1, 'Old')], { schema: 999 });
    expect([status, error?.code]).toEqual([426, 'upgrade_required']);
  });
});
