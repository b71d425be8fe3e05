import { setTimeout as sleep } from 'node:timers/promises';
import { stepButton } from '../../e2e/step-button.ts';
import { stepsOf, storedItems, storedOrders, storedResults } from '../../e2e/truth.ts';
import { calm } from '../../support/proxy.ts';
import { readDisk, type Stored } from './disk.ts';
import type { World } from './world.ts';

/** How long a screen may take to show what is on its disk, on a machine that is busy with other things. */
const SHOWN_MS = 20_000;
const REST_MS = 180_000;

/** What must hold after each operation, whatever is broken: the books balance, and both screens show what the person did. */
export async function look(world: World): Promise<void> {
  const { items, violations, made, unsure } = world;
  const disk = await eventually(
    () => readDisk(items),
    ({ counters }) => (counters['issued'] ?? 0) >= made,
  );
  violations.push(...books(disk));
  const { issued = 0 } = disk.counters;
  if (issued < made) violations.push(`R2 ${made} taps were made, and the device knows of ${issued}`);
  if (issued > made + unsure) violations.push(`R4 ${made} taps were made, and the device has ${issued}`);
  const wrong = await eventually(
    () => hidden(world),
    (found) => found.length === 0,
  );
  violations.push(...wrong);
}

/** R1: each change is in one place. */
function books({ counters, waiting, letters }: Stored): string[] {
  const { issued = 0, done = 0, dead = 0, withdrawn = 0 } = counters;
  const wrong: string[] = [];
  if (issued !== waiting.length + done + dead + withdrawn)
    wrong.push(
      `R1 issued ${issued} is not ${waiting.length} waiting, ${done} done, ${dead} dead, ${withdrawn} withdrawn`,
    );
  if (letters.length > 0) wrong.push(`R4 refused: ${letters.map((l) => `${l.call} ${l.reason}`).join()}`);
  return wrong;
}

/** R6, R9: what the screens do not show as the person left it. */
async function hidden({ items, orders, isOff, steps }: World): Promise<string[]> {
  const shown = await items
    .getByRole('switch')
    .evaluateAll((all) => all.map((one) => ({ name: one.ariaLabel ?? '', isOn: (one as HTMLInputElement).checked })));
  const wrong: string[] = [];
  if (shown.length === 0) wrong.push('R6 the menu shows no dish');
  for (const [name, meant] of isOff) {
    const found = shown.find((one) => one.name === `${name} available`);
    if (found && !meant.has(!found.isOn))
      wrong.push(`R9 ${name} is shown ${found.isOn ? 'on' : 'off'}, and was turned otherwise`);
  }
  for (const [order_no, taken] of steps) {
    const isBack = (await stepButton(orders, 'Accept', order_no).count()) > 0;
    if (isBack) wrong.push(`R9 order ${order_no} waits to be accepted, and was ${taken.join()}`);
  }
  return wrong;
}

async function eventually<T>(ask: () => Promise<T>, isRight: (found: T) => boolean, ms = SHOWN_MS): Promise<T> {
  const until = Date.now() + ms;
  let found = await ask();
  while (!isRight(found) && Date.now() < until) {
    await sleep(100);
    found = await ask();
  }
  return found;
}

/** Everything works again: the device and PostgreSQL have to become the same, and PostgreSQL what the person did, once. */
export async function comeToRest(world: World): Promise<void> {
  const { device, galley, network, kitchen, violations } = world;
  network.setFaults(calm);
  network.setReachable(true);
  if (!world.isServerUp) await galley.start();
  world.isServerUp = true;
  // The browser tells the app that the network is back.
  await device.goOffline();
  await device.goOnline();
  const rested = await eventually(
    () => compare(world),
    ({ wrong }) => wrong.length === 0,
    REST_MS,
  );
  violations.push(...rested.wrong, ...(await effects(world, rested.disk)));
  await look(world);
  violations.push(...device.problems.filter((problem) => problem.startsWith('uncaught')));
  // And a page that is opened now shows the same.
  await world.items.goto(device.origin + kitchen.itemsPath);
  await look(world);
}

/** R11: no change waits, and the device's rows are PostgreSQL's. */
async function compare({ items, owner, kitchen }: World): Promise<{ disk: Stored; wrong: string[] }> {
  const disk = await readDisk(items);
  const wrong = disk.waiting.length > 0 ? [`R11 ${disk.waiting.length} changes still wait`] : [];
  for (const theirs of await storedItems(owner, kitchen.restaurantId)) {
    const ours = disk.items.find((other) => other.id === theirs.id);
    if (ours?.version !== theirs.version || ours.availability_status !== theirs.availability_status)
      wrong.push(`R11 ${theirs.name} is ${ours?.availability_status} here and ${theirs.availability_status} there`);
  }
  for (const theirs of await ordersOf(owner, kitchen)) {
    const ours = disk.orders.find((other) => other.id === theirs.id);
    if (ours?.version !== theirs.version || ours.order_status !== theirs.order_status)
      wrong.push(`R11 order ${theirs.order_no} is ${ours?.order_status} here and ${theirs.order_status} there`);
  }
  return { disk, wrong };
}

const ordersOf = (owner: World['owner'], { restaurantId, orders }: World['kitchen']) =>
  storedOrders(
    owner,
    restaurantId,
    orders.map((order) => order.order_no),
  );

/** R2, R4, R5: each tap has taken effect at the server, once and in its place. */
async function effects({ owner, kitchen, isOff, steps }: World, { counters }: Stored): Promise<string[]> {
  const wrong: string[] = [];
  for (const item of await storedItems(owner, kitchen.restaurantId)) {
    const meant = isOff.get(item.name);
    if (meant && !meant.has(item.availability_status !== 'available'))
      wrong.push(`R2 ${item.name} is ${item.availability_status}, and was turned otherwise`);
  }
  for (const order of await ordersOf(owner, kitchen)) {
    const taken = steps.get(order.order_no) ?? [];
    if (stepsOf(order).join() !== taken.join())
      wrong.push(`R4 order ${order.order_no} took ${stepsOf(order).join()}, and was told ${taken.join()}`);
  }
  const results = await storedResults(owner, kitchen.restaurantId);
  const { done = 0 } = counters;
  if (results.length !== done)
    wrong.push(`R4 the server has done ${results.length} changes, the device counts ${done}`);
  if (new Set(results.map((result) => result.key)).size !== results.length) wrong.push('R4 a key was done twice');
  for (const [client, own] of Object.entries(Object.groupBy(results, (result) => result.client_id)))
    if (own!.some((result, n) => result.mid !== n + 1)) wrong.push(`R5 the numbers of ${client} have a gap`);
  if (results.some((result) => result.outcome !== 'applied')) wrong.push('R4 the server refused a change');
  return wrong;
}
