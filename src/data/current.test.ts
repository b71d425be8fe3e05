import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { dish, pathOf } from '../../tests/support/rows.ts';
import { editItem } from '../features/menu/mutations.ts';
import { prepare } from '../sync/protocol/identity.ts';
import { closeDb, currentDb, isDbOpen, openFor } from './current.ts';
import { databaseName, WRITE_EPOCH } from './db.ts';
import { mutate } from './mutate.ts';
import { OutdatedCode } from './outdated.ts';

const names = [databaseName('alice', 'anchor'), databaseName('alice', 'crown'), databaseName('bob', 'anchor')];
const edit = () => mutate(editItem, { path: pathOf(dish(100)), body: { name: 'Korma' } });

afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  closeDb();
  for (const name of names) await Dexie.delete(name);
});

describe('the open database', () => {
  test('belongs to one owner and restaurant, and opens once', async () => {
    expect(new Set(names).size).toBe(3);
    const store = openFor('alice', 'anchor');
    await store.db.open();
    expect(store.db.name).toBe(names[0]);
    expect(openFor('alice', 'anchor')).toBe(store);
    expect(currentDb()).toBe(store.db);
  });

  test('closes and stays hidden when another owner signs in (R13)', async () => {
    const first = openFor('alice', 'anchor');
    await prepare(first.db, first.newId);
    await first.db.menu_items.add(dish(100));
    await edit().durable;
    const second = openFor('bob', 'anchor');
    expect(first.db.isOpen()).toBe(false);
    expect([await second.db.menu_items.count(), await second.db.outbox.count()]).toEqual([0, 0]);
    const third = openFor('alice', 'crown');
    expect(await third.db.outbox.count()).toBe(0);
    expect(second.db.isOpen()).toBe(false);
    expect(await openFor('alice', 'anchor').db.outbox.count()).toBe(1);
  });

  test('stays sealed after it was closed (R33)', async () => {
    const { db } = openFor('alice', 'anchor');
    await db.open();
    closeDb();
    expect(isDbOpen()).toBe(false);
    expect(() => currentDb()).toThrow('nobody is signed in');
    await expect(db.menu_items.count()).rejects.toThrow('closed');
    expect(() => edit()).toThrow('nobody is signed in');
  });

  test('is opened again until it opens, whatever the error (R43)', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const open = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
      throw new DOMException('Internal error opening backing store', 'UnknownError');
    });
    const store = openFor('alice', 'anchor');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(store.unsavedMutations.list()).toMatchObject([{ kind: 'stuck' }]);
    open.mockRestore();
    await vi.advanceTimersByTimeAsync(5_000);
    vi.useRealTimers();
    await expect.poll(() => store.unsavedMutations.list()).toEqual([]);
    expect(await store.db.outbox.count()).toBe(0);
  });

  test('is not written any more once another tab deletes it', async () => {
    const store = openFor('alice', 'anchor');
    await store.db.open();
    await Dexie.delete(names[0]!);
    expect(store.isOutdated).toBe(true);
    await expect(store.db.menu_items.add(dish(100))).rejects.toThrow('closed');
    expect(await Dexie.exists(names[0]!)).toBe(false);
  });

  test('closes for newer code that upgrades it (R16)', async () => {
    const store = openFor('alice', 'anchor');
    await store.db.open();
    const newer = new Dexie(names[0]!);
    newer.version(9).stores({ riders: 'id' });
    await newer.open();
    expect(store.db.isOpen()).toBe(false);
    await expect(store.db.outbox.count()).rejects.toThrow('closed');
    newer.close();
  });

  test('refuses a mutation after an upgrade; the page keeps it (R16, R20)', async () => {
    const store = openFor('alice', 'anchor');
    await store.db.menu_items.add(dish(100));
    const newer = new Dexie(names[0]!);
    newer.version(9).stores({ riders: 'id', outbox: '++seq, &key, mid, state, *touches' });
    await newer.open();
    const { key, durable } = edit();
    await expect(durable).rejects.toThrow(OutdatedCode);
    expect([...store.unsaved.keys()]).toEqual([key]);
    expect(await newer.table('outbox').count()).toBe(0);
    newer.close();
  });

  test('is left alone at start if newer code wrote it (R16)', async () => {
    const before = openFor('alice', 'anchor');
    await before.db.sync.put({ name: 'writeEpoch', value: WRITE_EPOCH + 1 });
    closeDb();
    const store = openFor('alice', 'anchor');
    await expect.poll(() => store.isOutdated).toBe(true);
    await expect(edit().durable).rejects.toThrow(OutdatedCode);
    expect(await store.db.outbox.count()).toBe(0);
  });
});
