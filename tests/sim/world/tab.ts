import type { Args, Call } from '../../../contract/call.ts';
import type { Table } from '../../../contract/entities.ts';
import type { Clock } from '../../../src/data/clock.ts';
import type { Mirrored } from '../../../src/data/db.ts';
import type { Ticket } from '../../../src/data/mutate.ts';
import type { MutationDefinition } from '../../../src/data/mutation.ts';
import type { Store } from '../../../src/data/store.ts';
import type { Loop } from '../../../src/sync/loop.ts';
import type { Transport } from '../../../src/sync/transport.ts';
import type { Seeded } from '../../support/seeded.ts';
import type { Disk, Storage } from '../disk.ts';
import { clockOf, type VirtualTime } from '../virtual-clock.ts';
import type { Code } from './code.ts';
import type { Locks } from './locks.ts';
import type { Memory } from './memory.ts';

export interface TabOptions {
  name: string;
  code: Code;
  database: string;
  disk: Disk;
  memory: Memory;
  time: VirtualTime;
  skewMs: () => number;
  isOnline: () => boolean;
  locks: Locks<Tab> | null;
  random: Seeded;
  transport: (tab: Tab) => Transport;
  /** Tells the other tabs that something waits. */
  tellAll: () => void;
  screen: { table: Table; id: string };
  onScreen: (tab: Tab, rows: Mirrored[]) => void;
}

/** One tab: page and worker as the app puts them together, in a world that can end at every await. */
export interface Tab {
  name: string;
  code: Code;
  database: string;
  store: Store;
  loop: Loop;
  screen: { table: Table; id: string };
  isAlive(): boolean;
  isFrozen(): boolean;
  tap<C extends Call, T extends Table>(definition: MutationDefinition<C, T>, args: Args<C>): Ticket;
  kill(): void;
  /** The page is left: what is not on the disk yet is put aside. Then it is gone. */
  leave(): void;
  freeze(): void;
  thaw(): void;
  /** Resolves when the tab is not frozen; never, when it is dead. */
  awake(): Promise<void>;
  loseConnections(): void;
  /** The row that the tab's screen shows now. */
  shown(): Mirrored | undefined;
}

export function openTab(options: TabOptions): Tab {
  const { code, database, disk, memory, time, locks } = options;
  const storage: Storage = disk.tab(options.name);
  let isAlive = true;
  let waiting: (() => void)[] | null = null;
  const whenAwake = (task: () => void) => {
    if (!isAlive) return;
    if (waiting) waiting.push(task);
    else task();
  };
  const own = clockOf(time, 0, () => isAlive);
  const clock: Clock = {
    now: () => own.now() + options.skewMs(),
    after: (ms, task) => own.after(ms, () => whenAwake(task)),
  };
  const newId = code.makeIds({
    now: clock.now,
    randomize: (bytes) => bytes.forEach((_, i) => (bytes[i] = options.random.between(0, 255))),
  });
  const parts = { indexedDB: storage.indexedDB, IDBKeyRange: storage.IDBKeyRange };
  const store = code.makeStore({
    db: code.makeDb(database, parts),
    clock,
    newId,
    deviceName: () => options.name,
    isOffline: () => !options.isOnline(),
  });
  store.onQueued = options.tellAll;
  store.onOutdated = () => void (store.isOutdated = true);
  store.db.on('versionchange', () => {
    store.db.close({ disableAutoOpen: true });
    store.isOutdated = true;
    return false;
  });
  const page = memory.page();
  const leaveRescue = code.rescueOnLeave(store, page);

  let stopScreen = () => {};
  const tab: Tab = {
    name: options.name,
    code,
    database,
    store,
    loop: null as unknown as Loop, // made below, of the tab itself
    screen: options.screen,
    isAlive: () => isAlive,
    isFrozen: () => waiting !== null,
    tap: (definition, args) => code.mutateIn(store, definition, args),
    kill() {
      isAlive = false;
      stopScreen();
      leaveRescue();
      tab.loop.stop();
      storage.kill();
      locks?.leave(tab);
    },
    leave() {
      page.hide();
      tab.kill();
    },
    freeze() {
      waiting ??= [];
      storage.freeze();
    },
    thaw() {
      const held = waiting ?? [];
      waiting = null;
      storage.thaw();
      for (const task of held) whenAwake(task);
    },
    awake: () => new Promise((resolve) => whenAwake(resolve)),
    loseConnections: () => storage.loseConnections(),
    shown: () => live.get()?.[0],
  };

  const db = code.makeDb(database, parts);
  let leads = false;
  tab.loop = code.makeLoop({
    db,
    definitions: code.definitionOf,
    transport: options.transport(tab),
    clock,
    random: options.random.next,
    newId,
    holder: newId(),
    isLeader: () => leads,
  });
  db.on('versionchange', () => {
    db.close({ disableAutoOpen: true });
    tab.loop.stop();
    return false;
  });

  const lead = () => {
    leads = locks !== null;
    // Whoever ends gives the lock back.
    void tab.loop.run().then(() => locks?.leave(tab));
  };
  const begin = async () => {
    const behind = code.leftBehind(database, page);
    if (behind.taps.length > 0) {
      try {
        await code.recover(
          { db, definitions: code.definitionOf, at: new Date(clock.now()).toISOString() },
          behind.taps,
        );
      } catch (error) {
        // Newer code owns the database: what was left behind waits for it. A disk that failed is asked again, as the page does it.
        if (!(error instanceof code.OutdatedCode)) clock.after(1000, () => void begin());
        return;
      }
      if (!isAlive) return;
      behind.forget();
      options.tellAll();
    }
    if (locks) locks.request(database, tab, lead);
    else lead();
  };
  void begin();

  const live = code.watchRows(
    store,
    options.screen.table,
    async (of) => {
      const row = (await of.table(options.screen.table).get(options.screen.id)) as Mirrored | undefined;
      return row ? [row] : [];
    },
    { value: undefined },
    [options.screen.id],
  );
  const show = () => {
    let rows: Mirrored[] | undefined;
    try {
      rows = live.get();
    } catch {
      return; // the error boundary of a screen whose database is gone
    }
    if (rows && isAlive && !waiting) options.onScreen(tab, rows);
  };
  stopScreen = live.subscribe(show);
  return tab;
}
