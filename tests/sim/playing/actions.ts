import type { DeadLetter, Mirrored, OutboxEntry } from '../../../src/data/db.ts';
import type { UnsavedMutation } from '../../../src/data/unsaved-mutations.ts';
import type { Ticket } from '../../../src/data/mutate.ts';
import type { Seeded } from '../../support/seeded.ts';
import type { Account } from '../environment/backend.ts';
import type { Tab } from '../environment/tab.ts';
import { changed } from '../watch/screen.ts';
import { makeAndChange, makeSomeMutation, type SimMutation } from '../environment/mutations.ts';
import type { Device, Simulation } from '../environment/simulation.ts';
import { settle } from './settle.ts';

/** R22: a later mutation has the later time and the greater key, whatever the clock does, in any tab. */
function laterThan(sim: Simulation, tab: Tab, key: string): void {
  const occurredAt = tab.store.unsaved.get(key)?.entry.occurredAt;
  if (!occurredAt) return;
  const last = sim.lastMutations.get(tab.database);
  if (last && (last.key >= key || last.occurredAt >= occurredAt))
    sim.violations.push(`R22 ${tab.name} makes ${key} at ${occurredAt} after ${last.key} at ${last.occurredAt}`);
  // R44: times follow the server's clock once it is known, unless a clock was just changed.
  const wrongMs = Math.abs(Date.parse(occurredAt) - sim.time.now());
  const isKnown = !sim.hasJumped && tab.store.serverOffsetMs !== 0;
  // A mutation made before that may lie ahead; the next one then comes right after it.
  const isNext = last !== undefined && Date.parse(occurredAt) === Date.parse(last.occurredAt) + 1;
  if (isKnown && !isNext && wrongMs > ANSWER_MS)
    sim.violations.push(`R44 ${tab.name} makes ${key} ${wrongMs} ms from now`);
  sim.lastMutations.set(tab.database, { key, occurredAt });
}

/** A slow answer gives the server's time wrong by up to half its round trip. */
const ANSWER_MS = 20_000;

/** Makes a random mutation. Returns its key. */
export function makeMutation(
  sim: Simulation,
  device: Device,
  tab: Tab | null,
  random: Seeded,
  { isLong = false } = {},
): string | undefined {
  const raw = tab && device.disk.raw(tab.database);
  if (!tab || !raw || !tab.isAlive() || tab.isFrozen()) return undefined;
  const before = tab.shown();
  const made = makeSomeMutation(random, raw, tab, {
    isApi: !sim.accounts[0]!.backend.truth,
    isLong,
    isMerging: sim.plan.isMerging ?? false,
    isStocked: sim.plan.isStocked ?? false,
    isReserving: sim.plan.isReserving ?? false,
    isFullHouse: sim.plan.isFullHouse ?? false,
  });
  if (!made) return undefined;
  follow(sim, tab, made.ticket, made);
  atOnce(sim, tab, made, before);
  return made.ticket.key;
}

/** R19: the mutation is on the screen in the same event, whatever the disk does. */
function atOnce(sim: Simulation, tab: Tab, { ticket, call, touches }: SimMutation, before: Mirrored | undefined): void {
  const { table, id } = tab.screen;
  const unsaved = tab.store.unsaved.get(ticket.key);
  if (!before || !unsaved || !touches.includes(`${table}:${id}`)) return;
  const made = changed(unsaved, before);
  // A mutation that the row does not allow is not shown, nor is a deleted row.
  if (made?.row && !tab.shown()?._sync?.op_ids.includes(ticket.key))
    sim.violations.push(`R19 ${tab.name} does not show ${call} ${ticket.key} at once`);
}

/** `instead`: key of the dead letter that this mutation retries. */
function follow(
  sim: Simulation,
  tab: Tab,
  ticket: Ticket,
  { call, touches }: { call: string; touches: string[] },
  instead?: string,
): void {
  const tracked = {
    database: tab.database,
    tab: tab.name,
    call,
    touches,
    isSaved: false,
    isRefused: false,
    isAside: false,
    instead: instead ?? null,
    body: tab.store.unsaved.get(ticket.key)?.entry.body ?? {},
  };
  sim.mutations.set(ticket.key, tracked);
  laterThan(sim, tab, ticket.key);
  sim.count('mutations');
  ticket.durable.then(
    () => {
      if (!tab.isAlive()) return;
      // If two mutations retry one dead letter, the first wins; the second resolves without an outbox entry.
      const isOwn = instead === undefined || sim.books.get(tab.database)?.order.has(ticket.key);
      if (!isOwn) return void (tracked.isRefused = true);
      tracked.isSaved = true;
      sim.count('saved');
    },
    () => {
      if (!tab.isAlive()) return;
      sim.count('not kept');
      const failed = tab.store.unsavedMutations.list().find((one) => one.key === ticket.key);
      if (failed && failed.kind !== 'refused') tracked.isAside = true;
    },
  );
}

/** Only mutations that the disk refused can be tried again. */
export const isTried = ({ kind }: UnsavedMutation): boolean => kind === 'full' || kind === 'storage';

/** The person gives the mutation up; it must not take effect, whatever the disk does later (R20). */
export function giveUp(sim: Simulation, failed: UnsavedMutation): void {
  const tracked = sim.mutations.get(failed.key);
  if (tracked) tracked.isRefused = true;
  failed.discard();
  sim.count('given up');
}

/** What a person does on the panel "Unsent changes" and with unsaved mutations: withdraw, retry, dismiss, try again, give up. */
export async function tidy(sim: Simulation, device: Device, tab: Tab | null, random: Seeded): Promise<void> {
  const raw = tab && device.disk.raw(tab.database);
  if (!tab || !raw || tab.isFrozen() || !device.account || tab.store.isOutdated) return;
  const book = sim.bookOf(device, device.account);
  const failed = tab.store.unsavedMutations.list();
  if (failed.length > 0 && random.chance(0.5)) {
    const one = random.pick(failed);
    if (random.chance(0.7) && isTried(one)) {
      one.retry();
      sim.count('tried again');
    } else {
      giveUp(sim, one);
    }
    return;
  }
  const { db } = tab.store;
  const deadLetters = raw.all<DeadLetter>('dead_letters');
  if (deadLetters.length > 0 && random.chance(0.7)) {
    const deadLetter = random.pick(deadLetters);
    const isDismissed = random.chance(0.5);
    book.dealWith(deadLetter.key, isDismissed ? 'dismissed' : 'made good');
    try {
      if (isDismissed) {
        await tab.code.writeTransaction(db, ['dead_letters', 'sync'], () =>
          tab.code.deleteDeadLetter(db, deadLetter.key),
        );
        return sim.count('dismissed');
      }
      const ticket = await tab.code.retryFailedChange(tab.store, tab.code.definitionOf, deadLetter.key);
      if (ticket) follow(sim, tab, ticket, deadLetter.entry, deadLetter.key);
      sim.count('made good');
    } catch {
      // The disk failed, or the tab is outdated: the dead letter stays.
    }
    return;
  }
  const entries = raw.all<OutboxEntry>('outbox');
  if (entries.length === 0) return;
  // Usually the newest entry, which is least likely to have been sent.
  const made = random.chance(0.3) ? entries.find(({ call }) => call.startsWith('menu.create')) : undefined;
  const { key } = made ?? (random.chance(0.7) ? entries.at(-1)! : random.pick(entries));
  const at = new Date(tab.store.clock.now()).toISOString();
  const isGone = await tab.code.withdrawEntry({ db, definitions: tab.code.definitionOf, at }, key).catch(() => false); // the disk failed, or the tab is outdated
  if (isGone) sim.count('withdrawn');
}

/** Retries or dismisses a failed change twice at the same time, in one tab or two (R27). */
export async function dealTwice(sim: Simulation, device: Device, random: Seeded): Promise<void> {
  const [first, second = first] = device.tabs.filter((tab) => !tab.isFrozen() && !tab.store.isOutdated);
  const deadLetters = first ? (device.disk.raw(first.database)?.all<DeadLetter>('dead_letters') ?? []) : [];
  if (!first || !second || !device.account || deadLetters.length === 0) return;
  const { key, entry } = random.pick(deadLetters);
  const book = sim.bookOf(device, device.account);
  const retry = async ({ code, store }: Tab) => code.retryFailedChange(store, code.definitionOf, key);
  const dismiss = ({ code, store: { db } }: Tab) =>
    code.writeTransaction(db, ['dead_letters', 'sync'], () => code.deleteDeadLetter(db, key));
  const isRetriedOnly = random.chance(0.7);
  book.dealWith(key, isRetriedOnly ? 'made good' : 'dismissed');
  const tasks = [retry(first).then((ticket) => ticket && follow(sim, first, ticket, entry, key))];
  if (isRetriedOnly) tasks.push(retry(second).then((ticket) => ticket && follow(sim, second, ticket, entry, key)));
  else tasks.push(dismiss(second));
  await Promise.all(tasks.map((task) => task.catch(() => undefined))); // the disk failed, or the tab is outdated
  sim.count('dealt twice');
}

/** A dish is created and changed offline, then its creation is withdrawn: the change is withdrawn, too (R24). */
export async function takeBack(sim: Simulation, device: Device, tab: Tab | null, random: Seeded): Promise<void> {
  const raw = tab && device.disk.raw(tab.database);
  if (!tab || !raw || !tab.isAlive() || tab.isFrozen() || tab.store.isOutdated) return;
  await settle(sim);
  const [made, changed] = makeAndChange(random, raw, tab);
  if (made && changed) {
    for (const one of [made, changed]) follow(sim, tab, one.ticket, one);
    await settle(sim);
    const at = new Date(tab.store.clock.now()).toISOString();
    const { key } = made.ticket;
    const rebase = { db: tab.store.db, definitions: tab.code.definitionOf, at };
    if (await tab.code.withdrawEntry(rebase, key).catch(() => false)) sim.count('withdrawn'); // the disk failed
  }
}

/** What the screens show as the reason. */
export const blockedByOf = (sim: Simulation, device: Device, account: Account): string | undefined =>
  device.disk.raw(sim.databaseOf(device, account))?.get<{ value: { gate: string } }>('sync', 'status')?.value.gate;

/** A write by the owner's phone, another program or a customer. */
export function elsewhere(sim: Simulation, random: Seeded): Promise<void> {
  const { backend } = random.chance(0.9) ? sim.accounts[0]! : sim.accounts[1]!;
  return backend.elsewhere(random, sim.time.now());
}

/** Logs out with "send now", "keep on this device" or "discard". */
export async function logOut(sim: Simulation, device: Device, random: Seeded): Promise<void> {
  const { account } = device;
  if (!account) return;
  const book = sim.bookOf(device, account);
  const choice = random.pick(['send', 'keep', 'discard'] as const);
  if (choice === 'send') {
    for (const tab of device.tabs) if (!tab.isFrozen()) tab.callLoop((loop) => loop.now());
    await settle(sim);
  }
  for (const tab of device.tabs) {
    sim.close(device, tab);
  }
  device.account = null;
  if (choice !== 'discard') return;
  await settle(sim);
  device.disk.evict(book.database);
  device.memory.clear(book.database);
  sim.lastMutations.delete(book.database);
  book.forget();
}
