import type { Args, Call } from '../../../contract/call.ts';
import type { Table } from '../../../contract/entity.ts';
import type { Clock } from '../../../src/data/clock.ts';
import type { Mirrored } from '../../../src/data/db.ts';
import type { Ticket } from '../../../src/data/mutate.ts';
import type { MutationDefinition } from '../../../src/data/mutation.ts';
import type { Store } from '../../../src/data/store.ts';
import { makeMemory, type Engine } from '../../../src/sync/runtime/engine.ts';
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

/** As in the worker. */
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
  /** True: the mirror is compared with the server's checksums. */
  isCompared: boolean;
  /** True until the time named by the server has passed. */
  isRetryAfterOpen: (tab: Tab) => boolean;
  channel: (awake: () => Promise<void>) => { leader: Channel<LeaderMessage>; close: () => void };
  transport: (tab: Tab) => Transport;
  /** Tells the other tabs that an entry waits to be sent. */
  notifyOthers: () => void;
  screen: { table: Table; id: string };
  onScreen: (tab: Tab, rows: Mirrored[]) => void;
}

/** One tab: page and worker connected as in the app. It can die at every await. */
export interface Tab {
  name: string;
  code: Code;
  database: string;
  store: Store;
  /** Calls the worker's loop if the worker runs one. */
  callLoop(hint: (loop: Loop) => void): void;
  screen: { table: Table; id: string };
  isAlive(): boolean;
  isFrozen(): boolean;
  mutate<C extends Call, T extends Table>(definition: MutationDefinition<C, T>, args: Args<C>): Ticket;
  kill(): void;
  freeze(): void;
  thaw(): void;
  /** Resolves when the tab is not frozen; never if it is dead. */
  awake(): Promise<void>;
  loseConnections(): void;
  /** True while the worker leads. */
  isLeading(): boolean;
  /** How often the tab was told to try at once or started a loop. */
  hurries(): number;
  /** How often the screen has read its row. */
  reads(): number;
  /** The row that the screen shows. */
  shown(): Mirrored | undefined;
}

export function openTab(options: TabOptions): Tab {
  const { code, database, disk, memory, time, locks } = options;
  const storage: Storage = disk.tab(options.name);
  let isAlive = true;
  let frozenTasks: (() => void)[] | null = null;
  const whenAwake = (task: () => void) => {
    if (!isAlive) return;
    if (frozenTasks) frozenTasks.push(task);
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
    copies: code.keepCopies(database, memory.localStorage),
    lastMutation: code.keepLastMutation(database, memory.localStorage),
  });
  store.onQueued = options.notifyOthers;
  store.onOutdated = () => void (store.isOutdated = true);
  store.db.on('versionchange', () => {
    store.db.close({ disableAutoOpen: true });
    store.isOutdated = true;
    return false;
  });
  const leaveEpoch = code.followEpoch(store);

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
    callLoop: () => undefined, // set below
    screen: options.screen,
    isAlive: () => isAlive,
    isFrozen: () => frozenTasks !== null,
    // Uses the mutation definition of this tab's code.
    mutate(definition, args) {
      // The page reads the offset the same way.
      const offset = disk.raw(database)?.get<{ value: number }>('sync', 'serverOffsetMs')?.value;
      store.serverOffsetMs = offset ?? 0;
      const pulled = disk.raw(database)?.get<{ value: string | null }>('sync', 'lastPullAt')?.value;
      store.offsetAtMs = pulled ? Date.parse(pulled) : 0;
      return code.mutateIn(store, code.definitionOf(definition.call.name) ?? definition, args);
    },
    kill() {
      isAlive = false;
      stopScreen();
      leaveEpoch();
      stopCopies();
      endWork();
      stopHearing();
      storage.kill();
      locks?.leave(tab);
    },
    freeze() {
      frozenTasks ??= [];
      storage.freeze();
    },
    thaw() {
      const held = frozenTasks ?? [];
      frozenTasks = null;
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
  /** The loop of this term; null while another tab leads. */
  let loop: Loop | null = null;
  const begin = (isLeader: () => boolean): Work => {
    hurries += 1;
    const engine: Engine = {
      db,
      memory: makeMemory(),
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
        // A poke ends waits that the server did not name, and proves that the server answers.
        if (!options.isRetryAfterOpen(tab)) hurries += 1;
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
  tab.callLoop = (hint) => {
    if (loop && !frozenTasks) hint(loop);
  };
  endWork = () => loop?.stop();

  const write = async () => {
    const copies = store.copies.read();
    if (copies.length === 0) return;
    const at = new Date(clock.now()).toISOString();
    const failed = await code.recover({ db, definitions: code.definitionOf, at }, copies);
    // If newer code owns the database, copies wait for that code. A disk error is retried, as in the app.
    if (failed && !code.isOutdated(failed.error)) clock.after(1000, () => void write());
    if (!failed && isAlive) options.notifyOthers();
  };
  void write().then(leadership.run);
  const stopCopies = code.watchForClearedDatabase(
    store,
    () => undefined,
    () => undefined,
  );

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
      return; // the database is gone: the screen's error boundary shows
    }
    if (rows && isAlive && !frozenTasks) options.onScreen(tab, rows);
  };
  stopScreen = live.subscribe(show);
  return tab;
}
