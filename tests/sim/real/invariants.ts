import { setTimeout as sleep } from 'node:timers/promises';
import { stepButton } from '../../e2e/step-button.ts';
import { stepsOf, storedItems, storedOrders, storedResults } from '../../e2e/truth.ts';
import { calm } from '../../support/proxy.ts';
import { readDisk, type Stored } from './disk.ts';
import type { RealSimulation } from './simulation.ts';

/** How long a screen may take to show what is stored, on a busy machine. */
const SHOWN_MS = 20_000;
const REST_MS = 180_000;

/** Checks what must hold after each operation: the counts of R1 match, and both screens show what the person did. */
export async function checkDevice(sim: RealSimulation): Promise<void> {
  const { items, violations, made, unsure } = sim;
  const disk = await eventually(
    () => readDisk(items),
    ({ counters }) => (counters['issued'] ?? 0) >= made,
  );
  violations.push(...checkCounts(disk));
  const { issued = 0 } = disk.counters;
  if (issued < made) violations.push(`R2 ${made} mutations were made, and the device counts ${issued}`);
  if (issued > made + unsure) violations.push(`R4 ${made} mutations were made, and the device counts ${issued}`);
  const wrong = await eventually(
    () => hidden(sim),
    (found) => found.length === 0,
  );
  violations.push(...wrong);
}

/** R1: each mutation is in exactly one place. */
function checkCounts({ counters, pending, deadLetters }: Stored): string[] {
  const { issued = 0, done = 0, dead = 0, withdrawn = 0 } = counters;
  const wrong: string[] = [];
  if (issued !== pending.length + done + dead + withdrawn)
    wrong.push(
      `R1 issued ${issued} is not ${pending.length} pending, ${done} done, ${dead} dead, ${withdrawn} withdrawn`,
    );
  if (deadLetters.length > 0) wrong.push(`R4 refused: ${deadLetters.map((l) => `${l.call} ${l.reason}`).join()}`);
  return wrong;
}

/** R6, R9: what the screens do not show as the person left it. */
async function hidden({ items, orders, isOff, steps }: RealSimulation): Promise<string[]> {
  const shown = await items
    .getByRole('switch')
    .evaluateAll((all) => all.map((one) => ({ name: one.ariaLabel ?? '', isOn: (one as HTMLInputElement).checked })));
  const wrong: string[] = [];
  if (shown.length === 0) wrong.push('R6 the menu shows no dish');
  for (const [name, meant] of isOff) {
    const found = shown.find((one) => one.name === `${name} available`);
    if (found && !meant.has(!found.isOn))
      wrong.push(`R9 ${name} is shown ${found.isOn ? 'on' : 'off'}, but was set otherwise`);
  }
  for (const [order_no, done] of steps) {
    const isBack = (await stepButton(orders, 'Accept', order_no).count()) > 0;
    if (isBack) wrong.push(`R9 order ${order_no} can be accepted again, though it was ${done.join()}`);
  }
  return wrong;
}

async function eventually<T>(fetch: () => Promise<T>, isRight: (found: T) => boolean, ms = SHOWN_MS): Promise<T> {
  const until = Date.now() + ms;
  let found = await fetch();
  while (!isRight(found) && Date.now() < until) {
    await sleep(100);
    found = await fetch();
  }
  return found;
}

/** Ends all faults. Then the device must equal PostgreSQL, and each mutation must have taken effect once. */
export async function comeToRest(sim: RealSimulation): Promise<void> {
  const { device, galley, network, kitchen, violations } = sim;
  network.setFaults(calm);
  network.setReachable(true);
  if (!sim.isServerUp) await galley.start();
  sim.isServerUp = true;
  // Makes the browser fire its online event.
  await device.goOffline();
  await device.goOnline();
  const rested = await eventually(
    () => compare(sim),
    ({ wrong }) => wrong.length === 0,
    REST_MS,
  );
  violations.push(...rested.wrong, ...(await effects(sim, rested.disk)));
  await checkDevice(sim);
  violations.push(...device.problems.filter((problem) => problem.startsWith('uncaught')));
  // A freshly loaded page must show the same.
  await sim.items.goto(device.origin + kitchen.itemsPath);
  await checkDevice(sim);
}

/** R11: the outbox is empty and the device's rows equal PostgreSQL's. */
async function compare({ items, owner, kitchen }: RealSimulation): Promise<{ disk: Stored; wrong: string[] }> {
  const disk = await readDisk(items);
  const wrong = disk.pending.length > 0 ? [`R11 ${disk.pending.length} mutations are still pending`] : [];
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

const ordersOf = (owner: RealSimulation['owner'], { restaurantId, orders }: RealSimulation['kitchen']) =>
  storedOrders(
    owner,
    restaurantId,
    orders.map((order) => order.order_no),
  );

/** R2, R4, R5: each mutation has taken effect once, in order. */
async function effects({ owner, kitchen, isOff, steps }: RealSimulation, { counters }: Stored): Promise<string[]> {
  const wrong: string[] = [];
  for (const item of await storedItems(owner, kitchen.restaurantId)) {
    const meant = isOff.get(item.name);
    if (meant && !meant.has(item.availability_status !== 'available'))
      wrong.push(`R2 ${item.name} is ${item.availability_status}, but was set otherwise`);
  }
  for (const order of await ordersOf(owner, kitchen)) {
    const expected = steps.get(order.order_no) ?? [];
    if (stepsOf(order).join() !== expected.join())
      wrong.push(
        `R4 order ${order.order_no} went through ${stepsOf(order).join()}, the person chose ${expected.join()}`,
      );
  }
  const results = await storedResults(owner, kitchen.restaurantId);
  const { done = 0 } = counters;
  if (results.length !== done)
    wrong.push(`R4 the server has applied ${results.length} mutations, the device counts ${done}`);
  if (new Set(results.map((result) => result.key)).size !== results.length) wrong.push('R4 a key was applied twice');
  for (const [client, own] of Object.entries(Object.groupBy(results, (result) => result.client_id)))
    if (own!.some((result, n) => result.mid !== n + 1)) wrong.push(`R5 the mids of ${client} have a gap`);
  if (results.some((result) => result.outcome !== 'applied')) wrong.push('R4 the server refused a mutation');
  return wrong;
}
