import { seeded } from '../../support/seeded.ts';
import { ticks } from '../settled.ts';
import { atRest } from '../watch/rest.ts';
import { checkReservations } from '../watch/reservations.ts';
import { checkStock } from '../watch/stock.ts';
import type { Device, Simulation } from '../environment/simulation.ts';
import { blockedByOf, isTried, makeMutation } from './actions.ts';
import {
  blockAndUnblock,
  checkLeaderReplaced,
  checkRetryAtOnce,
  checkIdleWrites,
  checkPropagation,
} from './reactions.ts';
import { settle } from './settle.ts';
import { damageRow } from './trouble.ts';

/** Ends all faults. Then each queue must empty, and each mirror must equal the server's rows. */
export async function comeToRest(sim: Simulation): Promise<void> {
  const { wire, devices, accounts } = sim;
  wire.faultRate = 0;
  wire.isServerDown = false;
  wire.scripted.clear();
  wire.torn.clear();
  wire.late.clear();
  // In some histories one connection still hangs after the faults end.
  if (sim.plan.seed % 4 === 1) for (const device of devices) wire.hung.add(device.name);
  sim.resetWaits();
  wire.random = seeded(1);
  for (const device of devices) {
    device.isCut = false;
    device.isTokenDead = false;
    device.disk.fillUp(0, 0);
    // In every other history frozen tabs stay frozen, so a frozen leader must be replaced (R17).
    if (sim.plan.seed % 2 === 0 || !device.tabs.some((tab) => !tab.isFrozen()))
      for (const tab of device.tabs) tab.thaw();
    device.isOnline = true;
  }
  await settle(sim);
  await checkRetryAtOnce(sim, 'the connection', (loop) => loop.setOnline(true));
  await checkLeaderReplaced(sim);
  sim.resetWaits();
  if (sim.plan.seed % 4 === 2) for (const device of devices) await dieSending(sim, device);
  for (const account of accounts) {
    for (const device of devices) await arrive(sim, device, account);
    const isCalm = await emptyQueues(sim, account);
    if (sim.violations.length > 0) return;
    // Poisoned mutations must not be cured before they are found to block the queue.
    if (isCalm) await account.backend.cure();
    const asleep = devices.flatMap((device) => device.tabs.filter((tab) => tab.isFrozen()));
    for (const tab of asleep) tab.thaw();
    await settle(sim);
    // A tab that was thawed last, or that had nothing to do, may have met a dead connection. It retries within a minute.
    const isBlocked = (device: Device) => device.account === account && blockedByOf(sim, device, account) !== 'open';
    if (asleep.length > 0 || devices.some(isBlocked)) await sim.time.pass(70_000, () => settle(sim));
    if (sim.plan.seed % 3 === 0) await losePokes(sim, account);
    if (sim.plan.seed % 5 === 0) await blockAndUnblock(sim, account);
    if (sim.plan.seed % 3 === 1) await checkPropagation(sim, account);
    if (sim.plan.seed % 3 === 2) await checkIdleWrites(sim, account);
    await account.backend.check();
    sim.violations.push(...account.backend.faults(), ...(await account.backend.rulesBroken()));
    checkStock(sim, account);
    checkReservations(sim, account);
    const { epoch } = await account.backend.standing();
    sim.violations.push(...account.backend.fields.faults(epoch, account.backend.rowsNow()));
    for (const device of devices) {
      const book = sim.books.get(sim.databaseOf(device, account));
      if (book) atRest(sim, device, account, book);
    }
  }
}

/** The browser ends while a mutation is being sent, and the mutation never arrives (R11, R14). */
async function dieSending(sim: Simulation, device: Device): Promise<void> {
  const { wire, plan } = sim;
  const { account } = device;
  if (!account) return;
  for (const release of wire.held.splice(0)) release();
  await settle(sim);
  wire.hung.add(device.name);
  const random = seeded(plan.seed);
  for (let n = 0; n < 3; n++) makeMutation(sim, device, device.tabs[0] ?? null, random);
  await settle(sim);
  wire.hung.delete(device.name);
  for (const tab of device.tabs) sim.close(device, tab);
  sim.bookOf(device, account).recheck('a crash');
  // The dead tab's lease must not be waited for until the clock has caught up (R44).
  if (!plan.hasLocks && plan.seed % 8 === 2) sim.jump(device, -86_400_000);
  sim.open(device);
}

/** R39: all pokes are lost. */
async function losePokes(sim: Simulation, { backend }: Simulation['accounts'][number]): Promise<void> {
  const { wire, time, plan } = sim;
  wire.isMute = true;
  for (let n = 0; n < 2; n++) await backend.elsewhere(seeded(plan.seed + n), time.now());
  await time.pass(62_000, () => settle(sim));
  wire.isMute = false;
}

/** `account` signs in on the device if it was used there before. */
async function arrive(sim: Simulation, device: Device, account: Simulation['accounts'][number]): Promise<void> {
  const isKnown = sim.books.has(sim.databaseOf(device, account));
  if (device.account !== account && isKnown) {
    for (const tab of device.tabs) sim.close(device, tab);
    await ticks(3);
    device.account = account;
  }
  if (device.account !== account) return;
  // People reload outdated pages.
  for (const tab of device.tabs.filter((other) => other.store.isOutdated)) sim.close(device, tab);
  // The next page stores the mutations that the last one rescued.
  const database = sim.databaseOf(device, account);
  const isAside = [...sim.mutations].some(
    ([key, mutation]) => mutation.database === database && mutation.isAside && !sim.books.get(database)?.ended.has(key),
  );
  if (device.tabs.length === 0 || isAside) sim.open(device);
  await settle(sim);
  for (const tab of device.tabs) for (const failed of tab.store.unsavedMutations.list().filter(isTried)) failed.retry();
  await checkRetryAtOnce(
    sim,
    'the person',
    (loop) => loop.now(),
    (other) => other === device,
  );
}

/**
 * R11, R12: without faults, queues empty within bounded time; a poisoned mutation blocks only for its own retries. Returns false if they do
 * not.
 */
async function emptyQueues(sim: Simulation, account: Simulation['accounts'][number]): Promise<boolean> {
  const { wire, devices, time } = sim;
  const isDone = ({ epoch, version }: { epoch: string; version: number }) =>
    devices.every((device) => {
      if (device.account !== account) return true;
      const raw = device.disk.raw(sim.databaseOf(device, account));
      const cursor = raw?.get<{ value: { epoch: string; version: number } | null }>('sync', 'cursor')?.value;
      return raw?.all('outbox').length === 0 && cursor?.epoch === epoch && cursor.version === version;
    });
  const began = time.now();
  let isEmpty = false;
  for (let round = 0; round < 90; round++) {
    for (const release of wire.held.splice(0)) release();
    await settle(sim);
    if (sim.violations.length > 0) return false;
    isEmpty = round > 1 && isDone(await account.backend.standing());
    if (isEmpty) break;
    await time.pass(21_000, () => settle(sim));
    checkAnswerTimeout(sim, account, began);
  }
  if (sim.plan.isCompared && sim.plan.seed % 4 !== 2)
    for (const device of devices) if (device.account === account) damageRow(sim, device, seeded(sim.plan.seed));
  await repairMirrors(sim, account);
  return isEmpty;
}

/** Half a minute for the answer, and at most a minute until the next try. */
const NEXT_TRY_MS = 100_000;

/** R31: a request without an answer is given up and repeated. */
function checkAnswerTimeout(sim: Simulation, account: Simulation['accounts'][number], since: number): void {
  const now = sim.time.now();
  for (const { tabs, account: own } of sim.devices)
    for (const tab of own === account ? tabs : [])
      if (!tab.isFrozen() && tab.isLeading() && Math.min(sim.waitsFor(tab), now - since) > NEXT_TRY_MS)
        sim.violations.push(`R31 ${tab.name} waits for one answer and does not retry`);
}

/** R41: damage is detected within a few comparisons; damage repeated within an hour, an hour later. */
async function repairMirrors(sim: Simulation, account: Simulation['accounts'][number]): Promise<void> {
  const { devices, time } = sim;
  const isOff = (device: Device): boolean => {
    const database = sim.databaseOf(device, account);
    const comparison = device.disk.raw(database)?.get<{ value: { isOff: boolean } }>('sync', 'compared')?.value;
    return (
      device.account === account && (comparison?.isOff === true || (sim.books.get(database)?.damaged.size ?? 0) > 0)
    );
  };
  for (let round = 0; round < 24 && devices.some(isOff); round++) {
    // Two hours: the clock may have been set back by one hour since.
    if (round === 8) for (const device of devices) if (isOff(device)) sim.jump(device, 7_400_000);
    await time.pass(130_000, () => settle(sim));
  }
}
