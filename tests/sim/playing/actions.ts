import type { DeadLetter, Mirrored, OutboxEntry } from '../../../src/data/db.ts';
import type { UnsavedMutation } from '../../../src/data/unsaved-mutations.ts';
import type { Ticket } from '../../../src/data/mutate.ts';
import type { Seeded } from '../../support/seeded.ts';
import type { Account } from '../world/backend.ts';
import type { Tab } from '../world/tab.ts';
import { changed } from '../watch/screen.ts';
import { makeAndChange, makeSomeMutation, type SimMutation } from '../world/mutations.ts';
import type { Device, SimWorld } from '../world/world.ts';
import { settle } from './settle.ts';

/** R22: a later tap has the later time and the greater key, whatever the clock does, in this tab or another one. */
function laterThan(world: SimWorld, tab: Tab, key: string): void {
  const occurredAt = tab.store.unsaved.get(key)?.entry.occurredAt;
  if (!occurredAt) return;
  const last = world.lastTaps.get(tab.database);
  if (last && (last.key >= key || last.occurredAt >= occurredAt))
    world.violations.push(`R22 ${tab.name} taps ${key} at ${occurredAt} after ${last.key} at ${last.occurredAt}`);
  // R44: by the server's clock, once it is known; but for what the device cannot know of a clock that has just been set.
  const wrongMs = Math.abs(Date.parse(occurredAt) - world.time.now());
  const isKnown = !world.hasJumped && tab.store.serverOffsetMs !== 0;
  // What was tapped before it was known may lie ahead, and the next one comes after it.
  const isNext = last !== undefined && Date.parse(occurredAt) === Date.parse(last.occurredAt) + 1;
  if (isKnown && !isNext && wrongMs > ANSWER_MS)
    world.violations.push(`R44 ${tab.name} taps ${key} ${wrongMs} ms from now`);
  world.lastTaps.set(tab.database, { key, occurredAt });
}

/** An answer that was long on its way tells the time as wrongly as half of that. */
const ANSWER_MS = 20_000;

/** Answers the change's key. */
export function makeMutation(
  world: SimWorld,
  device: Device,
  tab: Tab | null,
  random: Seeded,
  { isLong = false } = {},
): string | undefined {
  const raw = tab && device.disk.raw(tab.database);
  if (!tab || !raw || !tab.isAlive() || tab.isFrozen()) return undefined;
  const before = tab.shown();
  const made = makeSomeMutation(random, raw, tab, {
    isApi: !world.accounts[0]!.backend.truth,
    isLong,
    isMerging: world.plan.isMerging ?? false,
  });
  if (!made) return undefined;
  follow(world, tab, made.ticket, made);
  atOnce(world, tab, made, before);
  return made.ticket.key;
}

/** R19: whatever the disk does, the tap is on the screen in its own event. */
function atOnce(world: SimWorld, tab: Tab, { ticket, call, touches }: SimMutation, before: Mirrored | undefined): void {
  const { table, id } = tab.screen;
  const tapped = tab.store.unsaved.get(ticket.key);
  if (!before || !tapped || !touches.includes(`${table}:${id}`)) return;
  const made = changed(tapped, before);
  // What the row does not allow is not shown, and a row that is deleted is not there to be looked at.
  if (made?.row && !tab.shown()?._sync?.op_ids.includes(ticket.key))
    world.violations.push(`R19 ${tab.name} does not show ${call} ${ticket.key} at once`);
}

/** `instead`: the letter that it makes good. */
function follow(
  world: SimWorld,
  tab: Tab,
  ticket: Ticket,
  { call, touches }: { call: string; touches: string[] },
  instead?: string,
): void {
  const tapped = {
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
  world.taps.set(ticket.key, tapped);
  laterThan(world, tab, ticket.key);
  world.count('taps');
  ticket.durable.then(
    () => {
      if (!tab.isAlive()) return;
      // Of two that make one letter good the first has done it, and the second is fulfilled without a change of its own.
      const isOwn = instead === undefined || world.books.get(tab.database)?.order.has(ticket.key);
      if (!isOwn) return void (tapped.isRefused = true);
      tapped.isSaved = true;
      world.count('saved');
    },
    () => {
      if (!tab.isAlive()) return;
      world.count('not kept');
      const failed = tab.store.unsavedMutations.list().find((one) => one.key === ticket.key);
      if (failed && failed.kind !== 'refused') tapped.isAside = true;
    },
  );
}

/** What a page puts aside as it is left is as good as saved. */
export function rescued(world: SimWorld, tab: Tab): void {
  if (tab.isFrozen()) return;
  for (const key of tab.store.unsaved.keys()) {
    const tapped = world.taps.get(key);
    if (!tapped) continue;
    tapped.isAside = true;
    world.count('left behind');
  }
}

/** The notice offers to try again what the disk refused, and nothing else. */
export const isTried = ({ kind }: UnsavedMutation): boolean => kind === 'full' || kind === 'storage';

/** Whatever the disk does later, nothing comes of it any more (R20). */
export function giveUp(world: SimWorld, failed: UnsavedMutation): void {
  const tapped = world.taps.get(failed.key);
  if (tapped) tapped.isRefused = true;
  failed.discard();
  world.count('given up');
}

/** The panel "Unsent changes" and the taps that the disk refused: undo, make good, dismiss, try again, give up. */
export async function tidy(world: SimWorld, device: Device, tab: Tab | null, random: Seeded): Promise<void> {
  const raw = tab && device.disk.raw(tab.database);
  if (!tab || !raw || tab.isFrozen() || !device.account || tab.store.isOutdated) return;
  const book = world.bookOf(device, device.account);
  const failed = tab.store.unsavedMutations.list();
  if (failed.length > 0 && random.chance(0.5)) {
    const one = random.pick(failed);
    if (random.chance(0.7) && isTried(one)) {
      one.retry();
      world.count('tried again');
    } else {
      giveUp(world, one);
    }
    return;
  }
  const { db } = tab.store;
  const letters = raw.all<DeadLetter>('dead_letters');
  if (letters.length > 0 && random.chance(0.7)) {
    const letter = random.pick(letters);
    const isDismissed = random.chance(0.5);
    book.dealWith(letter.key, isDismissed ? 'dismissed' : 'made good');
    try {
      if (isDismissed) {
        await tab.code.writeTransaction(db, ['dead_letters', 'sync'], () => tab.code.deleteDeadLetter(db, letter.key));
        return world.count('dismissed');
      }
      const ticket = await tab.code.retryFailedChange(tab.store, tab.code.definitionOf, letter.key);
      if (ticket) follow(world, tab, ticket, letter.entry, letter.key);
      world.count('made good');
    } catch {
      // The disk failed, or the tab is too old: the letter is where it was.
    }
    return;
  }
  const entries = raw.all<OutboxEntry>('outbox');
  if (entries.length === 0) return;
  // Mostly the newest, which is the likeliest not to have been sent.
  const made = random.chance(0.3) ? entries.find(({ call }) => call.startsWith('menu.create')) : undefined;
  const { key } = made ?? (random.chance(0.7) ? entries.at(-1)! : random.pick(entries));
  const at = new Date(tab.store.clock.now()).toISOString();
  const isGone = await tab.code.withdrawEntry({ db, definitions: tab.code.definitionOf, at }, key).catch(() => false); // the disk failed, or the tab is too old
  if (isGone) world.count('withdrawn');
}

/** One failed change is retried or dismissed twice in one moment, in one tab or in two (R27). */
export async function dealTwice(world: SimWorld, device: Device, random: Seeded): Promise<void> {
  const [first, second = first] = device.tabs.filter((tab) => !tab.isFrozen() && !tab.store.isOutdated);
  const letters = first ? (device.disk.raw(first.database)?.all<DeadLetter>('dead_letters') ?? []) : [];
  if (!first || !second || !device.account || letters.length === 0) return;
  const { key, entry } = random.pick(letters);
  const book = world.bookOf(device, device.account);
  const retry = async ({ code, store }: Tab) => code.retryFailedChange(store, code.definitionOf, key);
  const dismiss = ({ code, store: { db } }: Tab) =>
    code.writeTransaction(db, ['dead_letters', 'sync'], () => code.deleteDeadLetter(db, key));
  const isRetriedOnly = random.chance(0.7);
  book.dealWith(key, isRetriedOnly ? 'made good' : 'dismissed');
  const tasks = [retry(first).then((ticket) => ticket && follow(world, first, ticket, entry, key))];
  if (isRetriedOnly) tasks.push(retry(second).then((ticket) => ticket && follow(world, second, ticket, entry, key)));
  else tasks.push(dismiss(second));
  await Promise.all(tasks.map((task) => task.catch(() => undefined))); // the disk failed, or the tab is too old
  world.count('dealt twice');
}

/** Before anything was sent a dish is made and changed, and its making is taken back: the change goes with it (R24). */
export async function takeBack(world: SimWorld, device: Device, tab: Tab | null, random: Seeded): Promise<void> {
  const raw = tab && device.disk.raw(tab.database);
  if (!tab || !raw || !tab.isAlive() || tab.isFrozen() || tab.store.isOutdated) return;
  await settle(world);
  const [made, changed] = makeAndChange(random, raw, tab);
  if (made && changed) {
    for (const one of [made, changed]) follow(world, tab, one.ticket, one);
    await settle(world);
    const at = new Date(tab.store.clock.now()).toISOString();
    const { key } = made.ticket;
    const rebase = { db: tab.store.db, definitions: tab.code.definitionOf, at };
    if (await tab.code.withdrawEntry(rebase, key).catch(() => false)) world.count('withdrawn'); // the disk failed
  }
}

/** As the screens have it. */
export const blockedByOf = (world: SimWorld, device: Device, account: Account): string | undefined =>
  device.disk.raw(world.databaseOf(device, account))?.get<{ value: { gate: string } }>('sync', 'status')?.value.gate;

/** The owner's phone, another program, a customer. */
export function elsewhere(world: SimWorld, random: Seeded): Promise<void> {
  const { backend } = random.chance(0.9) ? world.accounts[0]! : world.accounts[1]!;
  return backend.elsewhere(random, world.time.now());
}

/** "Send now", "keep on this device", or "discard". */
export async function logOut(world: SimWorld, device: Device, random: Seeded): Promise<void> {
  const { account } = device;
  if (!account) return;
  const book = world.bookOf(device, account);
  const choice = random.pick(['send', 'keep', 'discard'] as const);
  if (choice === 'send') {
    for (const tab of device.tabs) if (!tab.isFrozen()) tab.hear((loop) => loop.now());
    await settle(world);
  }
  for (const tab of device.tabs) {
    rescued(world, tab);
    world.close(device, tab, choice === 'discard' ? 'kill' : 'leave');
  }
  device.account = null;
  if (choice !== 'discard') return;
  await settle(world);
  device.disk.evict(book.database);
  device.memory.clear(book.database);
  world.lastTaps.delete(book.database);
  book.forget();
}
