import { setTimeout as sleep } from 'node:timers/promises';
import { postmasterPid } from '../../e2e/database.ts';
import { openKitchen } from '../../e2e/kitchen.ts';
import { fillSignIn, openDevice } from '../../support/device.ts';
import { calm, rough } from '../../support/proxy.ts';
import { seeded, type Seeded } from '../../support/seeded.ts';
import { elsewhere, step, turn } from './user-actions.ts';
import { comeToRest, checkDevice } from './invariants.ts';
import { kinds, ordersPath, type Done, type Host, type Kind, type RealSimulation } from './simulation.ts';

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

/** Plays one random history with real Chromium tabs and a real server, both of which are killed. */
export async function runReal(options: RealHistory): Promise<RealOutcome> {
  const { isStopped } = options;
  const sim = await openSimulation(options);
  let operations = 0;
  const trace: string[] = [];
  try {
    await sim.device.signIn(sim.kitchen);
    await sim.device.isLoaded({ timeoutMs: TIMEOUT_MS });
    await openTabs(sim);
    sim.network.setFaults(sim.random.chance(0.5) ? rough : calm);
    for (const drawn of plan(sim.random, options.operations)) {
      if (isStopped() || sim.violations.length > 0) break;
      operations += 1;
      const kind = meant(sim, drawn);
      trace.push(kind);
      sim.counts.set(kind, (sim.counts.get(kind) ?? 0) + 1);
      await act(sim, kind);
      await checkDevice(sim);
    }
    if (!isStopped() && sim.violations.length === 0) await comeToRest(sim);
  } catch (error) {
    if (!isStopped()) sim.violations.push(`the history stopped: ${await situation(sim, error)}`);
  } finally {
    await sim.device.dispose().catch(() => undefined); // the browser may have just been killed
    if (!sim.isServerUp) await sim.galley.start();
  }
  const { violations, counts } = sim;
  return { violations: violations.length > 0 ? [...violations, `after ${trace.join(', ')}`] : [], operations, counts };
}

async function openSimulation({ seed, galley, owner, network }: RealHistory): Promise<RealSimulation> {
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

/** Every kind of fault happens in each history, in random order; the other operations are drawn. */
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
    'fault rate',
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

/** A fault that is already active is ended instead. */
function meant({ isServerUp, isOnline, isCut }: RealSimulation, kind: Kind): Done {
  if (kind === 'kill server' && !isServerUp) return 'start server';
  if (kind === 'offline' && !isOnline) return 'online';
  return kind === 'cut' && isCut ? 'mend' : kind;
}

async function act(sim: RealSimulation, kind: Done): Promise<void> {
  const { random, device, galley, network } = sim;
  switch (kind) {
    case 'turn':
      await turn(sim, true);
      return;
    case 'step':
      return step(sim);
    case 'elsewhere':
      return elsewhere(sim);
    case 'offline':
    case 'online':
      sim.isOnline = kind === 'online';
      return sim.isOnline ? device.goOnline() : device.goOffline();
    case 'cut':
    case 'mend':
      sim.isCut = kind === 'cut';
      return network.setReachable(!sim.isCut);
    case 'fault rate':
      return network.setFaults(random.chance(0.7) ? rough : calm);
    case 'kill server':
      await sleep(random.between(0, 60));
      return killServer(sim);
    case 'start server':
      return startServer(sim);
    case 'kill database':
      await sleep(random.between(0, 60));
      // The machine fails with everything on it.
      if (sim.isServerUp) await killServer(sim);
      process.kill(postmasterPid(galley), 'SIGKILL');
      return startServer(sim);
    case 'kill browser':
      if (random.chance(0.6)) await turn(sim, false);
      await sleep(random.between(0, 40));
      await device.kill();
      await device.reopen(sim.kitchen.itemsPath);
      sim.items = device.page;
      return openTabs(sim);
    case 'kill tab': {
      if (random.chance(0.6)) await turn(sim, false);
      await sleep(random.between(0, 40));
      const dead = await device.killTab(random.shuffled);
      for (const page of dead) await page.close();
      if (dead.includes(sim.items)) sim.items = await device.tab(sim.kitchen.itemsPath);
      if (dead.includes(sim.orders)) sim.orders = await device.tab(ordersPath);
      return;
    }
    case 'reload': {
      const name = random.chance(0.6) ? await turn(sim, false) : null;
      await sim.items.reload();
      if (name === null) return;
      // The next page stores what was toggled before the reload.
      const wasOff = [...sim.isOff.get(name)!];
      sim.isOff.set(name, new Set(wasOff.slice(0, 1)));
      sim.unsure -= 1;
      sim.made += 1;
      return;
    }
    case 'close tab':
      await sim.orders.close();
      sim.orders = await device.tab(ordersPath);
      return;
    case 'pass':
      return sleep(random.between(50, 600));
  }
}

async function killServer(sim: RealSimulation): Promise<void> {
  sim.isServerUp = false;
  await sim.galley.kill();
}

async function startServer(sim: RealSimulation): Promise<void> {
  await sim.galley.start();
  sim.isServerUp = true;
}

/**
 * Opens the menu in one tab and the orders in the other. A browser killed within seconds of signing in has lost the session, so the person
 * signs in again.
 */
async function openTabs(sim: RealSimulation): Promise<void> {
  const { device, kitchen } = sim;
  if (!sim.items.url().includes('/menu/')) await device.go(kitchen.itemsPath);
  const entry = sim.items.getByLabel('E-mail');
  await sim.items.getByRole('switch').or(entry).first().waitFor();
  if (await entry.isVisible()) {
    sim.counts.set('signed in again', (sim.counts.get('signed in again') ?? 0) + 1);
    if (!sim.isServerUp) await startServer(sim);
    sim.network.setFaults(calm);
    sim.network.setReachable(true);
    await device.goOnline();
    Object.assign(sim, { isCut: false, isOnline: true });
    await fillSignIn(sim.items, kitchen);
    await sim.items.getByRole('switch').first().waitFor();
  }
  sim.orders = await device.tab(ordersPath);
}

/** The error and what the page showed. */
async function situation({ items }: RealSimulation, error: unknown): Promise<string> {
  const text = await items
    .locator('body')
    .innerText({ timeout: 2_000 })
    .catch(() => 'nothing');
  return `${String(error)}\n  at ${items.url()}, which shows: ${text.replaceAll(/\s+/g, ' ').slice(0, 200)}`;
}
