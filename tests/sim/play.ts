import type { DeadLetter, OutboxEntry } from '../../src/data/db.ts';
import type { FailedTap } from '../../src/data/failed-taps.ts';
import type { Ticket } from '../../src/data/mutate.ts';
import { seeded, type Seeded } from '../support/seeded.ts';
import type { Poison } from './model/space.ts';
import type { Op, Plan } from './plan.ts';
import { ticks, untilQuiet } from './settled.ts';
import { lookAtServer } from './watch/effects.ts';
import { atRest } from './watch/rest.ts';
import type { Tab } from './world/tab.ts';
import { tapSomething } from './world/taps.ts';
import { modelStage, type Account, type Stage } from './world/backend.ts';
import type { Mirrored } from '../../src/data/db.ts';
import { makeWorld, type Device, type World } from './world/world.ts';

export interface Played {
  plan: Plan;
  violations: string[];
  /** Operations until the end, or until the first violation. */
  operations: number;
  counts: Map<string, number>;
}

/** Plays one history from beginning to end, and lets it come to rest; stops at the first violation. */
export async function play(
  plan: Plan,
  codes: World['codes'],
  stage: Stage = modelStage(plan.pageSize),
): Promise<Played> {
  const world = makeWorld(plan, codes, stage);
  const unhandled = (error: unknown) => world.violations.push(`an error that nobody handles: ${String(error)}`);
  process.on('unhandledRejection', unhandled);
  const stopListening = listen(world);
  let operations = 0;
  try {
    world.wire.random = seeded(plan.seed);
    for (const device of world.devices) for (let n = 0; n < plan.tabs; n++) world.open(device);
    await settle(world);
    world.wire.weather = plan.weather;
    for (const account of world.accounts) await account.backend.backUp();
    for (const op of plan.ops) {
      if (world.violations.length > 0) break;
      operations += 1;
      // Each operation has dice of its own, so that leaving one out does not change the others.
      const random = seeded(op.dice);
      world.wire.random = seeded(op.dice ^ 0x5bd1e995);
      world.count(op.do);
      await act(world, op, random);
      if (op.ticks === null) await settle(world);
      else await ticks(op.ticks);
      await lookAtServer(world);
    }
    if (world.violations.length === 0) await comeToRest(world);
  } catch (error) {
    world.violations.push(`the simulator failed: ${error instanceof Error ? error.stack : String(error)}`);
  } finally {
    for (const device of world.devices) for (const tab of device.tabs) world.close(device, tab, 'kill');
    await ticks(3);
    world.end();
    process.off('unhandledRejection', unhandled);
    stopListening();
  }
  for (const [kind, n] of world.wire.faults) world.count(`network ${kind}`, n);
  world.count('calls', world.wire.calls);
  world.count('resent', world.resent());
  for (const book of world.books.values()) {
    world.count('commits', book.commits);
    for (const end of book.ended.values()) world.count(`ended ${end}`);
  }
  return { plan, violations: world.violations, operations, counts: world.counts };
}

/** The layer says what fails, and goes on. Its own mistakes are not among what may fail. */
function listen(world: World): () => void {
  const { warn } = console;
  console.warn = (...said: unknown[]) => {
    for (const error of said)
      if (error instanceof Error && mistakes.has(error.name))
        world.violations.push(`R43 a mistake in the code: ${error.stack}`);
    warn(...said);
  };
  return () => void (console.warn = warn);
}

const mistakes = new Set(['TypeError', 'ReferenceError', 'RangeError', 'SyntaxError', 'PrematureCommitError']);

const settle = (world: World): Promise<void> => untilQuiet(world.busy, 8);

async function act(world: World, op: Op, random: Seeded): Promise<void> {
  const { wire, time, plan } = world;
  const device = world.devices[op.device % world.devices.length]!;
  const tab = device.tabs[op.tab % Math.max(1, device.tabs.length)] ?? world.open(device);
  const { backend } = device.account ?? world.accounts[0]!;
  switch (op.do) {
    case 'tap':
      tap(world, device, tab, random);
      return;
    case 'burst': {
      // A device goes down to the cellar, and comes up again.
      setOnline(device, false);
      for (let n = random.between(2, 6); n > 0; n -= 1) tap(world, device, tab, random);
      await settle(world);
      return setOnline(device, true);
    }
    case 'tidy':
      return tidy(world, device, tab, random);
    case 'elsewhere':
      return elsewhere(world, random);
    case 'news': {
      // Of one evening: several rows change while a device looks away.
      for (let n = random.between(2, 5); n > 0; n -= 1) await elsewhere(world, random);
      return;
    }
    case 'import':
      return backend.importDishes(random, time.now());
    case 'rush': {
      // More than one push takes.
      setOnline(device, false);
      for (let n = 56; n > 0; n -= 1) tap(world, device, tab, random);
      await settle(world);
      return setOnline(device, true);
    }
    case 'pass':
      return time.pass(random.pick([50, 500, 2_000, 10_000, 40_000, 70_000]), () => settle(world));
    case 'long pass':
      return time.pass(600_000, () => settle(world));
    case 'open tab':
      if (device.tabs.length < 3) world.open(device);
      return;
    case 'leave tab':
      if (tab) {
        if (random.chance(0.7)) tap(world, device, tab, random);
        await ticks(random.between(0, 6));
        rescued(world, tab);
        world.close(device, tab, 'leave');
        if (device.tabs.length === 0) world.open(device);
      }
      return;
    case 'release': {
      const [release] = wire.held.splice(random.between(0, Math.max(0, wire.held.length - 1)), 1);
      return release?.();
    }
    case 'back up':
      return backend.backUp();
    case 'sign in': {
      const wasSealed = device.isTokenDead || device.account === null;
      device.isTokenDead = false;
      if (device.account === null) device.account = world.accounts[0]!;
      if (device.tabs.length === 0) world.open(device);
      if (wasSealed) for (const other of device.tabs) other.hear((loop) => loop.now());
      return;
    }
    case 'thaw':
      return device.tabs.forEach((other) => other.thaw());
    case 'kill tab':
      if (!tab) return;
      if (random.chance(0.6)) tap(world, device, tab, random);
      await ticks(random.between(0, 25));
      world.close(device, tab, 'kill');
      if (device.account) world.bookOf(device, device.account).recheck('a crash');
      if (device.tabs.length === 0) world.open(device);
      return;
    case 'freeze':
      if (!tab) return;
      if (random.chance(0.5)) tap(world, device, tab, random);
      await ticks(random.between(0, 20));
      return tab.freeze();
    case 'steal lock':
      if (device.account) steal(world, device, device.account, random);
      return;
    case 'kill server':
      await ticks(random.between(0, 10));
      wire.killServer();
      await backend.crash();
      wire.isServerDown = random.chance(0.4);
      return;
    case 'quota':
      device.disk.fillUp(random.between(0, 8), random.between(1, 12));
      if (tab) tap(world, device, tab, random);
      return meanwhile(world, device, random);
    case 'connection lost':
      if (!tab) return;
      if (random.chance(0.7)) tap(world, device, tab, random);
      await ticks(random.between(0, 20));
      tab.loseConnections();
      return meanwhile(world, device, random);
    case 'power lost':
      if (tab && random.chance(0.7)) tap(world, device, tab, random);
      await ticks(random.between(0, 25));
      for (const other of device.tabs) world.close(device, other, 'kill');
      await ticks(3);
      device.disk.losePower();
      if (device.account) world.bookOf(device, device.account).recheck('a loss of power');
      world.open(device);
      return;
    case 'token dead':
      device.isTokenDead = true;
      return;
    case 'offline':
      return setOnline(device, !device.isOnline);
    case 'partition':
      device.isCut = !device.isCut;
      return;
    case 'status':
      wire.scripted.set(device.name, {
        status: random.pick([400, 403, 404, 408, 409, 413, 422, 426, 429, 500, 502, 503]),
        count: random.between(1, 3),
      });
      if (tab) for (const other of device.tabs) other.hear((loop) => loop.kick());
      return;
    case 'poison': {
      const kind = random.pick<Poison>(['once', 'once', 'stored', 'stored', 'stubborn', 'unreadable']);
      const key = tab && tap(world, device, tab, random);
      if (key && backend.poison(key, kind)) world.count(`poison ${kind}`);
      return;
    }
    case 'upgrade': {
      if (!tab || device.code === world.codes.later) return;
      // A tab of the new code beside those of the old one, and a tap in each.
      device.code = world.codes.later;
      const opened = world.open(device);
      for (const old of [tab, opened]) if (old) tap(world, device, old, random);
      await ticks(random.between(0, 30));
      tap(world, device, tab, random);
      await settle(world);
      // The people reload what is too old.
      for (const old of device.tabs.filter((other) => other.store.isOutdated && other !== opened)) {
        rescued(world, old);
        world.close(device, old, 'leave');
      }
      return;
    }
    case 'purge':
      return backend.purge();
    case 'restore':
      // The model is restored in the middle of things, PostgreSQL between two calls.
      if (random.chance(0.7)) tap(world, device, tab, random);
      if (backend.truth) await ticks(random.between(0, 40));
      else await settle(world);
      if (await backend.restore(`epoch-${op.dice}`)) world.restores += 1;
      return;
    case 'logout':
      return logOut(world, device, random);
    case 'other user': {
      if (!device.account) return;
      // The tablet is handed on; the first owner's changes stay on it, sealed.
      const [next] = world.accounts.filter((account) => account !== device.account);
      for (const other of device.tabs) {
        rescued(world, other);
        world.close(device, other, 'leave');
      }
      device.account = next!;
      device.isTokenDead = false;
      world.open(device);
      return;
    }
    case 'evict': {
      if (!device.account) return;
      const book = world.bookOf(device, device.account);
      for (const other of device.tabs) world.close(device, other, 'kill');
      await settle(world);
      device.disk.evict(book.database);
      device.memory.clear();
      // What another owner's page had put aside has gone with it.
      for (const tapped of world.taps.values()) if (tapped.tab.startsWith(`${device.name} `)) tapped.isAside = false;
      book.forget();
      world.open(device);
      return;
    }
    case 'clock jump':
      device.skewMs += random.pick([-86_400_000, -3_600_000, -5_000, 5_000, 3_600_000, 86_400_000]);
      return world.forgiveWaits();
    case 'torn delta':
      return tear(world, device, tab, random);
    case 'late answer':
      return overtake(world, device, random);
    case 'damage':
      return damage(world, device, tab, random);
    case 'weather':
      wire.weather = wire.weather === 0 ? plan.weather : random.pick([0, 0, 0.1, 0.5]);
      return;
  }
}

function setOnline(device: Device, isOnline: boolean): void {
  device.isOnline = isOnline;
  for (const tab of device.tabs) if (!tab.isFrozen()) tab.hear((loop) => loop.setOnline(isOnline));
}

/** The row's history elsewhere and here, brought in several pages of which one does not come. */
async function tear(world: World, device: Device, tab: Tab | null, random: Seeded): Promise<void> {
  if (random.chance(0.6)) tap(world, device, tab, random);
  await ticks(random.between(0, 40));
  device.isCut = true;
  for (let n = random.between(1, 3); n > 0; n -= 1) await elsewhere(world, random);
  for (const other of world.devices) if (other !== device && other.tabs[0]) tap(world, other, other.tabs[0], random);
  await settle(world);
  if (random.chance(0.5)) tap(world, device, tab, random);
  device.isCut = false;
  world.wire.torn.set(device.name, { after: random.between(0, 4) });
  for (const other of device.tabs) if (!other.isFrozen()) other.hear((loop) => loop.now());
  await ticks(random.between(0, 60));
  tap(world, device, tab, random);
}

/** Two lead, and what one of them asked for is answered when the other has moved on. */
async function overtake(world: World, device: Device, random: Seeded): Promise<void> {
  const { wire } = world;
  if (!device.account) return;
  if (device.tabs.length < 2) world.open(device);
  await settle(world);
  if (random.chance(0.5)) letInTwo(world, device, device.account);
  const [first, ...others] = device.tabs.filter((tab) => !tab.isFrozen());
  const before = wire.held.length;
  wire.late.add(device.name);
  first?.hear((loop) => loop.now());
  await ticks(random.between(10, 40));
  wire.late.delete(device.name);
  for (let n = random.between(1, 3); n > 0; n -= 1) await elsewhere(world, random);
  for (const other of others) other.hear((loop) => loop.now());
  await settle(world);
  for (const release of wire.held.splice(before)) release();
}

/** While one tab's writing fails another one goes on. */
function meanwhile(world: World, device: Device, random: Seeded): void {
  for (const other of device.tabs) if (random.chance(0.5)) tap(world, device, other, random);
}

/** Something is noticed, or not, while a change waits that the server cannot take. */
async function damage(world: World, device: Device, tab: Tab | null, random: Seeded): Promise<void> {
  if (!world.plan.isCompared) return;
  const key = tab && random.chance(0.6) ? tap(world, device, tab, random) : undefined;
  if (key) device.account?.backend.poison(key, 'stubborn');
  await settle(world);
  damageRow(world, device, random);
  if (random.chance(0.5)) await world.time.pass(130_000, () => settle(world));
}

/** A browser, an extension or a fault of last year writes into the rows: one says something else, is gone, or is back as it was. */
function damageRow(world: World, device: Device, random: Seeded): void {
  const { account } = device;
  const raw = account && device.disk.raw(world.databaseOf(device, account));
  const truth = account?.backend.truth;
  if (!raw || !truth) return;
  const book = world.bookOf(device, account);
  const rows = damageable.flatMap((table) => raw.all<Mirrored>(table).map((row) => ({ table, row })));
  const clean = rows.filter(({ table, row }) => !row._sync && !raw.get('shadow', `${table}:${row.id}`));
  if (clean.length === 0) return;
  const { table, row } = random.pick(clean);
  const touch = `${table}:${row.id}`;
  const older = Array.from({ length: row.version }, (_, version) => truth.versionsOf(touch, version) ?? []).flat();
  const kind = random.pick(['changed', 'lost', 'left behind'] as const);
  const value =
    kind === 'lost'
      ? undefined
      : kind === 'left behind' && older.length > 0
        ? random.pick(older)
        : { ...row, updated_at: '2019-01-01T00:00:00.000Z' };
  world.count('damaged');
  book.damage(touch);
  device.disk.damage(book.database, table, row.id, value);
}

const damageable = ['orders', 'menu_items', 'menu_categories', 'customers'] as const;

/** R22: a later tap has the later time and the greater key, whatever the clock does. */
function laterThan(world: World, tab: Tab, key: string): void {
  const occurredAt = tab.store.unwritten.get(key)?.entry.occurredAt;
  if (!occurredAt) return;
  const last = world.lastTaps.get(tab.name);
  if (last && (last.key >= key || last.occurredAt >= occurredAt))
    world.violations.push(`R22 ${tab.name} taps ${key} at ${occurredAt} after ${last.key} at ${last.occurredAt}`);
  world.lastTaps.set(tab.name, { key, occurredAt });
}

/** Either the next tab is let in beside the first, which does not know; or the lock is taken, as `steal` does it, and the first one hears. */
function steal(world: World, device: Device, account: Account, random: Seeded): void {
  const name = `${world.databaseOf(device, account)}:leader`;
  if (random.chance(0.5)) letInTwo(world, device, account);
  else if (device.tabs[0])
    device.locks
      ?.of(device.tabs[0], device.tabs[0].awake)
      .request(name, { steal: true }, () => undefined)
      .catch(() => undefined); // it was stolen in its turn
}

function letInTwo(world: World, device: Device, account: Account): void {
  if (device.locks?.letInTwo(`${world.databaseOf(device, account)}:leader`)) world.twoLeaders += 1;
}

/** Answers the change's key. */
function tap(world: World, device: Device, tab: Tab | null, random: Seeded): string | undefined {
  const raw = tab && device.disk.raw(tab.database);
  if (!tab || !raw || !tab.isAlive() || tab.isFrozen()) return undefined;
  const made = tapSomething(random, raw, tab, { isApi: !world.accounts[0]!.backend.truth });
  if (!made) return undefined;
  follow(world, tab, made.ticket, made);
  return made.ticket.key;
}

/** `instead`: the letter that it makes good. */
function follow(
  world: World,
  tab: Tab,
  ticket: Ticket,
  { call, touches }: { call: string; touches: string[] },
  instead?: string,
): void {
  const tapped = {
    database: tab.database,
    tab: tab.name,
    call,
    touches,
    isSaved: false,
    isRefused: false,
    isAside: false,
  };
  world.taps.set(ticket.key, tapped);
  laterThan(world, tab, ticket.key);
  world.count('taps');
  ticket.durable.then(
    () => {
      if (!tab.isAlive()) return;
      // Of two that make one letter good the first has done it, and the second is fulfilled without a change of its own.
      const isOwn = instead === undefined || world.books.get(tab.database)?.order.has(ticket.key);
      if (!isOwn) return void (tapped.isRefused = true);
      tapped.isSaved = true;
      world.count('saved');
    },
    () => {
      if (!tab.isAlive()) return;
      world.count('not kept');
      const failed = tab.store.failedTaps.list().find((one) => one.key === ticket.key);
      if (failed && failed.kind !== 'refused') tapped.isAside = true;
    },
  );
}

/** What a page puts aside as it is left is as good as saved. */
function rescued(world: World, tab: Tab): void {
  if (tab.isFrozen()) return;
  for (const key of tab.store.unwritten.keys()) {
    const tapped = world.taps.get(key);
    if (!tapped) continue;
    tapped.isAside = true;
    world.count('left behind');
  }
}

/** The notice offers to try again what the disk refused, and nothing else. */
const isTried = ({ kind }: FailedTap): boolean => kind === 'full' || kind === 'storage';

/** The panel "Unsent changes" and the taps that the disk refused: undo, make good, dismiss, try again, give up. */
async function tidy(world: World, device: Device, tab: Tab | null, random: Seeded): Promise<void> {
  const raw = tab && device.disk.raw(tab.database);
  if (!tab || !raw || tab.isFrozen() || !device.account || tab.store.isOutdated) return;
  const book = world.bookOf(device, device.account);
  const failed = tab.store.failedTaps.list();
  if (failed.length > 0 && random.chance(0.5)) {
    const one = random.pick(failed);
    if (random.chance(0.7) && isTried(one)) {
      one.retry();
      world.count('tried again');
    } else {
      const tapped = world.taps.get(one.key);
      if (tapped) tapped.isRefused = true;
      one.discard();
      world.count('given up');
    }
    return;
  }
  const { db } = tab.store;
  const letters = raw.all<DeadLetter>('dead_letters');
  if (letters.length > 0 && random.chance(0.7)) {
    const letter = random.pick(letters);
    const isDismissed = random.chance(0.5);
    book.dealWith(letter.key, isDismissed ? 'dismissed' : 'made good');
    try {
      if (isDismissed) {
        await tab.code.writing(db, ['dead_letters', 'sync'], () => db.dead_letters.delete(letter.key));
        return world.count('dismissed');
      }
      const ticket = await tab.code.restoreLetter(tab.store, tab.code.definitionOf, letter.key);
      if (ticket) follow(world, tab, ticket, letter.entry, letter.key);
      world.count('made good');
    } catch {
      // The disk failed, or the tab is too old: the letter is where it was.
    }
    return;
  }
  const entries = raw.all<OutboxEntry>('outbox');
  if (entries.length === 0) return;
  // Mostly the newest, which is the likeliest not to have been sent.
  const { key } = random.chance(0.7) ? entries.at(-1)! : random.pick(entries);
  const at = new Date(tab.store.clock.now()).toISOString();
  const isGone = await tab.code.withdrawEntry({ db, definitions: tab.code.definitionOf, at }, key).catch(() => false); // the disk failed, or the tab is too old
  if (isGone) world.count('withdrawn');
}

/** The owner's phone, another program, a customer. */
function elsewhere(world: World, random: Seeded): Promise<void> {
  const { backend } = random.chance(0.9) ? world.accounts[0]! : world.accounts[1]!;
  return backend.elsewhere(random, world.time.now());
}

/** "Send now", "keep on this device", or "discard". */
async function logOut(world: World, device: Device, random: Seeded): Promise<void> {
  const { account } = device;
  if (!account) return;
  const book = world.bookOf(device, account);
  const choice = random.pick(['send', 'keep', 'discard'] as const);
  if (choice === 'send') {
    for (const tab of device.tabs) if (!tab.isFrozen()) tab.hear((loop) => loop.now());
    await settle(world);
  }
  for (const tab of device.tabs) {
    rescued(world, tab);
    world.close(device, tab, choice === 'discard' ? 'kill' : 'leave');
  }
  device.account = null;
  if (choice !== 'discard') return;
  await settle(world);
  device.disk.evict(book.database);
  device.memory.clear(book.database);
  book.forget();
}

/** Everything that was broken is whole again; then each queue has to end, and each mirror to be the server's rows. */
async function comeToRest(world: World): Promise<void> {
  const { wire, devices, accounts } = world;
  wire.weather = 0;
  wire.isServerDown = false;
  wire.scripted.clear();
  wire.torn.clear();
  // When everybody is back, some line still hangs.
  if (world.plan.seed % 4 === 1) for (const device of devices) wire.hung.add(device.name);
  world.forgiveWaits();
  wire.random = seeded(1);
  for (const device of devices) {
    device.isCut = false;
    device.isTokenDead = false;
    device.disk.fillUp(0, 0);
    // In every other history a leader that stands still has to be replaced (R17).
    if (world.plan.seed % 2 === 0 || !device.tabs.some((tab) => !tab.isFrozen()))
      for (const tab of device.tabs) tab.thaw();
    setOnline(device, true);
  }
  for (const account of accounts) {
    for (const device of devices) await arrive(world, device, account);
    await calm(world, account);
    if (world.violations.length > 0) return;
    const asleep = devices.flatMap((device) => device.tabs.filter((tab) => tab.isFrozen()));
    for (const tab of asleep) tab.thaw();
    await settle(world);
    // Who wakes up last may have met a dead line, and tries again within a minute.
    if (asleep.length > 0) await world.time.pass(70_000, () => settle(world));
    await account.backend.look();
    world.violations.push(...account.backend.faults());
    for (const device of devices) {
      const book = world.books.get(world.databaseOf(device, account));
      if (book) atRest(world, device, account, book);
    }
  }
}

/** `account` signs in on the device, if it was there before. */
async function arrive(world: World, device: Device, account: World['accounts'][number]): Promise<void> {
  const isKnown = world.books.has(world.databaseOf(device, account));
  if (device.account !== account && isKnown) {
    for (const tab of device.tabs) world.close(device, tab, 'leave');
    await ticks(3);
    device.account = account;
  }
  if (device.account !== account) return;
  // Who sees a page that is too old reloads it.
  for (const tab of device.tabs.filter((other) => other.store.isOutdated)) world.close(device, tab, 'leave');
  // What a page has left behind is written by the next one.
  const database = world.databaseOf(device, account);
  const isAside = [...world.taps].some(
    ([key, tap]) => tap.database === database && tap.isAside && !world.books.get(database)?.ended.has(key),
  );
  if (device.tabs.length === 0 || isAside) world.open(device);
  await settle(world);
  for (const tab of device.tabs) for (const failed of tab.store.failedTaps.list().filter(isTried)) failed.retry();
  for (const tab of device.tabs) tab.hear((loop) => loop.now());
}

/** R11, R12: with everything whole, queues empty within bounded time; a stubborn fault costs its attempts and no more. */
async function calm(world: World, account: World['accounts'][number]): Promise<void> {
  const { wire, devices, time } = world;
  const isDone = ({ epoch, version }: { epoch: string; version: number }) =>
    devices.every((device) => {
      if (device.account !== account) return true;
      const raw = device.disk.raw(world.databaseOf(device, account));
      const cursor = raw?.get<{ value: { epoch: string; version: number } | null }>('sync', 'cursor')?.value;
      return raw?.all('outbox').length === 0 && cursor?.epoch === epoch && cursor.version === version;
    });
  for (let round = 0; round < 90; round++) {
    for (const release of wire.held.splice(0)) release();
    await settle(world);
    if (round > 1 && isDone(await account.backend.standing())) break;
    await time.pass(21_000, () => settle(world));
  }
  await mended(world, account);
}

/** R41: what was damaged is noticed within a few comparisons; what was damaged twice within an hour, an hour later. */
async function mended(world: World, account: World['accounts'][number]): Promise<void> {
  const { devices, time } = world;
  const isOff = (device: Device): boolean => {
    const database = world.databaseOf(device, account);
    const said = device.disk.raw(database)?.get<{ value: { isOff: boolean } }>('sync', 'compared')?.value;
    return device.account === account && (said?.isOff === true || (world.books.get(database)?.damaged.size ?? 0) > 0);
  };
  for (let round = 0; round < 24 && devices.some(isOff); round++) {
    if (round === 8) for (const device of devices) if (isOff(device)) device.skewMs += 3_700_000;
    if (round === 8) world.forgiveWaits();
    await time.pass(130_000, () => settle(world));
  }
}
