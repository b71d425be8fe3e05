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
import { untilIdle } from '../settled.ts';
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
/** The kitchen tablet is offline between these times. */
const DARK = { from: 10 * MINUTE, to: 20 * MINUTE };
/** This visitor writes half the questions of that time. The kitchen's reply is made without knowing them, so it has to ask. */
const UNHEARD = { visitor: 1, replyAt: 15 * MINUTE };
/** The counter tablet crashes and restarts at this time. */
const CRASH = 23 * MINUTE;
/** Nobody touches one order in this many, so its deadline decides. */
const LEFT_ALONE = 20;

export interface Evening {
  restaurant: SimRestaurant;
  /** Order tokens and numbers as customers have them. */
  ordered: Ordered[];
  visitors: Visitor[];
  staff: Staff[];
  /** Largest number of orders that rang on one screen at once. */
  loudest: number;
  tries: Persistence;
  faults: Network['faults'];
  /** Faults that the server logged, and sync rules violated at the end. */
  violations: string[];
  server: Awaited<ReturnType<typeof readServerRows>>;
  /** Orders that each screen shows at the end. */
  screens: Order[][];
  minutes: number;
}

interface Setup {
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

/** Simulates thirty minutes at one restaurant: customers, two tablets, a lossy network. Returns the state at rest. */
export async function runEvening(seed: number, database: TestDatabase): Promise<Evening> {
  await installAudit(database.owner);
  const time = makeTime(Date.parse('2026-11-20T18:30:00.000Z'));
  const server = await startServer(database, time.now);
  const setup = await setUp(seed, database, time, server);
  try {
    const { ordered, visitors, loudest } = await trade(setup);
    return { ...(await atRest(setup)), ordered, visitors, loudest };
  } finally {
    for (const device of setup.devices) device.close();
    await server.close();
  }
}

async function setUp(seed: number, database: TestDatabase, time: VirtualTime, server: SimServer): Promise<Setup> {
  const bytes = streamOf(seed, 'ids');
  const newId = makeIds({ now: time.now, randomize: (id) => id.forEach((_, i) => (id[i] = bytes.between(0, 255))) });
  const restaurant = await makeRestaurant({ owner: database.owner, now: time.now(), items: 6, orders: 0, newId });
  const network = makeNetwork({ server });
  network.faultRate = 0.2;
  const devices = ['kitchen', 'counter'].map((name, i) =>
    makeDevice({
      name,
      userId: restaurant.userId,
      restaurantId: restaurant.id,
      token: restaurant.token,
      network,
      time,
      stream: (what) => streamOf(seed, `${name} ${what}`),
      // One tablet's clock is wrong; only the server's counts.
      skewMs: i === 0 ? 90_000 : 0,
      hasLocks: true,
    }),
  );
  const pokes = streamOf(seed, 'pokes');
  server.bus.subscribe(restaurant.id, (version) => {
    for (const device of devices)
      for (const tab of device.tabs)
        if (device.isOnline && !pokes.chance(network.faultRate)) tab.loop.poke(restaurant.epoch, version);
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
    // Some orders and chats belong to the kitchen alone: while it is offline, deadlines pass and questions follow its replies.
    makeStaff(counter, streamOf(seed, 'staff at the counter'), {
      order: (order) => isNobodys(order) || Number(order.order_no) % 3 === 1,
      chat: (chat) => /[147]$/.test(chat.customer_name),
    }),
  ];
  for (const device of devices) device.openTab();
  const setup = { seed, database, time, server, restaurant, network, devices, staff, line, tries: { again: 0 } };
  await settle(setup);
  return setup;
}

async function trade(setup: Setup): Promise<Pick<Evening, 'ordered' | 'visitors' | 'loudest'>> {
  const { seed, time, server, network, devices, staff, line, tries, restaurant } = setup;
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
  const writer = (n: number, at: number) => {
    if (n < VISITORS) return n;
    return at >= DARK.from && at < DARK.to && n % 2 === 0 ? UNHEARD.visitor : random.between(0, VISITORS - 1);
  };
  for (let at = 0; at < EVENING; at = time.now() - starts) {
    for (; began < Math.ceil((at / (EVENING - MINUTE)) * ORDERS) && began < ORDERS; began++) void place(began);
    for (; written < Math.ceil((at / (EVENING - MINUTE)) * MESSAGES) && written < MESSAGES; written++)
      visitors[writer(written, at)]!.write(`Question ${written}`);
    for (const visitor of visitors) if (random.chance(0.1)) visitor.poll();

    kitchen.setOnline(at < DARK.from || at >= DARK.to);
    if (at >= CRASH && at < CRASH + STEP) {
      counter.kill(counter.tabs[0]!);
      counter.openTab();
    }
    for (const one of staff) await one.work(0.15);
    if (at >= UNHEARD.replyAt && at < UNHEARD.replyAt + STEP) await staff[0]!.writeTo(visitors[UNHEARD.visitor]!.name);
    loudest = Math.max(
      loudest,
      ...(await Promise.all(staff.map(async (one) => (await one.unansweredOrders()).length))),
    );
    if (network.held.length > 0 && random.chance(0.5))
      network.held.splice(random.between(0, network.held.length - 1), 1)[0]!();
    await pass(setup, STEP);
    await server.beat();
    await settle(setup);
  }

  // The kitchen closes: the network is reliable again, and open work is finished.
  network.faultRate = 0;
  for (let round = 0; round < 60 && !(await isDone(setup, ordered)); round++) {
    for (const release of network.held.splice(0)) release();
    await settle(setup);
    for (const one of staff) await one.work(1);
    for (const visitor of visitors) visitor.poll();
    await pass(setup, 20_000);
    await server.beat();
    await settle(setup);
  }
  for (const visitor of visitors) visitor.poll();
  await pass(setup, 20_000);
  await settle(setup);
  return { ordered, visitors, loudest };
}

const settle = ({ server, devices }: Setup) =>
  untilIdle(() => server.busy() > 0 || devices.some((device) => device.busy() > 0), 15);

const pass = (setup: Setup, ms: number) => setup.time.pass(ms, () => settle(setup));

/** True if nothing is open and nothing waits to be sent or resolved. */
async function isDone({ devices, database }: Setup, ordered: Ordered[]): Promise<boolean> {
  const { rows } = await database.owner.query<{ open: string }>(
    `SELECT (SELECT count(*) FROM orders WHERE order_status NOT IN ('completed', 'rejected', 'cancelled'))
          + (SELECT count(*) FROM chat_messages WHERE delivery_status IN ('queued', 'sending')) AS open`,
  );
  const unfinished = await Promise.all(
    devices.map(async (device) => {
      const db = device.inspect();
      const open = await db.orders
        .filter((order) => ['pending', 'accepted', 'preparing', 'ready'].includes(order.order_status))
        .count();
      return (await db.outbox.count()) + (await db.dead_letters.count()) + open;
    }),
  );
  return ordered.length === ORDERS && rows[0]!.open === '0' && unfinished.every((n) => n === 0);
}

async function atRest(setup: Setup): Promise<Omit<Evening, 'ordered' | 'visitors' | 'loudest'>> {
  const { database, restaurant, devices, server, staff, tries, network, time } = setup;
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
