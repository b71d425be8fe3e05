import type { Row } from '../../../contract/entity.ts';
import type { Mirrored, Touch } from '../../../src/data/db.ts';
import { partsOf } from '../../../src/data/apply-pending.ts';
import { streamOf } from '../streams.ts';
import { makeDisk, type Disk } from '../disk.ts';
import type { LeaderMessage } from '../../../src/sync/runtime/leadership.ts';
import { makeAir, type Air } from './air.ts';
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

/** A tablet: its storage, its clock, its tabs, and who is signed in. */
export interface Device {
  name: string;
  disk: Disk;
  memory: Memory;
  locks: Locks<Tab> | null;
  air: Air;
  skewMs: number;
  /** The browser knows that there is no network. */
  isOnline: boolean;
  /** The network is gone and the browser says that it is there. */
  isCut: boolean;
  /** The server does not know the token any more. */
  isTokenDead: boolean;
  /** Which account is signed in; null: nobody. */
  account: Account | null;
  tabs: Tab[];
  /** Which code a new tab runs. */
  code: Code;
  opened: number;
}

export interface SimWorld {
  plan: Plan;
  codes: { present: Code; later: Code };
  time: VirtualTime;
  accounts: Account[];
  devices: Device[];
  wire: Wire;
  books: Map<string, Book>;
  taps: Map<string, TrackedMutation>;
  /** Everything that was wrong so far. */
  violations: string[];
  counts: Map<string, number>;
  restores: number;
  /** How often a second one was let in beside a leader. */
  twoLeaders: number;
  /** Of each database, the key and the time of the newest tap in any of its tabs. */
  lastTaps: Map<string, { key: string; occurredAt: string }>;
  /** Changes that went over the line once more. */
  resent(): number;
  /** How long a tab has been waiting for the answer to its newest call, ms. */
  waitsFor(tab: Tab): number;
  callsOf: WireWatch['callsOf'];
  keyOf: WireWatch['keyOf'];
  /** Everybody is told to hurry: nobody is held to a wait. */
  forgiveWaits(): void;
  /** The clock of this device has jumped. */
  jump(device: Device, ms: number): void;
  /** A clock has jumped in this history. */
  hasJumped: boolean;
  end(): void;
  open(device: Device): Tab | null;
  close(device: Device, tab: Tab, how: 'kill' | 'leave'): void;
  bookOf(device: Device, account: Account): Book;
  databaseOf(device: Device, account: Account): string;
  count(name: string, by?: number): void;
  /** Does anything move? */
  busy(): boolean;
}

let histories = 0;

export function makeSimWorld(plan: Plan, codes: SimWorld['codes'], { time, accounts }: Stage): SimWorld {
  // Dexie tells all databases of one name in this process of each other's changes.
  const history = ++histories;
  const violations: string[] = [];
  const counts = new Map<string, number>();
  const books = new Map<string, Book>();
  const taps = new Map<string, TrackedMutation>();
  const wrong = (text: string) => {
    if (violations.length < 20) violations.push(text);
  };
  const deviceOf = (tab: Tab) => devices.find((device) => tab.name.startsWith(`${device.name} `))!;
  const wireWatch = makeWireWatch({ taps, books, now: time.now, wrong });
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
      if (path === 'push') wireWatch.sent(sent, owner ? world.databaseOf(deviceOf(tab), owner) : '');
      return true;
    },
    answered(sent, reply) {
      wireWatch.answered(sent, reply);
      if (sent.path === 'pull' && reply?.status === 200) books.get(sent.tab.database)?.heard();
    },
    deviceOf: (tab) => deviceOf(tab).name,
  });

  async function serve({ tab, token, path, text }: Sent): Promise<Reply> {
    const account = accounts.find((known) => known.token === token);
    if (!account || deviceOf(tab).isTokenDead) {
      world.count('fault 401');
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
      air: makeAir(),
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

  const world: SimWorld = {
    plan,
    codes,
    time,
    accounts,
    devices,
    wire,
    books,
    taps,
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
      world.hasJumped = true;
      for (const account of accounts) books.get(world.databaseOf(device, account))?.jumped();
      world.forgiveWaits();
    },
    forgiveWaits() {
      wireWatch.forgive();
      for (const book of books.values()) book.forgive();
    },
    lastTaps: new Map(),
    twoLeaders: 0,
    end() {
      for (const leave of leaves) leave();
    },
    databaseOf: (device, account) =>
      codes.present.databaseName(account.user, account.restaurant, `${history} ${device.name}`),
    bookOf(device, account) {
      const database = world.databaseOf(device, account);
      let book = books.get(database);
      if (!book) {
        book = makeBook({
          database,
          disk: device.disk,
          truth: () => account.backend.truth,
          taps,
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
      const book = world.bookOf(device, account);
      const name = `${device.name} tab ${(device.opened += 1)}`;
      if (device.code === codes.later) laterTabs.add(name);
      const watcher = watchScreen({
        book,
        taps,
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
        isNamedQuiet: wireWatch.isNamedQuiet,
        channel: (awake) => {
          const leader = device.air.open<LeaderMessage>(`${book.database}:leader`, awake);
          return { leader, close: leader.close };
        },
        transport: (of) =>
          transportOf(wire.call, of, () => account.token, plan.isOverHttp ? device.code.httpTransport : null),
        tellAll: () => {
          for (const other of device.tabs)
            if (other.database === book.database && !other.isFrozen()) other.hear((loop) => loop.kick());
        },
        screen: account.screens[device.opened % 2]!,
        onScreen: (of, rows: Mirrored[]) => watcher(of, rows),
      });
      tab.store.unsavedMutations.subscribe(() => {
        for (const { key, kind } of tab.store.unsavedMutations.list()) {
          const tapped = taps.get(key);
          if (tapped && kind === 'refused') tapped.isRefused = true;
        }
      });
      device.tabs.push(tab);
      return tab;
    },
    close(device, tab, how) {
      device.tabs = device.tabs.filter((other) => other !== tab);
      tab[how]();
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
            if (!tab.isFrozen() && !wire.random.chance(wire.weather)) tab.hear((loop) => loop.poke(epoch, version));
        }
      }),
    );
  return world;
}
