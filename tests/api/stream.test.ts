import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createApp, type App } from '../../server/app.ts';
import { createBus } from '../../server/platform/bus.ts';
import { startRelay } from '../../server/db/relay.ts';
import { coalesce, STREAMS_PER_USER } from '../../server/sync/streams.ts';
import { createLog } from '../../server/platform/log.ts';
import { eventsOf, type SseEvent } from '../../src/sync/protocol/stream.ts';
import { requestData, callApi } from '../support/api.ts';
import { startApp, type TestApp } from '../support/server.ts';
import { signUp, type SignedUp } from '../support/sign-up.ts';

let app: TestApp;
let owner: SignedUp;
const open: AbortController[] = [];

beforeAll(async () => {
  app = await startApp({ startsAt: null });
  owner = await signUp(app);
});
afterEach(() => {
  for (const line of open.splice(0)) line.abort();
});
afterAll(() => app.close());

/** An open stream and the events it has sent so far. */
async function listen({ token }: { token: string }, fetch: App['fetch'] = app.fetch) {
  const line = new AbortController();
  open.push(line);
  const response = await fetch(
    new Request('http://localhost/backend/sync/stream', {
      headers: { authorization: `Bearer ${token}` },
      signal: line.signal,
    }),
  );
  const received: (SseEvent & { at: number })[] = [];
  let isOver = false;
  // Cancelling the reader's end is what a broken connection looks like.
  const body = response.ok
    ? response.body?.pipeThrough(new TransformStream<Uint8Array, Uint8Array>(), { signal: line.signal })
    : null;
  if (body) {
    void (async () => {
      for await (const event of eventsOf(body)) received.push({ ...event, at: performance.now() });
      isOver = true;
    })().catch(() => (isOver = true));
  }
  const named = (name: string) =>
    received.filter((event) => event.name === name).map((event) => JSON.parse(event.data) as { version: number });
  return { status: response.status, headers: response.headers, heard: received, named, isOver: () => isOver };
}

const createBook = (by = owner, fetch = app.fetch) =>
  requestData<{ version: number }>(fetch, 'POST', '/menu/books', { token: by.token, body: { name: 'Poke' } });

test('says hello at once with epoch and version', async () => {
  const { version } = await createBook();
  const stream = await listen(owner);
  await expect.poll(() => stream.named('hello')).toEqual([{ epoch: expect.any(String), version }]);
  expect(stream.headers.get('content-type')).toContain('text/event-stream');
  expect(stream.headers.get('cache-control')).toContain('no-store');
});

test('pokes its own restaurant after a commit, not a refusal', async () => {
  const other = await signUp(app);
  const stream = await listen(owner);
  await expect.poll(() => stream.named('hello').length).toBe(1);
  await callApi(app.fetch, 'POST', '/menu/books', { token: owner.token, body: { name: '' } });
  await createBook(other);
  const { version } = await createBook();
  await expect.poll(() => stream.named('poke').at(-1)).toEqual({ version });
  expect(stream.named('poke').length).toBe(1);
});

test('the last of many pokes names the newest version', async () => {
  const stream = await listen(owner);
  await expect.poll(() => stream.named('hello').length).toBe(1);
  const versions = await Promise.all(Array.from({ length: 40 }, async () => (await createBook()).version));
  await expect.poll(() => stream.named('poke').at(-1)?.version).toBe(Math.max(...versions));
});

test('sends one poke at once and coalesces those following', async () => {
  const sent: number[] = [];
  const pokes = coalesce((version) => sent.push(version), 25);
  for (const version of [4, 6, 5]) pokes.poke(version);
  expect(sent).toEqual([4]);
  await expect.poll(() => sent).toEqual([4, 6]);
  await new Promise((resolve) => setTimeout(resolve, 40));
  pokes.poke(7);
  pokes.poke(8);
  pokes.stop();
  await new Promise((resolve) => setTimeout(resolve, 40));
  expect(sent).toEqual([4, 6, 7]);
});

test("says bye and ends soon after the session's end", async () => {
  const login = await requestData<{ token: string }>(app.fetch, 'POST', '/auth/login', {
    body: { email: owner.user.email, password: owner.password },
  });
  const [ending, staying] = [await listen(login), await listen(owner)];
  await expect.poll(() => ending.named('hello').length).toBe(1);
  await requestData(app.fetch, 'POST', '/auth/logout', { token: login.token });
  await expect.poll(() => ending.isOver()).toBe(true);
  expect(ending.named('bye')).toEqual([{ reason: 'session' }]);
  expect(staying.isOver()).toBe(false);
});

test('a stream that opens while sessions are checked goes on', async () => {
  const checks: (() => void)[] = [];
  let answered = 0;
  const accounts = Object.assign(Object.create(app.pools.accounts) as pg.Pool, {
    async query(...args: unknown[]) {
      const isCheck = String(args[0]).includes('ANY($1)');
      if (isCheck) await new Promise<void>((resolve) => checks.push(resolve));
      const result: unknown = await Reflect.apply(app.pools.accounts.query, app.pools.accounts, args);
      if (isCheck) answered += 1;
      return result;
    },
  });
  const own = createApp({ ...app, pools: { ...app.pools, accounts }, log: createLog('silent') });
  const other = await signUp(app);
  await listen(owner, own.fetch);
  await expect.poll(() => checks.length).toBe(1);
  const stream = await listen(other, own.fetch);
  await expect.poll(() => stream.named('hello').length).toBe(1);
  checks[0]!();
  await expect.poll(() => answered).toBe(1);
  await createBook(other, own.fetch);
  await expect.poll(() => [stream.isOver(), stream.named('poke').length]).toEqual([false, 1]);
  own.close();
  checks.forEach((go) => go());
});

test("one stream too many ends the user's oldest (R39)", async () => {
  const busy = await signUp(app);
  const lines: Awaited<ReturnType<typeof listen>>[] = [];
  for (let i = 0; i <= STREAMS_PER_USER; i++) lines.push(await listen(busy));
  expect(lines.map((line) => line.status)).toEqual(lines.map(() => 200));
  await expect.poll(() => lines.map((line) => line.isOver())).toEqual(lines.map((_, i) => i === 0));
  const { version } = await createBook(busy);
  await expect.poll(() => lines.slice(1).filter((line) => line.named('poke').at(-1)?.version !== version)).toEqual([]);
  expect(lines[0]!.heard.filter(({ name }) => name === 'bye')).toEqual([]);
});

test('a closed stream frees its slot', async () => {
  const busy = await signUp(app);
  const living = await listen(busy);
  for (let i = 0; i < STREAMS_PER_USER; i++) {
    const line = await listen(busy);
    open.pop()!.abort();
    await expect.poll(() => line.isOver()).toBe(true);
  }
  await createBook(busy);
  await expect.poll(() => living.named('poke').length).toBe(1);
  expect(living.isOver()).toBe(false);
});

test('a HEAD opens no stream', async () => {
  const busy = await signUp(app);
  const stream = await listen(busy);
  const headers = { authorization: `Bearer ${busy.token}` };
  const requestHead = () => app.fetch(new Request('http://localhost/backend/sync/stream', { method: 'HEAD', headers }));
  for (let i = 0; i < STREAMS_PER_USER; i++) {
    const { status, headers: responseHeaders } = await requestHead();
    expect([status, responseHeaders.get('allow')]).toEqual([405, 'GET']);
  }
  await createBook(busy);
  await expect.poll(() => stream.named('poke').length).toBe(1);
  expect(stream.isOver()).toBe(false);
});

test('needs a session', async () => {
  expect((await listen({ token: 'nobody' })).status).toBe(401);
});

test('the end of the process ends the streams', async () => {
  const own = createApp({ ...app, log: createLog('silent') });
  const stream = await listen(owner, own.fetch);
  await expect.poll(() => stream.named('hello').length).toBe(1);
  own.close();
  await expect.poll(() => stream.isOver()).toBe(true);
});

test('relays pokes between processes and mends a lost relay connection', async () => {
  const log = createLog('silent');
  const processes = [1, 2].map(() => {
    const bus = createBus();
    return { relay: startRelay({ owner: app.pools.owner, bus, log }), ...createApp({ ...app, log, bus }) };
  });
  const [one, two] = processes as [(typeof processes)[0], (typeof processes)[0]];
  try {
    const stream = await listen(owner, two.fetch);
    await expect.poll(() => stream.named('hello').length).toBe(1);
    await expect
      .poll(async () => {
        const { version } = await createBook(owner, one.fetch);
        await new Promise((resolve) => setTimeout(resolve, 150));
        return stream.named('poke').some((poke) => poke.version === version);
      })
      .toBe(true);

    await app.pools.owner.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'galley owner' AND pid <> pg_backend_pid()",
    );
    const { version } = await createBook(owner, one.fetch);
    await expect.poll(() => stream.named('poke').some((poke) => poke.version === version)).toBe(true);
  } finally {
    for (const each of processes) {
      each.close();
      await each.relay.close();
    }
  }
});
