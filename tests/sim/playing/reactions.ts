import type { Loop } from '../../../src/sync/runtime/loop.ts';
import { seeded } from '../../support/seeded.ts';
import type { Tab } from '../world/tab.ts';
import type { Account } from '../world/backend.ts';
import type { Device, SimWorld } from '../world/world.ts';
import { blockedByOf, makeMutation } from './actions.ts';
import { settle } from './settle.ts';

/** The tabs that send and ask now. */
const leading = (world: SimWorld, isMeant: (device: Device) => boolean = () => true): Tab[] =>
  world.devices
    .filter(isMeant)
    .flatMap(({ tabs }) => tabs.filter((tab) => tab.isLeading() && !tab.isFrozen() && !tab.store.isOutdated));

const rawOf = (world: SimWorld, { name, database }: Tab) =>
  world.devices.find((one) => name.startsWith(`${one.name} `))?.disk.raw(database);

const cursorOf = (world: SimWorld, tab: Tab): { version: number } | null =>
  rawOf(world, tab)?.get<{ value: { version: number } | null }>('sync', 'cursor')?.value ?? null;

/** It has everything, and nothing of it waits. */
const isEven = (world: SimWorld, tab: Tab, version: number) =>
  cursorOf(world, tab)?.version === version && rawOf(world, tab)?.all('outbox').length === 0;

/** R30: the person, and the connection, end whatever is waited for. */
export async function heed(
  world: SimWorld,
  who: string,
  tell: (loop: Loop) => void,
  isMeant?: (device: Device) => boolean,
) {
  const before = leading(world, isMeant).map((tab) => ({
    tab,
    isLoading: cursorOf(world, tab) === null,
    ...world.callsOf(tab),
  }));
  for (const { tab } of before) tab.hear(tell);
  await settle(world);
  // A page of a first load may have been asked for ahead.
  for (const { tab, count, isOpen } of before.filter((one) => !one.isLoading))
    if (!isOpen && tab.isLeading() && world.callsOf(tab).count === count)
      world.violations.push(`R30 ${tab.name} hears ${who} and does not ask`);
}

/** What may stand in the way, and what the screens call it. */
const gates = [
  { gate: 'offline', status: null },
  { gate: 'auth', status: 401 },
  { gate: 'upgrade', status: 426 },
  { gate: 'backoff', status: 503 },
] as const;

/** R29: each gate closes with its reason and loses nothing, and opens when that is over. */
export async function closeAndOpen(world: SimWorld, account: Account): Promise<void> {
  const { wire, plan, devices, violations } = world;
  const { gate, status } = gates[plan.seed % gates.length]!;
  for (const device of devices.filter((one) => leading(world, (other) => other === one).length > 0)) {
    if (device.account !== account || blockedByOf(world, device, account) !== 'open') continue;
    const says = (expected: string) => {
      const said = blockedByOf(world, device, account);
      if (said !== expected) violations.push(`R29 ${device.name} meets ${expected}, and its screens say ${said}`);
    };
    wire.scripted.set(device.name, { status, count: Infinity });
    for (const tab of device.tabs) tab.hear((loop) => loop.now());
    makeMutation(world, device, device.tabs[0] ?? null, seeded(plan.seed));
    await settle(world);
    says(gate);
    wire.scripted.delete(device.name);
    for (const tab of device.tabs) tab.hear((loop) => loop.now());
    await settle(world);
    says('open');
  }
}

/** Half a minute for an answer, and a whole one, twice, until the next try. */
const RAREST_MS = 200_000;

/** R30: tries grow rarer up to a minute, and no rarer. */
export function stillAsks(world: SimWorld): void {
  for (const tab of leading(world)) {
    const since = world.time.now() - world.callsOf(tab).at;
    if (since > RAREST_MS) world.violations.push(`R30 ${tab.name} has asked nothing for ${since} ms`);
  }
}

/** R16: pages of older code say so without a tap, though the database is hard to read for a moment. */
export async function tellOld(world: SimWorld, device: Device): Promise<void> {
  const old = device.tabs.filter((tab) => tab.code !== device.code && !tab.isFrozen());
  await world.time.pass(10_000, () => settle(world));
  for (const { name, database, code, store } of old) {
    const owner = device.disk.raw(database)?.get<{ value: number }>('sync', 'writeEpoch')?.value ?? 0;
    if (owner > code.WRITE_EPOCH && !store.isOutdated)
      world.violations.push(`R16 ${name} does not know that newer code owns the database`);
  }
}

/** R17: a leader that stands still is followed within its heartbeat and five seconds. */
export async function follow(world: SimWorld): Promise<void> {
  if (!world.plan.hasLocks) return;
  const open = ({ tabs }: Device) => tabs.filter((tab) => !tab.isFrozen() && !tab.store.isOutdated);
  const before = world.devices.map(open);
  await world.time.pass(10_500, () => settle(world));
  for (const [n, tabs] of before.entries())
    if (tabs.length > 0 && !tabs.some((tab) => tab.isLeading() || tab.store.isOutdated))
      world.violations.push(`R17 nobody leads on ${world.devices[n]!.name}, and the leader has stood still for long`);
}

/** R39: while nothing is lost a change is at the server at once, and with the others of the restaurant. */
export async function tellAtOnce(world: SimWorld, account: Account): Promise<void> {
  const isThere = (device: Device) => device.account === account && blockedByOf(world, device, account) === 'open';
  const here = leading(world, isThere);
  const [first] = here;
  const stood = await account.backend.standing();
  const device = world.devices.find(({ tabs }) => first && tabs.includes(first));
  if (!first || !device) return;
  if (account.backend.truth)
    await importQuietly(
      world,
      account,
      here.filter((tab) => isEven(world, tab, stood.version)),
    );
  const key = makeMutation(world, device, first, seeded(world.plan.seed));
  const behind = async () => {
    const { version } = await account.backend.standing();
    return here.filter((tab) => (cursorOf(world, tab)?.version ?? 0) < version);
  };
  await settle(world);
  // The API tells of a commit when it has asked PostgreSQL of which history it is.
  for (let n = 0; n < 20 && (await behind()).length > 0; n++) await settle(world);
  const book = world.bookOf(device, account);
  const entry = [...book.entries.values()].find((one) => one.key === key);
  if (entry && entry.firstTryAt === null) world.violations.push(`R39 ${entry.call} ${key} waits and nobody sends it`);
  for (const tab of await behind()) world.violations.push(`R39 ${tab.name} has not heard of what is new`);
}

/** R40: a menu comes in, and goes, twice, and the screens that show none of it are not read again. */
async function importQuietly(world: SimWorld, { backend }: Account, here: Tab[]): Promise<void> {
  const woken = here.map(() => 0);
  for (let n = 0; n < 4; n++) {
    const before = here.map((tab) => tab.reads());
    await backend.importDishes(seeded(world.plan.seed), world.time.now());
    await settle(world);
    for (const [of, tab] of here.entries()) if (tab.reads() > before[of]!) woken[of]! += 1;
  }
  // Once it may be for something else.
  for (const [of, tab] of here.entries())
    if (woken[of]! > 1)
      world.violations.push(`R40 ${tab.name} reads its row again for a menu that does not concern it`);
}

/** R40: in two minutes in which nothing happens nothing is written. */
export async function rest(world: SimWorld, account: Account): Promise<void> {
  const { version } = await account.backend.standing();
  const isUpToDate = (device: Device) =>
    device.account === account &&
    blockedByOf(world, device, account) === 'open' &&
    device.tabs.every((tab) => isEven(world, tab, version));
  const books = world.devices.filter(isUpToDate).map((device) => world.bookOf(device, account));
  for (const book of books) book.hush(true);
  await world.time.pass(125_000, () => settle(world));
  for (const book of books) book.hush(false);
}
