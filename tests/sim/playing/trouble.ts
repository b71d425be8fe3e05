import type { Seeded } from '../../support/seeded.ts';
import { ticks } from '../settled.ts';
import type { Tab } from '../environment/tab.ts';
import type { Account } from '../environment/backend.ts';
import type { Mirrored } from '../../../src/data/db.ts';
import type { Device, Simulation } from '../environment/simulation.ts';
import { elsewhere, makeMutation } from './actions.ts';
import { settle } from './settle.ts';

export function setOnline(device: Device, isOnline: boolean): void {
  device.isOnline = isOnline;
  for (const tab of device.tabs) if (!tab.isFrozen()) tab.callLoop((loop) => loop.setOnline(isOnline));
}

/** Rows change elsewhere and here, and the delta arrives in several pages, one of which is lost. */
export async function tear(sim: Simulation, device: Device, tab: Tab | null, random: Seeded): Promise<void> {
  if (random.chance(0.6)) makeMutation(sim, device, tab, random);
  await ticks(random.between(0, 40));
  device.isCut = true;
  for (let n = random.between(1, 3); n > 0; n -= 1) await elsewhere(sim, random);
  for (const other of sim.devices)
    if (other !== device && other.tabs[0]) makeMutation(sim, other, other.tabs[0], random);
  await settle(sim);
  if (random.chance(0.5)) makeMutation(sim, device, tab, random);
  device.isCut = false;
  sim.wire.torn.set(device.name, { after: random.between(0, 4) });
  for (const other of device.tabs) if (!other.isFrozen()) other.callLoop((loop) => loop.now());
  await ticks(random.between(0, 60));
  makeMutation(sim, device, tab, random);
}

/** Two tabs lead. The answer to one arrives after the other has moved on. */
export async function overtake(sim: Simulation, device: Device, random: Seeded): Promise<void> {
  const { wire } = sim;
  if (!device.account) return;
  if (device.tabs.length < 2) sim.open(device);
  await settle(sim);
  if (random.chance(0.5)) letInTwo(sim, device, device.account);
  const [first, ...others] = device.tabs.filter((tab) => !tab.isFrozen());
  const before = wire.held.length;
  const path = random.pick(['pull', 'push'] as const);
  wire.late.set(device.name, path);
  if (path === 'push') {
    // The device has not heard of recent changes, so some of its mutations no longer fit.
    const isBehind = random.chance(0.6);
    device.isCut = isBehind;
    for (let n = isBehind ? 3 : 0; n > 0; n -= 1) await elsewhere(sim, random);
    for (let n = isBehind ? 5 : 1; n > 0; n -= 1) makeMutation(sim, device, first ?? null, random);
    await ticks(20);
    device.isCut = false;
  }
  first?.callLoop((loop) => loop.now());
  await ticks(random.between(10, 40));
  wire.late.delete(device.name);
  for (let n = random.between(1, 3); n > 0; n -= 1) await elsewhere(sim, random);
  const { backend } = device.account;
  if (path === 'push' && random.chance(0.5) && (await backend.restore(`epoch-${random.between(1, 2 ** 31)}`)))
    sim.restores += 1;
  for (const other of others) other.callLoop((loop) => loop.now());
  await settle(sim);
  for (const release of wire.held.splice(before)) release();
}

/** For minutes, a proxy rejects every call, pulls too, as unreadable. Nothing suggests that a mutation is the cause. */
export async function refuseAll(sim: Simulation, device: Device, tab: Tab | null, random: Seeded): Promise<void> {
  const status = random.pick([400, 413, 422]);
  makeMutation(sim, device, tab, random);
  await settle(sim);
  sim.wire.scripted.set(device.name, { status, count: random.between(7, 12) });
  makeMutation(sim, device, tab, random);
  for (let n = 0; n < 4; n++) await sim.time.pass(20_000, () => settle(sim));
}

/** For a quarter of an hour, every push gets "not now", an answer that the API never gives, or none. Pulls succeed. */
export async function refusePushes(sim: Simulation, device: Device, tab: Tab | null, random: Seeded): Promise<void> {
  const { wire, time } = sim;
  const { faultRate } = wire;
  wire.faultRate = 0;
  wire.isServerDown = false;
  // A push delivered later would apply a mutation that has already become a dead letter.
  for (const release of wire.held.splice(0)) release();
  device.isCut = false;
  setOnline(device, true);
  await settle(sim);
  makeMutation(sim, device, tab, random);
  const response = random.pick([{ status: 429 }, { status: 404 }, { status: 413, isProxys: true }, { status: null }]);
  wire.scripted.set(device.name, { ...response, count: Infinity, path: 'push' });
  await time.pass(900_000, () => settle(sim));
  // Then the server fails once or twice on the mutation, which is too few to give up on it.
  wire.scripted.set(device.name, { status: 500, count: 2, path: 'push' });
  await time.pass(60_000, () => settle(sim));
  wire.faultRate = faultRate;
}

/** While the device is unreachable, a row is deleted and its tombstone purged (R37). */
export async function hidePage(sim: Simulation, device: Device): Promise<void> {
  if (!device.account) return;
  const { backend } = device.account;
  device.isCut = true;
  await backend.remove(sim.time.now());
  await backend.purge(false);
  device.isCut = false;
  for (const tab of device.tabs) if (!tab.isFrozen()) tab.callLoop((loop) => loop.now());
}

/** Purged tombstones make the device load afresh; during the load, more tombstones are purged. */
export async function purgeDuringLoad(sim: Simulation, device: Device, random: Seeded): Promise<void> {
  const { account } = device;
  if (!account) return;
  await hidePage(sim, device);
  const raw = device.disk.raw(sim.databaseOf(device, account));
  const isLoading = () => raw?.get<{ value: { position: object | null } | null }>('sync', 'snapshot')?.value?.position;
  for (let n = 0; n < 100 && !isLoading(); n++) await ticks(2);
  if (!isLoading()) return;
  await elsewhere(sim, random);
  await account.backend.remove(sim.time.now());
  await account.backend.purge(false);
  sim.count('load purged');
}

/** A page of a load arrives when the device already loads again, because tombstones were purged or the server was restored (R36, R38). */
export async function delayPage(sim: Simulation, device: Device, random: Seeded): Promise<void> {
  const { wire, time } = sim;
  const { account } = device;
  if (!account?.backend.truth) return;
  if (device.tabs.length < 2) sim.open(device);
  await settle(sim);
  letInTwo(sim, device, account);
  const before = wire.held.length;
  await hidePage(sim, device);
  const raw = device.disk.raw(sim.databaseOf(device, account));
  const isLoading = () => raw?.get<{ value: { position: object | null } | null }>('sync', 'snapshot')?.value?.position;
  for (let n = 0; n < 100 && !isLoading(); n++) await ticks(1);
  wire.late.set(device.name, 'pull');
  for (let n = 0; n < 50 && wire.held.length === before; n++) await ticks(1);
  wire.late.delete(device.name);
  if (wire.held.length === before) return;
  if (random.chance(0.5)) {
    await account.backend.remove(time.now());
    await account.backend.purge(false);
  } else if (await account.backend.restore(`epoch-${random.between(1, 2 ** 31)}`)) sim.restores += 1;
  for (const tab of device.tabs) if (!tab.isFrozen()) tab.callLoop((loop) => loop.now());
  if (random.chance(0.5)) await settle(sim);
  else await ticks(random.between(0, 60));
  sim.count('page late');
  for (const release of wire.held.splice(before)) release();
}

/** Others write while the device is unreachable. */
export async function behindTheBack(sim: Simulation, device: Device, random: Seeded): Promise<void> {
  const before = device.isCut;
  device.isCut = true;
  for (let n = random.between(6, 12); n > 0; n -= 1) await elsewhere(sim, random);
  device.isCut = before;
  for (const tab of device.tabs) if (!tab.isFrozen()) tab.callLoop((loop) => loop.now());
}

/** Other tabs make mutations while one tab's writes fail. */
export function meanwhile(sim: Simulation, device: Device, random: Seeded): void {
  for (const other of device.tabs) if (random.chance(0.5)) makeMutation(sim, device, other, random);
}

/** Damages a row, possibly while a poisoned mutation is pending. */
export async function damage(sim: Simulation, device: Device, tab: Tab | null, random: Seeded): Promise<void> {
  if (!sim.plan.isCompared) return;
  const key = tab && random.chance(0.6) ? makeMutation(sim, device, tab, random) : undefined;
  if (key) await device.account?.backend.poison(key, 'stubborn', []);
  await settle(sim);
  damageRow(sim, device, random);
  if (random.chance(0.5)) await sim.time.pass(130_000, () => settle(sim));
}

/** A fault of the browser, an extension or old code changes a row, deletes it or brings back an older version. */
export function damageRow(sim: Simulation, device: Device, random: Seeded): void {
  const { account } = device;
  const raw = account && device.disk.raw(sim.databaseOf(device, account));
  const truth = account?.backend.truth;
  if (!raw || !truth) return;
  const book = sim.bookOf(device, account);
  const rows = damageable.flatMap((table) => raw.all<Mirrored>(table).map((row) => ({ table, row })));
  const clean = rows.filter(({ table, row }) => !row._sync && !raw.get('shadow', `${table}:${row.id}`));
  if (clean.length === 0) return;
  const { table, row } = random.pick(clean);
  const touch = `${table}:${row.id}`;
  const older = Array.from({ length: row.version }, (_, version) => truth.versionsOf(touch, version) ?? []).flat();
  const kind = random.pick(['changed', 'lost', 'left behind'] as const);
  const value =
    kind === 'lost'
      ? undefined
      : kind === 'left behind' && older.length > 0
        ? random.pick(older)
        : { ...row, updated_at: '2019-01-01T00:00:00.000Z' };
  sim.count('damaged');
  book.damage(touch);
  device.disk.damage(book.database, table, row.id, value);
}

const damageable = ['orders', 'menu_items', 'menu_categories', 'customers'] as const;

/** Either grants the lock to a second tab without telling the first, or steals it, which the first is told. */
export function steal(sim: Simulation, device: Device, account: Account, random: Seeded): void {
  const name = `${sim.databaseOf(device, account)}:leader`;
  if (random.chance(0.5)) letInTwo(sim, device, account);
  else if (device.tabs[0])
    device.locks
      ?.of(device.tabs[0], device.tabs[0].awake)
      .request(name, { steal: true }, () => undefined)
      .catch(() => undefined); // the lock was stolen again
}

function letInTwo(sim: Simulation, device: Device, account: Account): void {
  if (device.locks?.letInTwo(`${sim.databaseOf(device, account)}:leader`)) sim.twoLeaders += 1;
}
