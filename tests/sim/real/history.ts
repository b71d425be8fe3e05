import { setTimeout as sleep } from 'node:timers/promises';
import { postmasterPid } from '../../e2e/database.ts';
import { openKitchen } from '../../e2e/kitchen.ts';
import { fillSignIn, openDevice } from '../../support/device.ts';
import { calm, rough } from '../../support/proxy.ts';
import { seeded, type Seeded } from '../../support/seeded.ts';
import { elsewhere, step, turn } from './hands.ts';
import { comeToRest, look } from './look.ts';
import { kinds, ordersPath, type Done, type Host, type Kind, type World } from './world.ts';

export interface RealHistory extends Host {
  seed: number;
  operations: number;
  isStopped: () => boolean;
}

export interface RealOutcome {
  violations: string[];
  operations: number;
  counts: Map<string, number>;
}

const TIMEOUT_MS = 60_000;

/** One random evening of a real browser with real tabs at a real server, both of which are killed. */
export async function runReal(options: RealHistory): Promise<RealOutcome> {
  const { isStopped } = options;
  const world = await openWorld(options);
  let operations = 0;
  const trace: string[] = [];
  try {
    await world.device.signIn(world.kitchen);
    await world.device.isLoaded({ timeoutMs: TIMEOUT_MS });
    await openTabs(world);
    world.network.setFaults(world.random.chance(0.5) ? rough : calm);
    for (const drawn of plan(world.random, options.operations)) {
      if (isStopped() || world.violations.length > 0) break;
      operations += 1;
      const kind = meant(world, drawn);
      trace.push(kind);
      world.counts.set(kind, (world.counts.get(kind) ?? 0) + 1);
      await act(world, kind);
      await look(world);
    }
    if (!isStopped() && world.violations.length === 0) await comeToRest(world);
  } catch (error) {
    if (!isStopped()) world.violations.push(`the history did not go on: ${await situation(world, error)}`);
  } finally {
    await world.device.dispose().catch(() => undefined); // it was killed a moment ago
    if (!world.isServerUp) await world.galley.start();
  }
  const { violations, counts } = world;
  return { violations: violations.length > 0 ? [...violations, `after ${trace.join(', ')}`] : [], operations, counts };
}

async function openWorld({ seed, galley, owner, network }: RealHistory): Promise<World> {
  const random = seeded(seed);
  const kitchen = await openKitchen(galley, owner, {
    email: `history-${seed}@galley.test`,
    name: `History ${seed}`,
    seed,
    openOrders: 5,
    firstNo: 7001,
    size: { orders: 5, lines: 12, dishes: 24 },
  });
  network.passed.length = 0;
  network.setFaults(calm);
  network.setReachable(true);
  const device = await openDevice({ origin: network.origin, timeoutMs: TIMEOUT_MS, isCalm: true });
  return {
    galley,
    owner,
    network,
    seed,
    random,
    kitchen,
    device,
    items: device.page,
    orders: device.page,
    isOff: new Map(),
    steps: new Map(),
    made: 0,
    unsure: 0,
    isServerUp: true,
    isOnline: true,
    isCut: false,
    counts: new Map(),
    violations: [],
  };
}

/** Everything that this is about happens in each history, in any order; the rest is drawn. */
function plan(random: Seeded, operations: number): Kind[] {
  const always: Kind[] = [
    'kill server',
    'kill browser',
    'kill tab',
    'turn',
    'step',
    'offline',
    'cut',
    'reload',
    'weather',
  ];
  const drawn = Array.from({ length: Math.max(0, operations - always.length) }, () => random.pick(often));
  return random.shuffled([...always, ...drawn]).slice(0, operations);
}

const often: Kind[] = [
  ...kinds,
  ...Array<Kind>(9).fill('turn'),
  ...Array<Kind>(5).fill('step'),
  'elsewhere',
  'kill server',
  'offline',
  'cut',
];

/** What is down already is brought back. */
function meant({ isServerUp, isOnline, isCut }: World, kind: Kind): Done {
  if (kind === 'kill server' && !isServerUp) return 'start server';
  if (kind === 'offline' && !isOnline) return 'online';
  return kind === 'cut' && isCut ? 'mend' : kind;
}

async function act(world: World, kind: Done): Promise<void> {
  const { random, device, galley, network } = world;
  switch (kind) {
    case 'turn':
      await turn(world, true);
      return;
    case 'step':
      return step(world);
    case 'elsewhere':
      return elsewhere(world);
    case 'offline':
    case 'online':
      world.isOnline = kind === 'online';
      return world.isOnline ? device.goOnline() : device.goOffline();
    case 'cut':
    case 'mend':
      world.isCut = kind === 'cut';
      return network.setReachable(!world.isCut);
    case 'weather':
      return network.setFaults(random.chance(0.7) ? rough : calm);
    case 'kill server':
      await sleep(random.between(0, 60));
      return killServer(world);
    case 'start server':
      return startServer(world);
    case 'kill database':
      await sleep(random.between(0, 60));
      // The machine goes down, with all that runs on it.
      if (world.isServerUp) await killServer(world);
      process.kill(postmasterPid(galley), 'SIGKILL');
      return startServer(world);
    case 'kill browser':
      if (random.chance(0.6)) await turn(world, false);
      await sleep(random.between(0, 40));
      await device.kill();
      await device.reopen(world.kitchen.itemsPath);
      world.items = device.page;
      return openTabs(world);
    case 'kill tab': {
      if (random.chance(0.6)) await turn(world, false);
      await sleep(random.between(0, 40));
      const dead = await device.killTab(random.shuffled);
      for (const page of dead) await page.close();
      if (dead.includes(world.items)) world.items = await device.tab(world.kitchen.itemsPath);
      if (dead.includes(world.orders)) world.orders = await device.tab(ordersPath);
      return;
    }
    case 'reload': {
      const name = random.chance(0.6) ? await turn(world, false) : null;
      await world.items.reload();
      if (name === null) return;
      // What was tapped before a page is left is written by the next one.
      const wasOff = [...world.isOff.get(name)!];
      world.isOff.set(name, new Set(wasOff.slice(0, 1)));
      world.unsure -= 1;
      world.made += 1;
      return;
    }
    case 'close tab':
      await world.orders.close();
      world.orders = await device.tab(ordersPath);
      return;
    case 'pass':
      return sleep(random.between(50, 600));
  }
}

async function killServer(world: World): Promise<void> {
  world.isServerUp = false;
  await world.galley.kill();
}

async function startServer(world: World): Promise<void> {
  await world.galley.start();
  world.isServerUp = true;
}

/** The menu in one tab, the orders in the other. A browser that was killed within seconds of a sign-in has forgotten it, and the person signs in once more. */
async function openTabs(world: World): Promise<void> {
  const { device, kitchen } = world;
  if (!world.items.url().includes('/menu/')) await device.go(kitchen.itemsPath);
  const entry = world.items.getByLabel('E-mail');
  await world.items.getByRole('switch').or(entry).first().waitFor();
  if (await entry.isVisible()) {
    world.counts.set('signed in again', (world.counts.get('signed in again') ?? 0) + 1);
    if (!world.isServerUp) await startServer(world);
    world.network.setFaults(calm);
    world.network.setReachable(true);
    await device.goOnline();
    Object.assign(world, { isCut: false, isOnline: true });
    await fillSignIn(world.items, kitchen);
    await world.items.getByRole('switch').first().waitFor();
  }
  world.orders = await device.tab(ordersPath);
}

/** Where it stood when it did not go on. */
async function situation({ items }: World, error: unknown): Promise<string> {
  const words = await items
    .locator('body')
    .innerText({ timeout: 2_000 })
    .catch(() => 'nothing');
  return `${String(error)}\n  at ${items.url()}, which shows: ${words.replaceAll(/\s+/g, ' ').slice(0, 200)}`;
}
