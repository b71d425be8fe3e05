import type { DeadLetter } from '../../src/data/db.ts';
import type { Ticket } from '../../src/data/mutate.ts';
import { makeIds } from '../../src/data/ids.ts';
import { callApi, type Method } from '../support/api.ts';
import type { TestDatabase } from '../support/cluster.ts';
import type { Seeded } from '../support/seeded.ts';
import { readAudit, readProcessed, type Audited, type Processed } from './audit.ts';
import { checkConvergence, checkDevice, checkServer, checkStories, dump, type Known } from './check.ts';
import { makeDevice, type Device, type Tab } from './device.ts';
import { makeNetwork, type FaultCount, type Network } from './network.ts';
import { makeRestaurant, type SimRestaurant } from './restaurant.ts';
import type { SimServer } from './server.ts';
import { readServerRows } from './server-rows.ts';
import { settle, ticks } from './settled.ts';
import { streamOf } from './streams.ts';
import type { VirtualTime } from './virtual-clock.ts';
import { tapSomething, tidyUp } from './walk.ts';

export interface HistoryOptions {
  seed: number;
  steps: number;
  database: TestDatabase;
  server: SimServer;
  time: VirtualTime;
}

export interface Outcome {
  seed: number;
  violations: string[];
  faults: FaultCount;
  counts: Counts;
}

export const countNames = [
  'taps',
  'saved',
  'refused taps',
  'applied',
  'rejected',
  'superseded',
  'apply_failed',
  'dependency',
  'lost',
  'uncertain',
  'withdrawn',
  'restored',
  'resent',
  'steps',
  'calls',
] as const;
export type Counts = Record<(typeof countNames)[number], number>;

/** One random history of two devices at one restaurant; stops at the first violation. */
export async function runHistory(options: HistoryOptions): Promise<Outcome> {
  const world = await makeWorld(options);
  const { counts, network } = world;
  let violations: string[] = [];
  try {
    for (let step = 0; step < options.steps && violations.length === 0; step++) {
      counts.steps += 1;
      // Each step has dice of its own: what one step used up does not change the next.
      world.random = streamOf(options.seed, `step ${step}`);
      await act(world);
      if (world.random.chance(0.75)) await settle(world);
      // In the middle of things too: what is on the disk is true at every moment.
      violations = await check(world);
    }
    if (violations.length === 0) violations = await comeToRest(world);
  } finally {
    for (const device of world.devices) device.close();
    world.leave();
  }
  counts.calls = network.calls;
  counts.resent = network.witness.resent;
  for (const reason of world.letters.values()) counts[reason] += 1;
  return { seed: options.seed, violations, faults: network.faults, counts };
}

interface World extends HistoryOptions {
  random: Seeded;
  restaurant: SimRestaurant;
  network: Network;
  devices: Device[];
  known: Known;
  /** Order of the taps on one device, by key. */
  order: Map<string, number>;
  audit: Audited[];
  direct: Set<number>;
  counts: Counts;
  /** Every dead letter that was seen, with its reason. */
  letters: Map<string, DeadLetter['reason']>;
  processed: Processed[];
  servedAtCheck: number;
  /** Of the chat that somebody has started on the website. */
  chatToken: string | null;
  leave: () => void;
}

async function makeWorld(options: HistoryOptions): Promise<World> {
  const { seed, database, server, time } = options;
  const random = streamOf(seed, 'walk');
  const newId = makeIds({
    now: time.now,
    randomize: (bytes) => bytes.forEach((_, i) => (bytes[i] = random.between(0, 255))),
  });
  const restaurant = await makeRestaurant({
    owner: database.owner,
    now: time.now(),
    items: 5,
    orders: 5,
    chats: 2,
    newId,
  });
  const network = makeNetwork({ server });
  network.weather = random.pick([0, 0.1, 0.3, 0.5]);
  const hasLocks = random.chance(0.6);
  const devices = ['kitchen', 'counter'].map((name) =>
    makeDevice({
      name,
      userId: restaurant.userId,
      restaurantId: restaurant.id,
      token: restaurant.token,
      network,
      time,
      stream: (what) => streamOf(seed, `${name} ${what}`),
      skewMs: random.pick([0, 0, -3_600_000, 86_400_000, 7_777]),
      hasLocks,
    }),
  );
  const pokes = streamOf(seed, 'pokes');
  const world: World = {
    ...options,
    random,
    restaurant,
    network,
    devices,
    known: { saved: new Map(), dealtWith: new Set(), withdrawn: new Set() },
    order: new Map(),
    audit: [],
    direct: new Set([1, 2, 3, 4]),
    letters: new Map(),
    processed: [],
    servedAtCheck: -1,
    chatToken: null,
    counts: Object.fromEntries(countNames.map((name) => [name, 0])) as Counts,
    leave: server.bus.subscribe(restaurant.id, (version) => {
      for (const device of devices)
        for (const tab of device.tabs)
          if (device.isOnline && !pokes.chance(network.weather)) tab.loop.poke(restaurant.epoch, version);
    }),
  };
  for (const device of devices) {
    device.openTab();
    // Without locks two tabs work side by side: the harder half of the histories.
    if (!hasLocks) device.openTab();
  }
  await settle(world);
  return world;
}

async function act(world: World): Promise<void> {
  const { random, devices, network, time, server } = world;
  const device = random.pick(devices);
  const tab = device.tabs.length > 0 ? random.pick(device.tabs) : device.openTab();
  const dice = random.next();
  if (dice < 0.42) await tap(world, device, tab);
  else if (dice < 0.5) await burst(world, device, tab);
  else if (dice < 0.62) await time.pass(random.pick([50, 500, 2_000, 40_000, 70_000]), () => settle(world));
  else if (dice < 0.7) device.setOnline(!device.isOnline);
  else if (dice < 0.78) {
    const [release] = network.held.splice(random.between(0, Math.max(0, network.held.length - 1)), 1);
    release?.();
  } else if (dice < 0.84) await tidy(world, tab);
  else if (dice < 0.89) await crashDevice(world, device, tab);
  else if (dice < 0.91) {
    if (device.tabs.length < 2) device.openTab();
  } else if (dice < 0.93) {
    network.faults['server crash'] += 1;
    await ticks(random.between(0, 30));
    await server.crash();
  } else if (dice < 0.96) {
    if (device.isTokenDead) device.signInAgain();
    else device.isTokenDead = random.chance(0.5);
  } else if (dice < 0.99) await writeFromElsewhere(world);
  else if (dice < 0.994) await time.pass(600_000, () => settle(world));
  else await restoreServer(world);
}

async function tap(world: World, device: Device, tab: Tab): Promise<void> {
  const ticket = await tapSomething(world.random, world.restaurant, tab);
  if (ticket) follow(world, device, tab, ticket);
}

/** A device goes down to the cellar, and comes up again. */
async function burst(world: World, device: Device, tab: Tab): Promise<void> {
  device.setOnline(false);
  for (let taps = world.random.between(2, 6); taps > 0; taps--) await tap(world, device, tab);
  if (world.random.chance(0.7)) await settle(world);
  device.setOnline(true);
}

function follow(world: World, device: Device, tab: Tab, { key, durable }: Ticket): void {
  const { counts, known } = world;
  counts.taps += 1;
  // Just tapped, and not on the disk yet: the device has it in memory. Of a call that nobody knows nothing may be replaced.
  const call = tab.store.unwritten.get(key)?.definition.call.name ?? 'a call that nobody knows';
  durable.then(
    () => {
      known.saved.set(key, { device: device.name, call });
      counts.saved += 1;
    },
    () => {
      if (tab.isAlive()) counts['refused taps'] += 1;
    },
  );
}

async function tidy(world: World, tab: Tab): Promise<void> {
  const { known, counts, devices } = world;
  const done = await tidyUp(world.random, tab);
  if (done?.did === 'withdrawn') {
    known.withdrawn.add(done.key);
    counts.withdrawn += 1;
  } else if (done?.did === 'dismissed') known.dealtWith.add(done.key);
  else if (done?.did === 'restored') {
    const device = devices.find((d) => d.tabs.includes(tab))!;
    follow(world, device, tab, done.ticket);
    await done.ticket.durable.then(
      () => {
        known.dealtWith.add(done.key);
        counts.restored += 1;
      },
      () => undefined, // counted by follow()
    );
  }
}

/** In the middle of a tap, at whatever it waits for. */
async function crashDevice(world: World, device: Device, tab: Tab): Promise<void> {
  const { random, network } = world;
  network.faults['device crash'] += 1;
  if (random.chance(0.6)) await tap(world, device, tab);
  await ticks(random.between(0, 12));
  device.kill(tab);
  if (device.tabs.length === 0) device.openTab();
}

/** The server comes back from a backup that lacks nothing: another history all the same, and every device begins afresh. */
async function restoreServer({ database, restaurant, network, random }: World): Promise<void> {
  network.faults['server restored'] += 1;
  restaurant.epoch = `restored-${random.between(0, 1e9)}`;
  await database.owner.query('UPDATE spaces SET epoch = $2 WHERE restaurant_id = $1', [
    restaurant.id,
    restaurant.epoch,
  ]);
}

/** The owner's phone, another program, a customer: a plain call without a queue. */
async function writeFromElsewhere(world: World): Promise<void> {
  const { random, restaurant, server, time } = world;
  const op_id = makeIds({
    now: time.now,
    randomize: (bytes) => bytes.forEach((_, i) => (bytes[i] = random.between(0, 255))),
  })();
  // The server may be killed under it.
  const send = <T>(method: Method, path: string, body: object) =>
    callApi<T>((request) => server.fetch(request), method, path, {
      token: restaurant.token,
      headers: { 'idempotency-key': op_id },
      body,
    }).catch(() => undefined);
  const dice = random.next();
  if (dice < 0.35) {
    const order_status = random.pick(['accepted', 'ready', 'completed', 'cancelled']);
    await send('POST', `/orders/${random.pick(restaurant.orderIds)}/status`, { order_status, reason: 'no_show' });
  } else if (dice < 0.7) {
    const item = `/categories/${restaurant.categoryIds[0]}/items/${restaurant.itemIds[0]}`;
    const is_available = random.chance(0.5);
    await send('PUT', `/menu/books/${restaurant.bookId}${item}/update-availability`, { is_available });
  } else if (world.chatToken === null) {
    const body = { customer: { name: 'Passer-by', phone: '+447700900111' }, message: 'Hello' };
    const chat = await send<{ token: string }>('POST', `/public/restaurants/${restaurant.slug}/chats`, body);
    if (chat?.status === 200) world.chatToken = chat.data.token;
  } else {
    const path = `/public/restaurants/${restaurant.slug}/chats/${world.chatToken}/messages`;
    await send('POST', path, { message: 'And?' });
  }
}

async function check(world: World): Promise<string[]> {
  const { database, server, restaurant, audit, devices, known, direct, order, letters } = world;
  // First what the people were told, then the devices, then the server: none is behind what the one before has heard of it. A burst may
  // still be on its way to the disk: what is called saved after this look is in the next one.
  const told: Known = { ...known, saved: new Map(known.saved) };
  const dumps = await Promise.all(devices.map((device) => dump(device.name, device.inspect())));
  if (server.busy() > 0 || server.served() !== world.servedAtCheck) {
    world.servedAtCheck = server.busy() > 0 ? -1 : server.served();
    // One after the other: the results are never older than the effects that they explain.
    audit.push(...(await readAudit(database.owner, restaurant.id, audit.at(-1)?.seq ?? 0)));
    world.processed = await readProcessed(database.owner, restaurant.id);
  }
  const { processed } = world;
  for (const d of dumps) {
    for (const { key, seq } of [...d.outbox, ...d.done, ...d.dead]) order.set(key, seq);
    for (const { key, reason } of d.dead) letters.set(key, reason);
  }
  return [
    ...dumps.flatMap((d) => checkDevice(d, told, audit, processed)),
    ...checkServer(processed, audit, direct, order),
    ...world.network.witness.violations,
    ...world.server.faults,
  ];
}

async function comeToRest(world: World): Promise<string[]> {
  const { network, devices, time, server, restaurant, database, known, counts } = world;
  network.weather = 0;
  for (const device of devices) {
    if (device.tabs.length === 0) device.openTab();
    device.signInAgain();
    device.setOnline(true);
  }
  for (let round = 0; round < 40; round++) {
    for (const release of network.held.splice(0)) release();
    await settle(world);
    const waiting = await Promise.all(devices.map((device) => device.inspect().outbox.count()));
    if (round > 1 && waiting.every((n) => n === 0)) break;
    await time.pass(31_000, () => settle(world));
  }
  for (const device of devices) for (const tab of device.tabs) tab.loop.now();
  await settle(world);

  const violations = await check(world);
  const processed = await readProcessed(database.owner, restaurant.id);
  const rows = await readServerRows(server, restaurant);
  for (const device of devices) {
    const d = await dump(device.name, device.inspect());
    violations.push(...checkStories(d, known, processed), ...checkConvergence(d, rows));
  }
  counts.applied = processed.filter((p) => p.outcome === 'applied').length;
  return violations;
}
