import { makeMemory } from '../../../src/sync/runtime/engine.ts';
import type { Args, Call } from '../../../contract/call.ts';
import type { Table } from '../../../contract/entity.ts';
import { databaseName, type GalleyDb, makeDb } from '../../../src/data/db.ts';
import { makeIds } from '../../../src/data/ids.ts';
import { mutateIn, type Ticket } from '../../../src/data/mutate.ts';
import type { MutationDefinition } from '../../../src/data/mutation.ts';
import { makeStore, type Store } from '../../../src/data/store.ts';
import { httpTransport } from '../../../src/sync/protocol/http.ts';
import { type Loop, makeLoop } from '../../../src/sync/runtime/loop.ts';
import { definitionOf } from '../../../src/sync/runtime/registry.ts';
import type { Seeded } from '../../support/seeded.ts';
import { makeDisk } from '../disk.ts';
import type { Network } from './network.ts';
import { clockOf, type VirtualTime } from '../virtual-clock.ts';

export interface DeviceOptions {
  name: string;
  userId: string;
  restaurantId: string;
  token: string;
  network: Network;
  time: VirtualTime;
  /** A random stream for one part of the device. */
  stream: (part: string) => Seeded;
  skewMs: number;
  /** Without Web Locks every tab runs the loop; only leases and the server's count keep them apart. */
  hasLocks: boolean;
}

export interface Tab {
  store: Store;
  loop: Loop;
  isAlive(): boolean;
  mutate<C extends Call, T extends Table>(definition: MutationDefinition<C, T>, args: Args<C>): Ticket;
}

/** A tablet: its storage, clock and tabs. */
export interface Device {
  name: string;
  isOnline: boolean;
  /** The API answers 401 until the owner signs in again. */
  isTokenDead: boolean;
  tabs: Tab[];
  openTab(): Tab;
  /** Ends the tab like a crash: open transactions abort; nothing more is written or sent. */
  kill(tab: Tab): void;
  setOnline(isOnline: boolean): void;
  signInAgain(): void;
  /** Running database transactions. */
  busy(): number;
  /** A separate connection for the checks. */
  inspect(): GalleyDb;
  close(): void;
}

export function makeDevice(options: DeviceOptions): Device {
  const { name, userId, restaurantId, network, time, stream } = options;
  let opened = 0;
  const disk = makeDisk();
  const dbName = databaseName(userId, restaurantId, name);
  const alive = new Set<Tab>();
  const kills = new Map<Tab, () => void>();
  let inspector: GalleyDb | null = null;

  const device: Device = {
    name,
    isOnline: true,
    isTokenDead: false,
    tabs: [],
    busy: disk.busy,
    openTab() {
      const { kill, ...storage } = disk.tab();
      const random = stream(`tab ${++opened}`);
      const bytes = stream(`ids of tab ${opened}`);
      const isAlive = () => alive.has(tab);
      const clock = clockOf(time, options.skewMs, isAlive);
      const newId = makeIds({
        now: clock.now,
        randomize: (id) => id.forEach((_, i) => (id[i] = bytes.between(0, 255))),
      });
      const store = makeStore({
        db: makeDb(dbName, storage),
        clock,
        newId,
        deviceName: () => name,
        isOffline: () => !device.isOnline,
      });
      store.onQueued = () => {
        for (const other of alive) other.loop.kick();
      };
      const fetch = network.fetchOf({
        get isOnline() {
          return device.isOnline && isAlive();
        },
        get isTokenDead() {
          return device.isTokenDead;
        },
        random: stream(`network of tab ${opened}`),
      });
      const deadEnd = (async (input, init) => {
        const response = await fetch(input, init);
        // The tab is dead, so nobody reads the response.
        return isAlive() ? response : new Promise<never>(() => {});
      }) as typeof globalThis.fetch;
      const loop = makeLoop({
        db: makeDb(dbName, storage),
        memory: makeMemory(),
        definitions: definitionOf,
        transport: httpTransport('http://localhost/backend', () => options.token, deadEnd),
        clock,
        random: random.next,
        newId,
        holder: newId(),
        isLeader: () => options.hasLocks,
      });
      const tab: Tab = { store, loop, isAlive, mutate: (definition, args) => mutateIn(store, definition, args) };
      alive.add(tab);
      device.tabs.push(tab);
      kills.set(tab, kill);
      if (!options.hasLocks || device.tabs.length === 1) void loop.run();
      return tab;
    },
    kill(tab) {
      const wasLeader = device.tabs[0] === tab;
      alive.delete(tab);
      tab.loop.stop();
      kills.get(tab)?.();
      device.tabs = device.tabs.filter((other) => other !== tab);
      // The lock passes to the next tab in the queue.
      if (options.hasLocks && wasLeader) void device.tabs[0]?.loop.run();
    },
    setOnline(isOnline) {
      device.isOnline = isOnline;
      for (const tab of device.tabs) tab.loop.setOnline(isOnline);
    },
    signInAgain() {
      device.isTokenDead = false;
      for (const tab of device.tabs) tab.loop.now();
    },
    inspect() {
      const { indexedDB, IDBKeyRange } = disk.tab();
      return (inspector ??= makeDb(dbName, { indexedDB, IDBKeyRange }));
    },
    close() {
      for (const tab of device.tabs) device.kill(tab);
      inspector?.close();
    },
  };
  return device;
}
