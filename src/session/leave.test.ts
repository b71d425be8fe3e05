import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import { makeServer } from '../../tests/support/reference-server.ts';
import { dish, id, pathOf } from '../../tests/support/rows.ts';
import { closeDb, currentStore, isDbOpen, openFor } from '../data/current.ts';
import { databaseName } from '../data/db.ts';
import { mutate } from '../data/mutate.ts';
import { keepCopies, type MutationCopy } from '../data/copies.ts';
import { setAvailability } from '../features/menu/mutations.ts';
import { makeMemory, type Engine } from '../sync/runtime/engine.ts';
import { prepare } from '../sync/protocol/identity.ts';
import { pullOnce } from '../sync/protocol/pull.ts';
import { pushOnce } from '../sync/protocol/push.ts';
import { definitionOf } from '../sync/runtime/registry.ts';
import { sendNow } from '../sync/runtime/client.ts';
import { leave, leaveAfterSending, leaveDiscarding, leaveKeeping } from './leave.ts';
import { switchTo, switchToNew } from './places.ts';
import { endSession, session, signIn } from './session.ts';
import { soon } from '../../tests/support/soon.ts';

const owner = { id: id(1), email: 'owner@galley.test', name: null, is_email_verified: true };
const anchor = { id: id(2) } as Restaurant;
const korma = dish(100);

/** The calls that reach the API, by path and token. */
const asked: string[] = [];
let answer: () => Promise<Response>;
const server = { current: makeServer() };

function engine(): Engine {
  const { db, clock, newId } = currentStore();
  const { transport } = server.current;
  return {
    db,
    memory: makeMemory(),
    clock,
    newId,
    transport,
    definitions: definitionOf,
    random: () => 0,
    holder: newId(),
    isLeader: () => true,
  };
}

async function drain(): Promise<void> {
  while ((await pushOnce(engine())).kind === 'sent');
  while ((await pullOnce(engine())).kind === 'more');
}

async function signedIn(): Promise<void> {
  signIn({ token: 'secret', user: owner, restaurant: anchor, role: 'owner' });
  const store = openFor(owner.id, anchor.id);
  await prepare(store.db, store.newId);
  await drain();
}

const soldOut = () =>
  mutate(setAvailability, { path: pathOf(korma), body: { availability_status: 'sold_out' } }).durable;
const exists = () => Dexie.exists(databaseName(owner.id, anchor.id));
const loggedOut = { authToken: null, user: null, restaurant: null, message: null };

beforeEach(async () => {
  server.current = makeServer();
  server.current.put('menu_items', korma);
  asked.length = 0;
  answer = async () => Response.json({ data: { ok: true } });
  vi.stubEnv('VITE_API_BASE_URL', 'http://localhost/backend');
  vi.stubGlobal('fetch', (request: Request) => {
    asked.push(`${new URL(request.url).pathname} ${request.headers.get('Authorization')}`);
    return answer();
  });
  await signedIn();
});

afterEach(async () => {
  closeDb();
  endSession('logout');
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await Dexie.delete(databaseName(owner.id, anchor.id));
});

describe('logging out', () => {
  test('without unsent changes revokes the token and deletes everything', async () => {
    expect(await leave()).toEqual({ kind: 'left' });
    expect(asked).toEqual(['/backend/auth/logout Bearer secret']);
    expect(session).toMatchObject(loggedOut);
    expect([isDbOpen(), await exists()]).toEqual([false, false]);
  });

  test('with an unsent change asks first, changing nothing (R33)', async () => {
    await soldOut();
    expect(await leave()).toEqual({ kind: 'unsent', n: 1, refused: 0, elsewhere: 0 });
    expect(asked).toEqual([]);
    expect(session.authToken).toBe('secret');
    expect(await currentStore().db.outbox.count()).toBe(1);
  });

  describe('of several restaurants', () => {
    const harbour = { id: id(3) } as Restaurant;
    const isThere = () => Dexie.exists(databaseName(owner.id, harbour.id));
    /** The other one is put away, with its changes. */
    const two = async (withChange: boolean) => {
      await switchToNew({ token: 'of the harbour', user: owner, restaurant: harbour, role: 'owner' });
      const store = openFor(owner.id, harbour.id);
      await prepare(store.db, store.newId);
      await store.db.menu_items.put(korma);
      if (withChange) await soldOut();
      await switchTo(anchor.id);
      openFor(owner.id, anchor.id);
    };
    afterEach(() => Dexie.delete(databaseName(owner.id, harbour.id)));

    test('ends all sessions and deletes what nobody waits for', async () => {
      await two(false);
      expect(await leave()).toEqual({ kind: 'left' });
      expect(asked).toEqual(['/backend/auth/logout Bearer secret', '/backend/auth/logout Bearer of the harbour']);
      expect([session.places, await exists(), await isThere()]).toEqual([[], false, false]);
    });

    test('asks about the changes of another, which keeping leaves sealed and discarding deletes', async () => {
      await two(true);
      expect(await leave()).toEqual({ kind: 'unsent', n: 0, refused: 0, elsewhere: 1 });
      expect(asked).toEqual([]);
      await leaveKeeping();
      expect([session.authToken, session.places, await isThere()]).toEqual([null, [], true]);
      await signedIn();
      await two(false);
      await leaveDiscarding();
      expect(await isThere()).toBe(false);
    });
  });

  test('counts a change that is still being stored (R33)', async () => {
    void soldOut();
    expect(await leave()).toEqual({ kind: 'unsent', n: 1, refused: 0, elsewhere: 0 });
  });

  test('asks about a refused change nobody has read', async () => {
    server.current.refusals.set('menu.setAvailability', { code: 'changed_elsewhere', message: 'No' });
    await soldOut();
    await drain();
    expect(await leave()).toEqual({ kind: 'unsent', n: 0, refused: 1, elsewhere: 0 });
    expect(await currentStore().db.dead_letters.count()).toBe(1);
  });

  test('ignores changes that the server has but no pull confirmed', async () => {
    await soldOut();
    await pushOnce(engine());
    expect(await currentStore().db.outbox.count()).toBe(1);
    expect(await leave()).toEqual({ kind: 'left' });
  });

  test.each([
    ['the API is not there', async () => Promise.reject(new TypeError('Failed to fetch'))],
    ['the token is dead', async () => Response.json({ code: 'unauthenticated', message: 'x' }, { status: 401 })],
    ['the API fails', async () => Response.json({ code: 'internal', message: 'x' }, { status: 500 })],
  ])('ends the session though %s, without a message', async (_, how) => {
    vi.spyOn(console, 'info').mockImplementation(() => undefined);
    answer = how;
    expect(await leave()).toEqual({ kind: 'left' });
    expect(session).toMatchObject(loggedOut);
    expect(await exists()).toBe(false);
  });
});

test.each([
  ['logging out', leave],
  ['keeping what is not sent', leaveKeeping],
])("%s deletes a started profile and the code's address", async (_, way) => {
  const kept = new Map([
    ['galley:profile-draft', '{"userId":"u","values":{"address":"1 Quay"}}'],
    ['galley:code-request', '{"email":"owner@galley.test"}'],
    // The tablet's own.
    ['galley:visits', '3'],
    ['galley:device', id(3)],
  ]);
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
  await way();
  expect([...kept.keys()]).toEqual(['galley:visits', 'galley:device']);
});

describe('send now', () => {
  test('leaves when everything has arrived', async () => {
    await soldOut();
    const left = leaveAfterSending();
    await drain();
    expect(await left).toEqual({ kind: 'left' });
    expect(server.current.get('menu_items', korma.id)).toMatchObject({ availability_status: 'sold_out' });
    expect(await exists()).toBe(false);
  });

  test('stays, with everything, when the server refuses', async () => {
    server.current.refusals.set('menu.setAvailability', { code: 'changed_elsewhere', message: 'No' });
    await soldOut();
    const left = leaveAfterSending();
    await drain();
    expect(await left).toEqual({ kind: 'unsent', n: 0, refused: 1, elsewhere: 0 });
    expect(session.authToken).toBe('secret');
  });

  test('never claims success while a change is unsaved (R2)', async () => {
    currentStore().db.outbox.hook('creating', () => {
      throw new DOMException('The disk is full', 'QuotaExceededError');
    });
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    void soldOut().catch(() => undefined);
    expect(await sendNow(0)).toEqual({ kind: 'waiting', n: 1, gate: 'open' });
  });

  test('stays when the queue is blocked for good', async () => {
    await soldOut();
    const { db } = currentStore();
    const status = { gate: 'upgrade', since: null, nextTryAt: null, requestId: null, phase: 'idle' };
    await db.sync.put({ name: 'status', value: status });
    expect(await leaveAfterSending()).toEqual({ kind: 'unsent', n: 1, refused: 0, elsewhere: 0 });
    expect(await db.outbox.count()).toBe(1);
  });
});

describe('a disk that does not answer', () => {
  /** From here on every read hangs. Resolves with the end of `run`, however long that waits for the disk. */
  function hang() {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { db } = currentStore();
    for (const read of [vi.spyOn(db.sync, 'get'), vi.spyOn(db.sync, 'bulkGet'), vi.spyOn(db.outbox, 'where')])
      read.mockImplementation(() => new Promise(() => {}) as never);
    vi.spyOn(db.dead_letters, 'count').mockImplementation(() => new Promise(() => {}) as never);
    return async <T>(work: Promise<T>): Promise<T> => {
      let hasEnded = false;
      void work.finally(() => (hasEnded = true));
      for (let second = 0; second < 60 && !hasEnded; second++) await vi.advanceTimersByTimeAsync(1000);
      expect(hasEnded).toBe(true);
      vi.useRealTimers();
      return work;
    };
  }

  afterEach(() => void vi.useRealTimers());

  test.each([
    ['logging out', leave],
    ['sending first', leaveAfterSending],
    ['keeping', leaveKeeping],
  ])('does not stop %s, which keeps its contents (R33, R43)', async (_, way) => {
    await soldOut();
    const [before] = await currentStore().db.outbox.toArray();
    const end = hang();
    expect(await end(way())).toEqual({ kind: 'left' });
    expect(session).toMatchObject(loggedOut);
    expect([isDbOpen(), await exists()]).toEqual([false, true]);
    vi.restoreAllMocks();
    expect(await openFor(owner.id, anchor.id).db.outbox.toArray()).toEqual([before]);
  });

  test('makes logout ask about the unsaved change (R33)', async () => {
    vi.spyOn(currentStore().db, 'transaction').mockImplementation(() => new Promise(() => {}) as never);
    const end = hang();
    soldOut().catch(() => undefined);
    expect(await end(leave())).toEqual({ kind: 'unsent', n: 1, refused: 0, elsewhere: 0 });
    expect(session.authToken).toBe('secret');
  });

  test('still deletes what the person discards (R33)', async () => {
    await soldOut();
    const end = hang();
    expect(await end(leaveDiscarding())).toEqual({ kind: 'left' });
    expect(session).toMatchObject(loggedOut);
    expect(await exists()).toBe(false);
  });
});

describe('keep on this device', () => {
  test('seals the database; the same owner resumes (R33)', async () => {
    await soldOut();
    const [before] = await currentStore().db.outbox.toArray();
    expect(await leaveKeeping()).toEqual({ kind: 'left' });
    expect(session).toMatchObject(loggedOut);
    expect([isDbOpen(), await exists()]).toEqual([false, true]);
    expect(server.current.effects).toEqual([]);
    await signedInAgain();
    expect(await currentStore().db.outbox.toArray()).toEqual([before]);
    await drain();
    expect(server.current.effects.map((effect) => effect.key)).toEqual([before?.key]);
  });

  test('shows another owner nothing of it (R13, R33)', async () => {
    await soldOut();
    await leaveKeeping();
    signIn({ token: 'other', user: { ...owner, id: id(8) }, restaurant: { ...anchor, id: id(9) }, role: 'owner' });
    const { db } = openFor(id(8), id(9));
    expect([await db.outbox.count(), await db.menu_items.count()]).toEqual([0, 0]);
    expect(await exists()).toBe(true);
    closeDb();
    await db.delete();
  });

  async function signedInAgain(): Promise<void> {
    signIn({ token: 'secret-2', user: owner, restaurant: anchor, role: 'owner' });
    openFor(owner.id, anchor.id);
  }
});

test('discard ends the session and deletes the database', async () => {
  await soldOut();
  expect(await leaveDiscarding()).toEqual({ kind: 'left' });
  expect(session).toMatchObject(loggedOut);
  expect(await exists()).toBe(false);
  expect(server.current.effects).toEqual([]);
});

describe('a change that another tab has not stored', () => {
  /** A tab that holds the database open, and makes a mutation as it closes. */
  async function otherTab() {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      get length() {
        return kept.size;
      },
      key: (i: number) => [...kept.keys()][i] ?? null,
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    });
    const { db } = currentStore();
    const copies = keepCopies(db.name, localStorage);
    currentStore().copies = copies;
    const putAside = () => void copies.put({ entry: { key: id(4) }, instead: null } as unknown as MutationCopy);
    const held = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(db.name);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(new Error('The database does not open'));
    });
    held.onversionchange = () => {
      putAside();
      held.close();
    };
    return { putAside, aside: copies.read };
  }

  test('is asked about and stays discarded (R33)', async () => {
    const tab = await otherTab();
    tab.putAside();
    expect(await leave()).toEqual({ kind: 'unsent', n: 1, refused: 0, elsewhere: 0 });
    await leaveDiscarding();
    expect(tab.aside()).toEqual([]);
  });

  test('is not counted twice, and leaves no copy once the server has it (R33)', async () => {
    const tab = await otherTab();
    await soldOut();
    expect(await leave()).toEqual({ kind: 'unsent', n: 1, refused: 0, elsewhere: 0 });
    await drain();
    expect(tab.aside()).toHaveLength(1);
    expect(await leave()).toEqual({ kind: 'left' });
    expect(tab.aside().map(({ entry }) => entry.key)).toEqual([id(4)]);
  });

  test('waits for its owner if nobody was asked (R1, R33)', async () => {
    const tab = await otherTab();
    expect(await leave()).toEqual({ kind: 'left' });
    expect(tab.aside()).toHaveLength(1);
  });
});

test('a dead token seals the database unchanged (R33)', async () => {
  await soldOut();
  endSession('unauthenticated');
  closeDb();
  expect(session).toMatchObject({ authToken: null, message: 'Please log in' });
  expect(await exists()).toBe(true);
  const { db } = openFor(owner.id, anchor.id);
  expect(await db.outbox.count()).toBe(1);
});

test('logout ends despite a frozen tab; the database goes later (R33)', async () => {
  const name = databaseName(owner.id, anchor.id);
  const held = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error('The database does not open'));
  });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined); // "blocked"
  expect(await leaveDiscarding()).toEqual({ kind: 'left' });
  expect(session).toMatchObject(loggedOut);
  held.close();
  await soon(async () => expect(await exists()).toBe(false));
});
