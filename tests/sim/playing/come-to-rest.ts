import { seeded } from '../../support/seeded.ts';
import { ticks } from '../settled.ts';
import { atRest } from '../watch/rest.ts';
import type { Device, SimWorld } from '../world/world.ts';
import { blockedByOf, isTried, makeMutation } from './actions.ts';
import { closeAndOpen, follow, heed, rest, tellAtOnce } from './reactions.ts';
import { settle } from './settle.ts';
import { damageRow } from './trouble.ts';

/** Everything that was broken is whole again; then each queue has to end, and each mirror to be the server's rows. */
export async function comeToRest(world: SimWorld): Promise<void> {
  const { wire, devices, accounts } = world;
  wire.weather = 0;
  wire.isServerDown = false;
  wire.scripted.clear();
  wire.torn.clear();
  wire.late.clear();
  // When everybody is back, some line still hangs.
  if (world.plan.seed % 4 === 1) for (const device of devices) wire.hung.add(device.name);
  world.forgiveWaits();
  wire.random = seeded(1);
  for (const device of devices) {
    device.isCut = false;
    device.isTokenDead = false;
    device.disk.fillUp(0, 0);
    // In every other history a leader that stands still has to be replaced (R17).
    if (world.plan.seed % 2 === 0 || !device.tabs.some((tab) => !tab.isFrozen()))
      for (const tab of device.tabs) tab.thaw();
    device.isOnline = true;
  }
  await settle(world);
  await heed(world, 'the connection', (loop) => loop.setOnline(true));
  await follow(world);
  world.forgiveWaits();
  if (world.plan.seed % 4 === 2) for (const device of devices) await dieSending(world, device);
  for (const account of accounts) {
    for (const device of devices) await arrive(world, device, account);
    const isCalm = await calm(world, account);
    if (world.violations.length > 0) return;
    // What still waits for ever has to be seen.
    if (isCalm) await account.backend.cure();
    const asleep = devices.flatMap((device) => device.tabs.filter((tab) => tab.isFrozen()));
    for (const tab of asleep) tab.thaw();
    await settle(world);
    // Who wakes up last, or had everything already, may have met a dead line, and tries again within a minute.
    const isWaiting = (device: Device) => device.account === account && blockedByOf(world, device, account) !== 'open';
    if (asleep.length > 0 || devices.some(isWaiting)) await world.time.pass(70_000, () => settle(world));
    if (world.plan.seed % 3 === 0) await hearNothing(world, account);
    if (world.plan.seed % 5 === 0) await closeAndOpen(world, account);
    if (world.plan.seed % 3 === 1) await tellAtOnce(world, account);
    if (world.plan.seed % 3 === 2) await rest(world, account);
    await account.backend.look();
    world.violations.push(...account.backend.faults(), ...(await account.backend.rulesBroken()));
    const { epoch } = await account.backend.standing();
    world.violations.push(...account.backend.fields.faults(epoch, account.backend.rowsNow()));
    for (const device of devices) {
      const book = world.books.get(world.databaseOf(device, account));
      if (book) atRest(world, device, account, book);
    }
  }
}

/** The browser ends while a change is on its way, and the change never arrives (R11, R14). */
async function dieSending(world: SimWorld, device: Device): Promise<void> {
  const { wire, plan } = world;
  const { account } = device;
  if (!account) return;
  for (const release of wire.held.splice(0)) release();
  await settle(world);
  wire.hung.add(device.name);
  const random = seeded(plan.seed);
  for (let n = 0; n < 3; n++) makeMutation(world, device, device.tabs[0] ?? null, random);
  await settle(world);
  wire.hung.delete(device.name);
  for (const tab of device.tabs) world.close(device, tab, 'kill');
  world.bookOf(device, account).recheck('a crash');
  // What the dead tab had taken for itself is not waited for until the clock is where it was (R44).
  if (!plan.hasLocks && plan.seed % 8 === 2) world.jump(device, -86_400_000);
  world.open(device);
}

/** R39: the word that there is news is lost on its way to everybody. */
async function hearNothing(world: SimWorld, { backend }: SimWorld['accounts'][number]): Promise<void> {
  const { wire, time, plan } = world;
  wire.isMute = true;
  for (let n = 0; n < 2; n++) await backend.elsewhere(seeded(plan.seed + n), time.now());
  await time.pass(62_000, () => settle(world));
  wire.isMute = false;
}

/** `account` signs in on the device, if it was there before. */
async function arrive(world: SimWorld, device: Device, account: SimWorld['accounts'][number]): Promise<void> {
  const isKnown = world.books.has(world.databaseOf(device, account));
  if (device.account !== account && isKnown) {
    for (const tab of device.tabs) world.close(device, tab, 'leave');
    await ticks(3);
    device.account = account;
  }
  if (device.account !== account) return;
  // Who sees a page that is too old reloads it.
  for (const tab of device.tabs.filter((other) => other.store.isOutdated)) world.close(device, tab, 'leave');
  // What a page has left behind is written by the next one.
  const database = world.databaseOf(device, account);
  const isAside = [...world.taps].some(
    ([key, tap]) => tap.database === database && tap.isAside && !world.books.get(database)?.ended.has(key),
  );
  if (device.tabs.length === 0 || isAside) world.open(device);
  await settle(world);
  for (const tab of device.tabs) for (const failed of tab.store.unsavedMutations.list().filter(isTried)) failed.retry();
  await heed(
    world,
    'the person',
    (loop) => loop.now(),
    (other) => other === device,
  );
}

/** R11, R12: with everything whole, queues empty within bounded time; a stubborn fault costs its attempts and no more. False: they do not. */
async function calm(world: SimWorld, account: SimWorld['accounts'][number]): Promise<boolean> {
  const { wire, devices, time } = world;
  const isDone = ({ epoch, version }: { epoch: string; version: number }) =>
    devices.every((device) => {
      if (device.account !== account) return true;
      const raw = device.disk.raw(world.databaseOf(device, account));
      const cursor = raw?.get<{ value: { epoch: string; version: number } | null }>('sync', 'cursor')?.value;
      return raw?.all('outbox').length === 0 && cursor?.epoch === epoch && cursor.version === version;
    });
  const began = time.now();
  let isEmpty = false;
  for (let round = 0; round < 90; round++) {
    for (const release of wire.held.splice(0)) release();
    await settle(world);
    if (world.violations.length > 0) return false;
    isEmpty = round > 1 && isDone(await account.backend.standing());
    if (isEmpty) break;
    await time.pass(21_000, () => settle(world));
    givesUp(world, account, began);
  }
  if (world.plan.isCompared && world.plan.seed % 4 !== 2)
    for (const device of devices) if (device.account === account) damageRow(world, device, seeded(world.plan.seed));
  await mended(world, account);
  return isEmpty;
}

/** Half a minute for an answer, and at most a whole one until the next try. */
const NEXT_TRY_MS = 100_000;

/** R31: what is not answered is given up and tried again; a line that hangs holds nobody up for long. */
function givesUp(world: SimWorld, account: SimWorld['accounts'][number], since: number): void {
  const now = world.time.now();
  for (const { tabs, account: own } of world.devices)
    for (const tab of own === account ? tabs : [])
      if (!tab.isFrozen() && tab.isLeading() && Math.min(world.waitsFor(tab), now - since) > NEXT_TRY_MS)
        world.violations.push(`R31 ${tab.name} waits for one answer and asks no more`);
}

/** R41: what was damaged is noticed within a few comparisons; what was damaged twice within an hour, an hour later. */
async function mended(world: SimWorld, account: SimWorld['accounts'][number]): Promise<void> {
  const { devices, time } = world;
  const isOff = (device: Device): boolean => {
    const database = world.databaseOf(device, account);
    const said = device.disk.raw(database)?.get<{ value: { isOff: boolean } }>('sync', 'compared')?.value;
    return device.account === account && (said?.isOff === true || (world.books.get(database)?.damaged.size ?? 0) > 0);
  };
  for (let round = 0; round < 24 && devices.some(isOff); round++) {
    // Twice an hour: the clock may have been set back by one since.
    if (round === 8) for (const device of devices) if (isOff(device)) world.jump(device, 7_400_000);
    await time.pass(130_000, () => settle(world));
  }
}
