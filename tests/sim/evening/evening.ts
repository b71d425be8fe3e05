import type { Order } from '../../../contract/orders/calls.ts';
import { makeIds } from '../../../src/data/ids.ts';
import type { TestDatabase } from '../../support/cluster.ts';
import { installAudit, readAudit, readProcessed } from '../watch/audit.ts';
import { checkConvergence, checkDevice, checkStories, dump } from './check.ts';
import { makeDevice, type Device } from './device.ts';
import { makeNetwork, type Network } from './network.ts';
import { makeRestaurant, type SimRestaurant } from '../restaurant.ts';
import { readServerRows } from '../server-rows.ts';
import { startServer, type SimServer } from '../server.ts';
import { untilQuiet } from '../settled.ts';
import { streamOf } from '../streams.ts';
import { makeTime, type VirtualTime } from '../virtual-clock.ts';
import { makeStaff, type Staff } from './staff.ts';
import { insist, makeVisitor, type Line, type Ordered, type Persistence, type Visitor } from './visitor.ts';

export const ORDERS = 200;
export const MESSAGES = 60;
const VISITORS = 14;
const MINUTE = 60_000;
const EVENING = 30 * MINUTE;
const STEP = 5000;
/** The kitchen tablet has no network between these. */
const DARK = { from: 10 * MINUTE, to: 20 * MINUTE };
/** The counter tablet is taken away in the middle of things, and started again. */
const CRASH = 23 * MINUTE;
/** One order in so many is left alone by everybody, so that its deadline answers for it. */
const LEFT_ALONE = 20;

export interface Evening {
  restaurant: SimRestaurant;
  /** Tokens and numbers as the customers' phones have them. */
  ordered: Ordered[];
  visitors: Visitor[];
  staff: Staff[];
  /** How many orders rang on some screen at once, at most. */
  loudest: number;
  tries: Persistence;
  faults: Network['faults'];
  /** Faults that the server logged, and rules of the sync layer that did not hold at the end. */
  violations: string[];
  server: Awaited<ReturnType<typeof readServerRows>>;
  /** Orders that each screen shows at the end. */
  screens: Order[][];
  minutes: number;
}

interface World {
  seed: number;
  database: TestDatabase;
  time: VirtualTime;
  server: SimServer;
  restaurant: SimRestaurant;
  network: Network;
  devices: Device[];
  staff: Staff[];
  line: Line;
  tries: Persistence;
}

/** An evening of thirty minutes at one restaurant: customers, two tablets, a network that loses things. Answers how it stands when all is done. */
export async function runEvening(seed: number, database: TestDatabase): Promise<Evening> {
  await installAudit(database.owner);
  const time = makeTime(Date.parse('2026-11-20T18:30:00.000Z'));
  const server = await startServer(database, time.now);
  const world = await makeWorld(seed, database, time, server);
  try {
    const { ordered, visitors, loudest } = await trade(world);
    return { ...(await atRest(world)), ordered, visitors, loudest };
  } finally {
    for (const device of world.devices) device.close();
    await server.close();
  }
}

async function makeWorld(seed: number, database: TestDatabase, time: VirtualTime, server: SimServer): Promise<World> {
  const bytes = streamOf(seed, 'ids');
  const newId = makeIds({ now: time.now, randomize: (id) => id.forEach((_, i) => (id[i] = bytes.between(0, 255))) });
  const restaurant = await makeRestaurant({ owner: database.owner, now: time.now(), items: 6, orders: 0, newId });
  const network = makeNetwork({ server });
  network.weather = 0.2;
  const devices = ['kitchen', 'counter'].map((name, i) =>
    makeDevice({
      name,
      userId: restaurant.userId,
      restaurantId: restaurant.id,
      token: restaurant.token,
      network,
      time,
      stream: (what) => streamOf(seed, `${name} ${what}`),
      // A tablet's clock is wrong; what counts is the server's.
      skewMs: i === 0 ? 90_000 : 0,
      hasLocks: true,
    }),
  );
  const pokes = streamOf(seed, 'pokes');
  server.bus.subscribe(restaurant.id, (version) => {
    for (const device of devices)
      for (const tab of device.tabs)
        if (device.isOnline && !pokes.chance(network.weather)) tab.loop.poke(restaurant.epoch, version);
  });
  const random = streamOf(seed, 'customers');
  const line: Line = {
    fetch: network.fetchOf({ isOnline: true, isTokenDead: false, random }),
    time,
    random,
    base: `http://localhost/backend/public/restaurants/${restaurant.slug}`,
  };
  const [kitchen, counter] = devices as [Device, Device];
  const isNobodys = (order: Order) => Number(order.order_no) % LEFT_ALONE === 0;
  const staff = [
    makeStaff(kitchen, streamOf(seed, 'staff of the kitchen'), { order: isNobodys, chat: () => false }),
    // Some are the kitchen's alone: in the dark they meet their deadlines there, and questions that follow its answers.
    makeStaff(counter, streamOf(seed, 'staff at the counter'), {
      order: (order) => isNobodys(order) || Number(order.order_no) % 3 === 1,
      chat: (chat) => /[147]$/.test(chat.customer_name),
    }),
  ];
  for (const device of devices) device.openTab();
  const world = { seed, database, time, server, restaurant, network, devices, staff, line, tries: { again: 0 } };
  await settle(world);
  return world;
}

async function trade(world: World): Promise<Pick<Evening, 'ordered' | 'visitors' | 'loudest'>> {
  const { seed, time, server, network, devices, staff, line, tries, restaurant } = world;
  const random = streamOf(seed, 'evening');
  const [kitchen, counter] = devices as [Device, Device];
  const visitors = Array.from({ length: VISITORS }, (_, i) => makeVisitor(line, `Guest ${i}`, tries));
  const ordered: Ordered[] = [];
  let began = 0;
  let written = 0;
  let loudest = 0;

  const place = async (n: number) => {
    const body = {
      order_type: 'pickup',
      lines: [{ menu_item_id: random.pick(restaurant.itemIds), quantity: random.between(1, 3) }],
      customer: { name: `Guest ${n % 40}`, phone: `+4477009${String(10_000 + (n % 40)).slice(-5)}` },
    };
    const order = await insist<Ordered>(line, 'POST', '/orders', body, tries);
    if (order) ordered.push(order);
  };

  const starts = time.now();
  for (let at = 0; at < EVENING; at = time.now() - starts) {
    for (; began < Math.ceil((at / (EVENING - MINUTE)) * ORDERS) && began < ORDERS; began++) void place(began);
    for (; written < Math.ceil((at / (EVENING - MINUTE)) * MESSAGES) && written < MESSAGES; written++)
      visitors[written < VISITORS ? written : random.between(0, VISITORS - 1)]!.write(`Question ${written}`);
    for (const visitor of visitors) if (random.chance(0.1)) visitor.look();

    kitchen.setOnline(at < DARK.from || at >= DARK.to);
    if (at >= CRASH && at < CRASH + STEP) {
      counter.kill(counter.tabs[0]!);
      counter.openTab();
    }
    for (const one of staff) await one.work(0.15);
    loudest = Math.max(loudest, ...(await Promise.all(staff.map(async (one) => (await one.waiting()).length))));
    if (network.held.length > 0 && random.chance(0.5))
      network.held.splice(random.between(0, network.held.length - 1), 1)[0]!();
    await pass(world, STEP);
    await server.beat();
    await settle(world);
  }

  // The kitchen closes: the network is well again, and what is open is finished.
  network.weather = 0;
  for (let round = 0; round < 60 && !(await isDone(world, ordered)); round++) {
    for (const release of network.held.splice(0)) release();
    await settle(world);
    for (const one of staff) await one.work(1);
    for (const visitor of visitors) visitor.look();
    await pass(world, 20_000);
    await server.beat();
    await settle(world);
  }
  for (const visitor of visitors) visitor.look();
  await pass(world, 20_000);
  await settle(world);
  return { ordered, visitors, loudest };
}

const settle = ({ server, devices }: World) =>
  untilQuiet(() => server.busy() > 0 || devices.some((device) => device.busy() > 0), 15);

const pass = (world: World, ms: number) => world.time.pass(ms, () => settle(world));

/** Nothing is open anywhere, and nothing waits to be sent or to be dealt with. */
async function isDone({ devices, database }: World, ordered: Ordered[]): Promise<boolean> {
  const { rows } = await database.owner.query<{ open: string }>(
    `SELECT (SELECT count(*) FROM orders WHERE order_status NOT IN ('completed', 'rejected', 'cancelled'))
          + (SELECT count(*) FROM chat_messages WHERE delivery_status IN ('queued', 'sending')) AS open`,
  );
  const waiting = await Promise.all(
    devices.map(async (device) => {
      const db = device.inspect();
      const open = await db.orders
        .filter((order) => ['pending', 'accepted', 'preparing', 'ready'].includes(order.order_status))
        .count();
      return (await db.outbox.count()) + (await db.dead_letters.count()) + open;
    }),
  );
  return ordered.length === ORDERS && rows[0]!.open === '0' && waiting.every((n) => n === 0);
}

async function atRest(world: World): Promise<Omit<Evening, 'ordered' | 'visitors' | 'loudest'>> {
  const { database, restaurant, devices, server, staff, tries, network, time } = world;
  const processed = await readProcessed(database.owner, restaurant.id);
  const audit = await readAudit(database.owner, restaurant.id, 0);
  const rows = await readServerRows(server, restaurant);
  const known = { saved: new Map(), dealtWith: new Set<string>(), withdrawn: new Set<string>() };
  const violations = [...network.witness.violations, ...server.faults];
  const screens: Order[][] = [];
  for (const device of devices) {
    const disk = await dump(device.name, device.inspect());
    violations.push(
      ...checkDevice(disk, known, audit, processed),
      ...checkStories(disk, known, processed),
      ...checkConvergence(disk, rows),
    );
    screens.push([...disk.mirror.orders.values()] as Order[]);
  }
  const minutes = Math.round((time.now() - Date.parse('2026-11-20T18:30:00.000Z')) / MINUTE);
  return { restaurant, staff, tries, faults: network.faults, violations, server: rows, screens, minutes };
}
