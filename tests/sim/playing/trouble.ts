import type { Seeded } from '../../support/seeded.ts';
import { ticks } from '../settled.ts';
import type { Tab } from '../world/tab.ts';
import type { Account } from '../world/backend.ts';
import type { Mirrored } from '../../../src/data/db.ts';
import type { Device, SimWorld } from '../world/world.ts';
import { elsewhere, makeMutation } from './actions.ts';
import { settle } from './settle.ts';

export function setOnline(device: Device, isOnline: boolean): void {
  device.isOnline = isOnline;
  for (const tab of device.tabs) if (!tab.isFrozen()) tab.hear((loop) => loop.setOnline(isOnline));
}

/** The row's history elsewhere and here, brought in several pages of which one does not come. */
export async function tear(world: SimWorld, device: Device, tab: Tab | null, random: Seeded): Promise<void> {
  if (random.chance(0.6)) makeMutation(world, device, tab, random);
  await ticks(random.between(0, 40));
  device.isCut = true;
  for (let n = random.between(1, 3); n > 0; n -= 1) await elsewhere(world, random);
  for (const other of world.devices)
    if (other !== device && other.tabs[0]) makeMutation(world, other, other.tabs[0], random);
  await settle(world);
  if (random.chance(0.5)) makeMutation(world, device, tab, random);
  device.isCut = false;
  world.wire.torn.set(device.name, { after: random.between(0, 4) });
  for (const other of device.tabs) if (!other.isFrozen()) other.hear((loop) => loop.now());
  await ticks(random.between(0, 60));
  makeMutation(world, device, tab, random);
}

/** Two lead, and what one of them asked for is answered when the other has moved on. */
export async function overtake(world: SimWorld, device: Device, random: Seeded): Promise<void> {
  const { wire } = world;
  if (!device.account) return;
  if (device.tabs.length < 2) world.open(device);
  await settle(world);
  if (random.chance(0.5)) letInTwo(world, device, device.account);
  const [first, ...others] = device.tabs.filter((tab) => !tab.isFrozen());
  const before = wire.held.length;
  const path = random.pick(['pull', 'push'] as const);
  wire.late.set(device.name, path);
  if (path === 'push') {
    // Some of what is tapped does not fit any more on what has happened meanwhile, and the device has not heard of it.
    const isBehind = random.chance(0.6);
    device.isCut = isBehind;
    for (let n = isBehind ? 3 : 0; n > 0; n -= 1) await elsewhere(world, random);
    for (let n = isBehind ? 5 : 1; n > 0; n -= 1) makeMutation(world, device, first ?? null, random);
    await ticks(20);
    device.isCut = false;
  }
  first?.hear((loop) => loop.now());
  await ticks(random.between(10, 40));
  wire.late.delete(device.name);
  for (let n = random.between(1, 3); n > 0; n -= 1) await elsewhere(world, random);
  const { backend } = device.account;
  if (path === 'push' && random.chance(0.5) && (await backend.restore(`epoch-${random.between(1, 2 ** 31)}`)))
    world.restores += 1;
  for (const other of others) other.hear((loop) => loop.now());
  await settle(world);
  for (const release of wire.held.splice(before)) release();
}

/** For minutes something before the server answers every call, pulls too, as if it could not be read: nothing says that a change is to blame. */
export async function refuseAll(world: SimWorld, device: Device, tab: Tab | null, random: Seeded): Promise<void> {
  const status = random.pick([400, 413, 422]);
  makeMutation(world, device, tab, random);
  await settle(world);
  world.wire.scripted.set(device.name, { status, count: random.between(7, 12) });
  makeMutation(world, device, tab, random);
  for (let n = 0; n < 4; n++) await world.time.pass(20_000, () => settle(world));
}

/** To every push something before the server says "not now" for a quarter of an hour, or nothing that the API would say; pulls come through. */
export async function refusePushes(world: SimWorld, device: Device, tab: Tab | null, random: Seeded): Promise<void> {
  const { wire, time } = world;
  const { weather } = wire;
  wire.weather = 0;
  wire.isServerDown = false;
  // What arrived behind it would be done, though it has been set aside.
  for (const release of wire.held.splice(0)) release();
  device.isCut = false;
  setOnline(device, true);
  await settle(world);
  makeMutation(world, device, tab, random);
  const said = random.pick([{ status: 429 }, { status: 404 }, { status: 413, isProxys: true }, { status: null }]);
  wire.scripted.set(device.name, { ...said, count: Infinity, path: 'push' });
  await time.pass(900_000, () => settle(world));
  // Then it fails once or twice of its own, which proves nothing yet.
  wire.scripted.set(device.name, { status: 500, count: 2, path: 'push' });
  await time.pass(60_000, () => settle(world));
  wire.weather = weather;
}

/** While a device looks away a row is deleted, and the server forgets that it was (R37). */
export async function hidePage(world: SimWorld, device: Device): Promise<void> {
  if (!device.account) return;
  const { backend } = device.account;
  device.isCut = true;
  await backend.remove(world.time.now());
  await backend.purge(false);
  device.isCut = false;
  for (const tab of device.tabs) if (!tab.isFrozen()) tab.hear((loop) => loop.now());
}

/** Deletions that the server has forgotten make the device load afresh; before it has, more of them are forgotten. */
export async function purgeDuringLoad(world: SimWorld, device: Device, random: Seeded): Promise<void> {
  const { account } = device;
  if (!account) return;
  await hidePage(world, device);
  const raw = device.disk.raw(world.databaseOf(device, account));
  const isLoading = () => raw?.get<{ value: { position: object | null } | null }>('sync', 'snapshot')?.value?.position;
  for (let n = 0; n < 100 && !isLoading(); n++) await ticks(2);
  if (!isLoading()) return;
  await elsewhere(world, random);
  await account.backend.remove(world.time.now());
  await account.backend.purge(false);
  world.count('load purged');
}

/** While nothing reaches a device others write. */
export async function behindTheBack(world: SimWorld, device: Device, random: Seeded): Promise<void> {
  const before = device.isCut;
  device.isCut = true;
  for (let n = random.between(6, 12); n > 0; n -= 1) await elsewhere(world, random);
  device.isCut = before;
  for (const tab of device.tabs) if (!tab.isFrozen()) tab.hear((loop) => loop.now());
}

/** While one tab's writing fails another one goes on. */
export function meanwhile(world: SimWorld, device: Device, random: Seeded): void {
  for (const other of device.tabs) if (random.chance(0.5)) makeMutation(world, device, other, random);
}

/** Something is noticed, or not, while a change waits that the server cannot take. */
export async function damage(world: SimWorld, device: Device, tab: Tab | null, random: Seeded): Promise<void> {
  if (!world.plan.isCompared) return;
  const key = tab && random.chance(0.6) ? makeMutation(world, device, tab, random) : undefined;
  if (key) await device.account?.backend.poison(key, 'stubborn', []);
  await settle(world);
  damageRow(world, device, random);
  if (random.chance(0.5)) await world.time.pass(130_000, () => settle(world));
}

/** A browser, an extension or a fault of last year writes into the rows: one says something else, is gone, or is back as it was. */
export function damageRow(world: SimWorld, device: Device, random: Seeded): void {
  const { account } = device;
  const raw = account && device.disk.raw(world.databaseOf(device, account));
  const truth = account?.backend.truth;
  if (!raw || !truth) return;
  const book = world.bookOf(device, account);
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
  world.count('damaged');
  book.damage(touch);
  device.disk.damage(book.database, table, row.id, value);
}

const damageable = ['orders', 'menu_items', 'menu_categories', 'customers'] as const;

/** Either the next tab is let in beside the first, which does not know; or the lock is taken, as `steal` does it, and the first one hears. */
export function steal(world: SimWorld, device: Device, account: Account, random: Seeded): void {
  const name = `${world.databaseOf(device, account)}:leader`;
  if (random.chance(0.5)) letInTwo(world, device, account);
  else if (device.tabs[0])
    device.locks
      ?.of(device.tabs[0], device.tabs[0].awake)
      .request(name, { steal: true }, () => undefined)
      .catch(() => undefined); // it was stolen in its turn
}

function letInTwo(world: SimWorld, device: Device, account: Account): void {
  if (device.locks?.letInTwo(`${world.databaseOf(device, account)}:leader`)) world.twoLeaders += 1;
}
