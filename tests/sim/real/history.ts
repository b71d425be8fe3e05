import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type pg from 'pg';
import { ask } from '../../e2e/api.ts';
import type { Galley } from '../../e2e/galley.ts';
import { openKitchen, type Kitchen } from '../../e2e/kitchen.ts';
import { stepsOf, storedItems, storedOrders, storedResults } from '../../e2e/truth.ts';
import { openDevice, type Device } from '../../support/device.ts';
import { calm, rough, type ChaosProxy } from '../../support/proxy.ts';
import { seeded, type Seeded } from '../../support/seeded.ts';
import { readDisk } from './disk.ts';

export interface RealHistory {
  seed: number;
  galley: Galley;
  owner: pg.Pool;
  network: ChaosProxy;
  operations: number;
}

export interface RealOutcome {
  violations: string[];
  counts: Map<string, number>;
}

interface World extends RealHistory {
  random: Seeded;
  kitchen: Kitchen;
  device: Device;
  /** How each dish stands for the person who turned it; two values where the browser died at the tap. */
  isOff: Map<string, Set<boolean>>;
  /** Steps that the person took, by order. */
  steps: Map<string, string[]>;
  isServerUp: boolean;
  isOnline: boolean;
  counts: Map<string, number>;
}

/** Dishes from here on are turned by somebody else. */
const OWN = 6;

/** One random evening of a real browser with real tabs at a real server, both of which are killed. */
export async function runReal(options: RealHistory): Promise<RealOutcome> {
  const { seed, galley, owner, network, operations } = options;
  const random = seeded(seed);
  const kitchen = await openKitchen(galley, owner, {
    email: `history-${seed}@galley.test`,
    name: `History ${seed}`,
    seed,
    openOrders: 5,
    firstNo: 7001,
    size: { orders: 5, lines: 12, dishes: 24 },
  });
  network.setFaults(calm);
  network.setReachable(true);
  const device = await openDevice({ origin: network.origin });
  const world: World = {
    ...options,
    random,
    kitchen,
    device,
    isOff: new Map(),
    steps: new Map(),
    isServerUp: true,
    isOnline: true,
    counts: new Map(),
  };
  try {
    await device.signIn(kitchen);
    await device.isLoaded();
    await openTabs(world);
    for (let n = 0; n < operations; n++) await act(world);
    return { violations: await comeToRest(world), counts: world.counts };
  } catch (error) {
    return { violations: [`the history did not go on: ${String(error)}`], counts: world.counts };
  } finally {
    await device.dispose().catch(() => undefined); // it was killed a moment ago
    if (!world.isServerUp) await galley.start();
  }
}

const items = ({ device }: World): Page => device.page;
const ordersTab = ({ device }: World): Page | undefined =>
  device.context.pages().find((page) => page.url().includes('/restaurant/orders'));

async function openTabs(world: World): Promise<void> {
  const { device, kitchen } = world;
  await device.go(kitchen.itemsPath);
  await device.tab('/restaurant/orders?date=all');
}

async function act(world: World): Promise<void> {
  const { random, device, galley, network, counts } = world;
  const kind = random.pick(kinds);
  counts.set(kind, (counts.get(kind) ?? 0) + 1);
  switch (kind) {
    case 'turn':
      return turn(world, true);
    case 'step':
      return step(world);
    case 'elsewhere':
      return elsewhere(world);
    case 'offline':
      world.isOnline = !world.isOnline;
      return world.isOnline ? device.goOnline() : device.goOffline();
    case 'weather':
      return network.setFaults(random.chance(0.5) ? rough : calm);
    case 'kill server':
      await sleep(random.between(0, 60));
      if (world.isServerUp) await galley.kill();
      else await galley.start();
      world.isServerUp = !world.isServerUp;
      return;
    case 'kill browser':
      if (random.chance(0.6)) await turn(world, false);
      await sleep(random.between(0, 40));
      await device.kill();
      await device.reopen(world.kitchen.itemsPath);
      await device.tab('/restaurant/orders?date=all');
      return;
    case 'reload':
      if (random.chance(0.6)) await turn(world, false);
      // What was tapped before a page is left is written by the next one.
      await items(world).reload();
      return;
    case 'close tab':
      await ordersTab(world)?.close();
      await device.tab('/restaurant/orders?date=all');
      return;
    case 'pass':
      return sleep(random.between(50, 600));
  }
}

const kinds = [
  'turn',
  'turn',
  'turn',
  'turn',
  'step',
  'step',
  'elsewhere',
  'offline',
  'offline',
  'weather',
  'kill server',
  'kill server',
  'kill browser',
  'reload',
  'close tab',
  'pass',
  'pass',
] as const;

/** Turns a dish. `isAwaited`: until the tap is on the disk; otherwise something happens to the page before. */
async function turn(world: World, isAwaited: boolean): Promise<void> {
  const { random, kitchen, isOff } = world;
  const { name } = random.pick(kitchen.shown.slice(0, OWN));
  const page = items(world);
  await page.bringToFront();
  const toggle = page.getByRole('switch', { name: new RegExp(RegExp.escape(name), 'i') }).first();
  await toggle.waitFor();
  const wasOn = await toggle.isChecked();
  const issued = isAwaited ? await issuedOn(page) : 0;
  await toggle.click();
  if (!isAwaited) return void isOff.set(name, new Set([wasOn, !wasOn]));
  await isIssued(page, issued);
  isOff.set(name, new Set([wasOn]));
}

async function step(world: World): Promise<void> {
  const { random, kitchen, steps } = world;
  const page = ordersTab(world);
  if (!page) return;
  const order = random.pick(kitchen.orders);
  const before = steps.get(order.order_no) ?? [];
  const [word, to] = before.length === 0 ? ['Accept', 'accepted'] : ['Start', 'preparing'];
  if (before.length > 1) return;
  await page.bringToFront();
  const button = page.getByRole('button', { name: new RegExp(`^${word}\\b.*\\b${order.order_no}\\b`) }).first();
  await button.waitFor();
  const issued = await issuedOn(page);
  await button.click();
  await isIssued(page, issued);
  steps.set(order.order_no, [...before, to]);
}

/** Somebody else turns dishes that nobody here touches. */
async function elsewhere({ random, kitchen, galley, isServerUp }: World): Promise<void> {
  const item = kitchen.shown.slice(OWN).length > 0 ? random.pick(kitchen.shown.slice(OWN)) : null;
  if (!item || !isServerUp) return;
  const path = `/menu/books/${item.menu_book_id}/categories/${item.category_id}/items/${item.id}/update-availability`;
  await ask(galley.origin, 'PUT', path, { token: kitchen.token, body: { is_available: random.chance(0.5) } });
}

const issuedOn = async (page: Page): Promise<number> => (await readDisk(page)).counters['issued'] ?? 0;

async function isIssued(page: Page, before: number): Promise<void> {
  const until = Date.now() + 20_000;
  while ((await issuedOn(page)) <= before) {
    if (Date.now() > until) throw new Error('R2 a tap is not on the disk after 20 s');
    await sleep(20);
  }
}

async function comeToRest(world: World): Promise<string[]> {
  const { device, galley, network, owner, kitchen, isOff, steps } = world;
  network.setFaults(calm);
  if (!world.isServerUp) await galley.start();
  world.isServerUp = true;
  await device.goOffline();
  await device.goOnline();
  const wrong: string[] = [];
  const until = Date.now() + 120_000;
  let stored = await readDisk(device.page);
  let theirs = await storedItems(owner, kitchen.restaurantId);
  const isSame = () =>
    stored.waiting.length === 0 &&
    theirs.every((item) => stored.items.some((other) => other.id === item.id && other.version === item.version));
  while (!isSame() && Date.now() < until) {
    await sleep(250);
    stored = await readDisk(device.page);
    theirs = await storedItems(owner, kitchen.restaurantId);
  }
  if (stored.waiting.length > 0) wrong.push(`R11 ${stored.waiting.length} changes still wait`);
  if (stored.letters.length > 0) wrong.push(`R4 refused: ${stored.letters.map((l) => `${l.call} ${l.reason}`).join()}`);
  const { issued = 0, done = 0, dead = 0, withdrawn = 0 } = stored.counters;
  if (issued !== stored.waiting.length + done + dead + withdrawn)
    wrong.push(`R1 issued ${issued}, done ${done}, dead ${dead}, withdrawn ${withdrawn}`);
  for (const item of theirs) {
    const here = stored.items.find((other) => other.id === item.id);
    if (here?.version !== item.version || here.availability_status !== item.availability_status)
      wrong.push(`R11 ${item.name} is ${here?.availability_status} here and ${item.availability_status} there`);
    const meant = isOff.get(item.name);
    if (meant && !meant.has(item.availability_status !== 'available'))
      wrong.push(`R2 ${item.name} is ${item.availability_status}, and was turned otherwise`);
  }
  const orders = await storedOrders(
    owner,
    kitchen.restaurantId,
    kitchen.orders.map((order) => order.order_no),
  );
  for (const order of orders) {
    const taken = steps.get(order.order_no) ?? [];
    if (stepsOf(order).join() !== taken.join())
      wrong.push(`R4 order ${order.order_no} took ${stepsOf(order).join()}, and was told ${taken.join()}`);
  }
  const results = await storedResults(owner, kitchen.restaurantId);
  if (new Set(results.map((result) => result.key)).size !== results.length) wrong.push('R4 a key was done twice');
  for (const [client, own] of Object.entries(Object.groupBy(results, (result) => result.client_id)))
    if (own!.some((result, n) => result.mid !== n + 1)) wrong.push(`R5 the numbers of ${client} have a gap`);
  if (results.some((result) => result.outcome !== 'applied')) wrong.push('R4 the server refused a change');
  wrong.push(...device.problems.filter((problem) => problem.startsWith('uncaught')));
  return wrong;
}
