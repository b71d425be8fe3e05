import type { Loop } from '../../../src/sync/runtime/loop.ts';
import { seeded } from '../../support/seeded.ts';
import type { Tab } from '../environment/tab.ts';
import type { Account } from '../environment/backend.ts';
import type { Device, Simulation } from '../environment/simulation.ts';
import { blockedByOf, makeMutation } from './actions.ts';
import { settle } from './settle.ts';

/** The tabs that run the sync loop now. */
const leading = (sim: Simulation, isMeant: (device: Device) => boolean = () => true): Tab[] =>
  sim.devices
    .filter(isMeant)
    .flatMap(({ tabs }) => tabs.filter((tab) => tab.isLeading() && !tab.isFrozen() && !tab.store.isOutdated));

const rawOf = (sim: Simulation, { name, database }: Tab) =>
  sim.devices.find((one) => name.startsWith(`${one.name} `))?.disk.raw(database);

const cursorOf = (sim: Simulation, tab: Tab): { version: number } | null =>
  rawOf(sim, tab)?.get<{ value: { version: number } | null }>('sync', 'cursor')?.value ?? null;

/** True if the tab is at this version and its outbox is empty. */
const isEven = (sim: Simulation, tab: Tab, version: number) =>
  cursorOf(sim, tab)?.version === version && rawOf(sim, tab)?.all('outbox').length === 0;

/** R30: the person and the returning connection end every wait. */
export async function checkRetryAtOnce(
  sim: Simulation,
  who: string,
  hint: (loop: Loop) => void,
  isMeant?: (device: Device) => boolean,
) {
  const before = leading(sim, isMeant).map((tab) => ({
    tab,
    isLoading: cursorOf(sim, tab) === null,
    ...sim.callsOf(tab),
  }));
  for (const { tab } of before) tab.callLoop(hint);
  await settle(sim);
  // During a first load the next page may have been requested in advance.
  for (const { tab, count, isOpen } of before.filter((one) => !one.isLoading))
    if (!isOpen && tab.isLeading() && sim.callsOf(tab).count === count)
      sim.violations.push(`R30 ${tab.name} does not retry after a signal from ${who}`);
}

/** Reasons why the queue is blocked, and the response status that causes each. */
const blocks = [
  { gate: 'offline', status: null },
  { gate: 'auth', status: 401 },
  { gate: 'upgrade', status: 426 },
  { gate: 'backoff', status: 503 },
] as const;

/** R29: each block shows its reason, loses nothing, and ends with its cause. */
export async function blockAndUnblock(sim: Simulation, account: Account): Promise<void> {
  const { wire, plan, devices, violations } = sim;
  const { gate: blockedBy, status } = blocks[plan.seed % blocks.length]!;
  for (const device of devices.filter((one) => leading(sim, (other) => other === one).length > 0)) {
    if (device.account !== account || blockedByOf(sim, device, account) !== 'open') continue;
    const expectShown = (expected: string) => {
      const shown = blockedByOf(sim, device, account);
      if (shown !== expected)
        violations.push(`R29 ${device.name} is blocked by ${expected}, but its screens show ${shown}`);
    };
    wire.scripted.set(device.name, { status, count: Infinity });
    for (const tab of device.tabs) tab.callLoop((loop) => loop.now());
    makeMutation(sim, device, device.tabs[0] ?? null, seeded(plan.seed));
    await settle(sim);
    expectShown(blockedBy);
    wire.scripted.delete(device.name);
    for (const tab of device.tabs) tab.callLoop((loop) => loop.now());
    await settle(sim);
    expectShown('open');
  }
}

/** Half a minute for the answer and a minute until the next try, twice, with a margin. */
const RAREST_MS = 200_000;

/** R30: retries become rarer, up to one minute apart. */
export function checkRetryInterval(sim: Simulation): void {
  for (const tab of leading(sim)) {
    const since = sim.time.now() - sim.callsOf(tab).at;
    if (since > RAREST_MS) sim.violations.push(`R30 ${tab.name} has sent no request for ${since} ms`);
  }
}

/** R16: outdated pages find out without a mutation, even if the database cannot be read for a moment. */
export async function checkOutdatedPages(sim: Simulation, device: Device): Promise<void> {
  const old = device.tabs.filter((tab) => tab.code !== device.code && !tab.isFrozen());
  await sim.time.pass(10_000, () => settle(sim));
  for (const { name, database, code, store } of old) {
    const owner = device.disk.raw(database)?.get<{ value: number }>('sync', 'writeEpoch')?.value ?? 0;
    if (owner > code.WRITE_EPOCH && !store.isOutdated)
      sim.violations.push(`R16 ${name} does not know that newer code owns the database`);
  }
}

/** R17: a frozen leader is replaced within its heartbeat plus five seconds. */
export async function checkLeaderReplaced(sim: Simulation): Promise<void> {
  if (!sim.plan.hasLocks) return;
  const open = ({ tabs }: Device) => tabs.filter((tab) => !tab.isFrozen() && !tab.store.isOutdated);
  const before = sim.devices.map(open);
  await sim.time.pass(10_500, () => settle(sim));
  for (const [n, tabs] of before.entries())
    if (tabs.length > 0 && !tabs.some((tab) => tab.isLeading() || tab.store.isOutdated))
      sim.violations.push(`R17 no tab leads on ${sim.devices[n]!.name} though the leader has been frozen for long`);
}

/** R39: without faults, a mutation reaches the server at once, and its effect the other devices. */
export async function checkPropagation(sim: Simulation, account: Account): Promise<void> {
  const isThere = (device: Device) => device.account === account && blockedByOf(sim, device, account) === 'open';
  const here = leading(sim, isThere);
  const [first] = here;
  const stood = await account.backend.standing();
  const device = sim.devices.find(({ tabs }) => first && tabs.includes(first));
  if (!first || !device) return;
  if (account.backend.truth)
    await checkUnrelatedReads(
      sim,
      account,
      here.filter((tab) => isEven(sim, tab, stood.version)),
    );
  const key = makeMutation(sim, device, first, seeded(sim.plan.seed));
  const behind = async () => {
    const { version } = await account.backend.standing();
    return here.filter((tab) => (cursorOf(sim, tab)?.version ?? 0) < version);
  };
  await settle(sim);
  // The API queries the epoch in PostgreSQL before it announces a commit.
  for (let n = 0; n < 20 && (await behind()).length > 0; n++) await settle(sim);
  const book = sim.bookOf(device, account);
  const entry = [...book.entries.values()].find((one) => one.key === key);
  if (entry && entry.firstTryAt === null)
    sim.violations.push(`R39 ${entry.call} ${key} is pending and nobody sends it`);
  for (const tab of await behind()) sim.violations.push(`R39 ${tab.name} has not received the latest changes`);
}

/** R40: a menu is imported and deleted, twice. Screens that show none of it must not read again. */
async function checkUnrelatedReads(sim: Simulation, { backend }: Account, here: Tab[]): Promise<void> {
  const woken = here.map(() => 0);
  for (let n = 0; n < 4; n++) {
    const before = here.map((tab) => tab.reads());
    await backend.importDishes(seeded(sim.plan.seed), sim.time.now());
    await settle(sim);
    for (const [of, tab] of here.entries()) if (tab.reads() > before[of]!) woken[of]! += 1;
  }
  // One read may have another cause.
  for (const [of, tab] of here.entries())
    if (woken[of]! > 1) sim.violations.push(`R40 ${tab.name} reads its row again for a menu that does not concern it`);
}

/** R40: nothing is written during two minutes without events. */
export async function checkIdleWrites(sim: Simulation, account: Account): Promise<void> {
  const { version } = await account.backend.standing();
  const isUpToDate = (device: Device) =>
    device.account === account &&
    blockedByOf(sim, device, account) === 'open' &&
    device.tabs.every((tab) => isEven(sim, tab, version));
  const books = sim.devices.filter(isUpToDate).map((device) => sim.bookOf(device, account));
  for (const book of books) book.expectNoWrites(true);
  await sim.time.pass(125_000, () => settle(sim));
  for (const book of books) book.expectNoWrites(false);
}
