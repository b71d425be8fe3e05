import type { Args, Call } from '../../../contract/call.ts';
import type { Table } from '../../../contract/entity.ts';
import type { Clock } from '../../../src/data/clock.ts';
import type { Mirrored } from '../../../src/data/db.ts';
import type { Ticket } from '../../../src/data/mutate.ts';
import type { MutationDefinition } from '../../../src/data/mutation.ts';
import type { Store } from '../../../src/data/store.ts';
import type { Engine } from '../../../src/sync/runtime/engine.ts';
import type { Loop } from '../../../src/sync/runtime/loop.ts';
import type { LeaderMessage, Work } from '../../../src/sync/runtime/leadership.ts';
import type { Channel } from '../../../src/sync/runtime/channel.ts';
import type { Transport } from '../../../src/sync/protocol/transport.ts';
import type { Seeded } from '../../support/seeded.ts';
import type { Disk, Storage } from '../disk.ts';
import { clockOf, type VirtualTime } from '../virtual-clock.ts';
import type { Code } from './code.ts';
import type { Locks } from './locks.ts';
import type { Memory } from './memory.ts';

/** As the worker loads it. */
const COMPARE_AFTER_MS = 5_000;

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
  /** Its mirror is held against the server's sums. */
  isCompared: boolean;
  /** The server has named a time, and it has not passed. */
  isNamedQuiet: (tab: Tab) => boolean;
  channel: (awake: () => Promise<void>) => { leader: Channel<LeaderMessage>; close: () => void };
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
  /** Tells its worker, when that one works. */
  hear(tell: (loop: Loop) => void): void;
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
  /** Has its worker begun to lead, and not ended? */
  isLeading(): boolean;
  /** How often it was told to try at once, or has begun anew. */
  hurries(): number;
  /** How often its screen has read the row. */
  reads(): number;
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
    lastMutation: code.keepLastMutation(database, memory.page().localStorage),
  });
  store.onQueued = options.tellAll;
  store.onOutdated = () => void (store.isOutdated = true);
  store.db.on('versionchange', () => {
    store.db.close({ disableAutoOpen: true });
    store.isOutdated = true;
    return false;
  });
  const leaveEpoch = code.followEpoch(store);
  const page = memory.page();
  const leaveRescue = code.rescueOnLeave(store, page);

  let stopScreen = () => {};
  let stopHearing = () => {};
  let endWork: () => void = () => undefined;
  let hurries = 0;
  let leading = 0;
  let reads = 0;
  const tab: Tab = {
    name: options.name,
    code,
    database,
    store,
    hear: () => undefined, // set below
    screen: options.screen,
    isAlive: () => isAlive,
    isFrozen: () => waiting !== null,
    // The mutation as this tab's code has it.
    tap(definition, args) {
      // As the page follows it.
      const offset = disk.raw(database)?.get<{ value: number }>('sync', 'serverOffsetMs')?.value;
      store.serverOffsetMs = offset ?? 0;
      return code.mutateIn(store, code.definitionOf(definition.call.name) ?? definition, args);
    },
    kill() {
      isAlive = false;
      stopScreen();
      leaveEpoch();
      leaveRescue();
      endWork();
      stopHearing();
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
    isLeading: () => leading > 0,
    hurries: () => hurries,
    reads: () => reads,
    shown: () => live.get()?.[0],
  };

  const db = code.makeDb(database, parts);
  /** Of this term; a tab that waits for the lead has none. */
  let loop: Loop | null = null;
  const begin = (isLeader: () => boolean): Work => {
    hurries += 1;
    const engine: Engine = {
      db,
      definitions: code.definitionOf,
      transport: options.transport(tab),
      session: () => 1,
      clock,
      random: options.random.next,
      newId,
      holder: newId(),
      isLeader,
    };
    const { run, ...made } = code.makeLoop(engine);
    loop = {
      ...made,
      run,
      now() {
        hurries += 1;
        made.now();
      },
      setOnline(isOnline) {
        hurries += 1;
        made.setOnline(isOnline);
      },
      poke(epoch, version) {
        // News ends a wait that nobody has named, and proves that somebody answers.
        if (!options.isNamedQuiet(tab)) hurries += 1;
        made.poke(epoch, version);
      },
    };
    if (!options.isOnline()) made.setOnline(false);
    if (options.isCompared) clock.after(COMPARE_AFTER_MS, () => (engine.comparison = code.makeComparison(engine)));
    return {
      stop: made.stop,
      async run() {
        leading += 1;
        await run().finally(() => (leading -= 1));
      },
    };
  };
  const { leader: channel, close } = options.channel(tab.awake);
  stopHearing = close;
  const leadership = code.makeLeadership({
    databaseName: database,
    locks: locks?.of(tab, tab.awake),
    channel,
    clock,
    random: options.random.next,
    begin,
  });
  db.on('versionchange', () => {
    db.close({ disableAutoOpen: true });
    leadership.end();
    return false;
  });
  tab.hear = (tell) => {
    if (loop && !waiting) tell(loop);
  };
  endWork = () => loop?.stop();

  const write = async () => {
    const behind = code.readSavedForStart(database, page);
    if (behind.taps.length === 0) return;
    try {
      await code.recover({ db, definitions: code.definitionOf, at: new Date(clock.now()).toISOString() }, behind.taps);
    } catch (error) {
      // Newer code owns the database: what was left behind waits for it. A disk that failed is asked again, as the page does it.
      if (!code.isOutdated(error)) clock.after(1000, () => void write());
      return;
    }
    if (!isAlive) return;
    behind.forget();
    options.tellAll();
  };
  void write().then(leadership.run);

  const live = code.watchRows(
    store,
    options.screen.table,
    async (of) => {
      reads += 1;
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
