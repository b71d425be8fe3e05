import type { Row } from '../../../contract/entity.ts';
import type { Mirrored, Touch } from '../../../src/data/db.ts';
import { partsOf } from '../../../src/data/apply-pending.ts';
import { streamOf } from '../streams.ts';
import { makeDisk, type Disk } from '../disk.ts';
import type { LeaderMessage } from '../../../src/sync/runtime/leadership.ts';
import { makeBroadcastChannels, type BroadcastChannels } from './broadcast-channels.ts';
import type { Account, Stage } from './backend.ts';
import type { Plan } from '../plan.ts';
import type { VirtualTime } from '../virtual-clock.ts';
import { makeBook, type Book, type TrackedMutation } from '../watch/book.ts';
import { watchScreen } from '../watch/screen.ts';
import { makeWireWatch, type WireWatch } from '../watch/wire.ts';
import type { Code } from './code.ts';
import { makeLocks, type Locks } from './locks.ts';
import { makeMemory, type Memory } from './memory.ts';
import { openTab, type Tab } from './tab.ts';
import { refusal, type Reply } from './network-faults.ts';
import { makeWire, transportOf, type Sent, type Wire } from './wire.ts';

/** A tablet: its storage, clock, tabs, and the account that is signed in. */
export interface Device {
  name: string;
  disk: Disk;
  memory: Memory;
  locks: Locks<Tab> | null;
  air: BroadcastChannels;
  skewMs: number;
  /** False: the browser knows that it is offline. */
  isOnline: boolean;
  /** True: no network, but the browser believes that it is online. */
  isCut: boolean;
  /** True: the server does not accept the token any more. */
  isTokenDead: boolean;
  /** The account that is signed in; null if nobody is. */
  account: Account | null;
  tabs: Tab[];
  /** The code that new tabs run. */
  code: Code;
  opened: number;
}

export interface Simulation {
  plan: Plan;
  codes: { present: Code; later: Code };
  time: VirtualTime;
  accounts: Account[];
  devices: Device[];
  wire: Wire;
  books: Map<string, Book>;
  mutations: Map<string, TrackedMutation>;
  /** All violations so far. */
  violations: string[];
  counts: Map<string, number>;
  restores: number;
  /** How often a second leader was let in. */
  twoLeaders: number;
  /** By database: key and time of the newest mutation in any tab. */
  lastMutations: Map<string, { key: string; occurredAt: string }>;
  /** Number of mutations sent again. */
  resent(): number;
  /** How long a tab has waited for the answer to its newest call, ms. */
  waitsFor(tab: Tab): number;
  callsOf: WireWatch['callsOf'];
  keyOf: WireWatch['keyOf'];
  /** Ends all waits: nothing is checked against earlier times. */
  resetWaits(): void;
  /** Changes the clock of this device. */
  jump(device: Device, ms: number): void;
  /** True if a clock has jumped in this history. */
  hasJumped: boolean;
  end(): void;
  open(device: Device): Tab | null;
  /** Ends the tab. What it made is in its copies from the start, so nothing of that may be lost (R2). */
  close(device: Device, tab: Tab): void;
  bookOf(device: Device, account: Account): Book;
  databaseOf(device: Device, account: Account): string;
  count(name: string, by?: number): void;
  /** True while anything moves. */
  busy(): boolean;
}

let histories = 0;

export function makeSimulation(plan: Plan, codes: Simulation['codes'], { time, accounts }: Stage): Simulation {
  // Dexie notifies all databases of the same name in this process, so each history uses its own names.
  const history = ++histories;
  const violations: string[] = [];
  const counts = new Map<string, number>();
  const books = new Map<string, Book>();
  const mutations = new Map<string, TrackedMutation>();
  const wrong = (text: string) => {
    if (violations.length < 20) violations.push(text);
  };
  const deviceOf = (tab: Tab) => devices.find((device) => tab.name.startsWith(`${device.name} `))!;
  const wireWatch = makeWireWatch({ mutations, books, now: time.now, wrong });
  const wire = makeWire({
    serve,
    isReachable: (tab) => {
      const device = deviceOf(tab);
      return tab.isAlive() && device.isOnline && !device.isCut;
    },
    witness(sent) {
      if (!wireWatch.leaves(sent)) return false;
      const { tab, token, path } = sent;
      const owner = accounts.find((account) => account.token === token);
      if (path === 'push') wireWatch.sent(sent, owner ? sim.databaseOf(deviceOf(tab), owner) : '');
      return true;
    },
    answered(sent, reply) {
      wireWatch.answered(sent, reply);
      if (sent.path === 'pull' && reply?.status === 200) books.get(sent.tab.database)?.pullAnswered();
    },
    deviceOf: (tab) => deviceOf(tab).name,
  });

  async function serve({ tab, token, path, text }: Sent): Promise<Reply> {
    const account = accounts.find((known) => known.token === token);
    if (!account || deviceOf(tab).isTokenDead) {
      sim.count('fault 401');
      return refusal(401, 'unauthenticated');
    }
    const from = time.now();
    const reply = await account.backend.serve(path, text, from);
    if (path === 'push') account.backend.fields.pushed(text, reply, { from, to: time.now() });
    return reply;
  }

  const devices = plan.skews.map((skewMs, index): Device => {
    const disk = makeDisk();
    return {
      name: `device ${index}`,
      disk,
      memory: makeMemory(),
      locks: plan.hasLocks ? makeLocks<Tab>() : null,
      air: makeBroadcastChannels(),
      skewMs,
      isOnline: true,
      isCut: false,
      isTokenDead: false,
      account: accounts[0]!,
      tabs: [],
      code: codes.present,
      opened: 0,
    };
  });

  const sim: Simulation = {
    plan,
    codes,
    time,
    accounts,
    devices,
    wire,
    books,
    mutations,
    violations,
    counts,
    restores: 0,
    resent: wireWatch.resent,
    waitsFor: wireWatch.waitsFor,
    callsOf: wireWatch.callsOf,
    keyOf: wireWatch.keyOf,
    hasJumped: false,
    jump(device, ms) {
      device.skewMs += ms;
      sim.hasJumped = true;
      for (const account of accounts) books.get(sim.databaseOf(device, account))?.clockJumped();
      sim.resetWaits();
    },
    resetWaits() {
      wireWatch.resetWaits();
      for (const book of books.values()) book.resetWaits();
    },
    lastMutations: new Map(),
    twoLeaders: 0,
    end() {
      for (const leave of leaves) leave();
    },
    databaseOf: (device, account) =>
      codes.present.databaseName(account.user, account.restaurant, `${history} ${device.name}`),
    bookOf(device, account) {
      const database = sim.databaseOf(device, account);
      let book = books.get(database);
      if (!book) {
        book = makeBook({
          database,
          disk: device.disk,
          truth: () => account.backend.truth,
          mutations,
          now: time.now,
          faultsOf: wireWatch.faultsOf,
          isLeased: !plan.hasLocks,
          writeEpochOf: (tab) => (laterTabs.has(tab) ? codes.later : codes.present).WRITE_EPOCH,
          wrong,
        });
        books.set(database, book);
      }
      return book;
    },
    open(device) {
      const { account } = device;
      if (!account) return null;
      const book = sim.bookOf(device, account);
      const name = `${device.name} tab ${(device.opened += 1)}`;
      if (device.code === codes.later) laterTabs.add(name);
      const watcher = watchScreen({
        book,
        mutations,
        effect: account.backend.effect,
        wrong,
        isPresent: (epoch) => account.backend.truth?.epoch === epoch,
        stored: (touch) => {
          const { table, id } = partsOf(touch as Touch);
          return device.disk.raw(book.database)?.get<Row>(table, id) ?? null;
        },
      });
      const tab = openTab({
        name,
        code: device.code,
        database: book.database,
        disk: device.disk,
        memory: device.memory,
        time,
        skewMs: () => device.skewMs,
        isOnline: () => device.isOnline,
        locks: device.locks,
        random: streamOf(plan.seed, name),
        isCompared: plan.isCompared,
        isRetryAfterOpen: wireWatch.isRetryAfterOpen,
        channel: (awake) => {
          const leader = device.air.open<LeaderMessage>(`${book.database}:leader`, awake);
          return { leader, close: leader.close };
        },
        transport: (of) =>
          transportOf(wire.call, of, () => account.token, plan.isOverHttp ? device.code.httpTransport : null),
        notifyOthers: () => {
          for (const other of device.tabs)
            if (other.database === book.database && !other.isFrozen()) other.callLoop((loop) => loop.kick());
        },
        screen: account.screens[device.opened % 2]!,
        onScreen: (of, rows: Mirrored[]) => watcher(of, rows),
      });
      tab.store.unsavedMutations.subscribe(() => {
        for (const { key, kind } of tab.store.unsavedMutations.list()) {
          const tapped = mutations.get(key);
          if (tapped && kind === 'refused') tapped.isRefused = true;
        }
      });
      device.tabs.push(tab);
      return tab;
    },
    close(device, tab) {
      device.tabs = device.tabs.filter((other) => other !== tab);
      const copies = tab.store.copies.read();
      const copied = new Set(copies.map(({ entry }) => entry.key));
      const hasRoom = copied.size < COPIES && JSON.stringify(copies).length < COPIED_CHARACTERS;
      for (const key of tab.store.unsaved.keys()) {
        const tracked = mutations.get(key);
        const isAside = hasRoom || copied.has(key);
        if (tracked) tracked.isAside = isAside;
        sim.count(isAside ? 'left behind' : 'no room for a copy');
      }
      tab.kill();
    },
    count: (name, by = 1) => void counts.set(name, (counts.get(name) ?? 0) + by),
    busy: () => wire.busy > 0 || devices.some((device) => device.disk.busy() > 0),
  };
  const names = accounts.flatMap(({ user }) => accounts.map((of) => codes.present.databaseName(user, of.restaurant)));
  if (new Set(names).size < names.length) wrong('R13 two owners, or two restaurants, share one database');
  const laterTabs = new Set<string>();
  const leaves: (() => void)[] = [];
  for (const account of accounts)
    leaves.push(
      account.backend.onVersion((epoch, version) => {
        if (wire.isMute) return;
        for (const device of devices) {
          if (device.account !== account || !device.isOnline || device.isCut || device.isTokenDead) continue;
          for (const tab of device.tabs)
            if (!tab.isFrozen() && !wire.random.chance(wire.faultRate))
              tab.callLoop((loop) => loop.poke(epoch, version));
        }
      }),
    );
  return sim;
}

/** The bounds of what local storage keeps, repeated here on purpose; the last text that fits may be long. */
const COPIES = 200;
const COPIED_CHARACTERS = 900_000;
