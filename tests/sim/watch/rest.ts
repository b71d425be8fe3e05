import { isDeepStrictEqual } from 'node:util';
import { tables, type Row } from '../../../contract/entity.ts';
import type { DeadLetter, DoneEntry, OutboxEntry } from '../../../src/data/db.ts';
import type { Account } from '../environment/backend.ts';
import type { Device, Simulation } from '../environment/simulation.ts';
import type { Book } from './book.ts';
import { differences, plain } from './shown.ts';

/** Tolerance of the displayed server time. */
const OFFSET_MS = 1_500;

/** Checks one device when all faults have ended and everything is quiet. */
export function atRest(sim: Simulation, device: Device, account: Account, book: Book): void {
  const raw = device.disk.raw(book.database);
  const { backend } = account;
  const wrong = (text: string): void => void sim.violations.push(`${text} [${book.database}]`);
  if (!raw) return wrong('R11 there is no database');

  const pending = raw.all<OutboxEntry>('outbox');
  if (pending.length > 0)
    wrong(
      `R11 ${pending.length} are still pending: ${pending.map((e) => `${e.call} ${e.state} mid ${e.mid} tried ${e.attempts}`).join(', ')}`,
    );

  // R11: the mirror equals the server's rows.
  const theirs = new Map(backend.rowsNow().map(({ table, row }) => [`${table}:${row.id}`, row]));
  const ours = new Map(
    tables.flatMap((table) => raw.all<Row>(table).map((row): [string, Row] => [`${table}:${row.id}`, plain(row)])),
  );
  for (const touch of new Set([...theirs.keys(), ...ours.keys()])) {
    const [a, b] = [theirs.get(touch), ours.get(touch)];
    if (!a || !b) wrong(`R11 ${touch} is ${a ? 'missing here' : 'only here'}`);
    else if (!isDeepStrictEqual(a, b)) wrong(`R11 ${touch} differs: ${differences(a, b)}`);
  }

  // R4: what the device says about each mutation is what the server did.
  for (const { key, call, outcome } of raw.all<DoneEntry>('done')) {
    const effect = backend.effect(key);
    if (outcome === 'withdrawn' && effect) wrong(`R4 ${call} ${key} was withdrawn and the server has it`);
    if (outcome === 'done' && effect?.outcome !== 'applied' && sim.restores === 0)
      wrong(`R4 ${call} ${key} counts as done, the server says ${effect?.outcome ?? 'nothing'}`);
    if (outcome === 'done' && effect?.isSuperseded && sim.restores === 0)
      wrong(`R1 ${call} ${key} counts as done, but it was superseded on the server`);
  }
  // R26: a mutation listed as done without effect needs no person.
  for (const { key, call, body, outcome } of raw
    .all<DoneEntry>('done')
    .filter((done) => done.outcome === 'overtaken')) {
    const effect = backend.effect(key);
    const code = effect?.isSuperseded ? 'superseded' : (effect?.code ?? 'never sent');
    const isRecall = call === 'orders.setStatus' && body['expected_status'] !== undefined;
    const isExpected = (expectedCodes[call] ?? []).includes(code) || (isRecall && code === 'status_changed');
    if (!isExpected && code !== 'never sent' && sim.restores === 0)
      wrong(`R26 ${call} ${key} is listed as ${outcome}, the server says ${effect?.outcome ?? 'nothing'} ${code}`);
  }
  for (const { key, reason, entry, error } of raw.all<DeadLetter>('dead_letters')) {
    const effect = backend.effect(key);
    const isTrue = {
      superseded: effect?.isSuperseded === true,
      // The server does not store a result for an error that never ended.
      rejected: effect?.outcome !== 'applied',
      dependency: effect?.outcome !== 'applied',
      lost: effect === undefined,
      apply_failed: effect === undefined,
    }[reason];
    // After a restore, a delayed request may be applied again.
    if (!isTrue && sim.restores === 0)
      wrong(`R4 ${entry.call} ${key} is listed as ${reason}, the server says ${effect?.outcome ?? 'nothing'}`);
    if (reason === 'rejected' && effect?.outcome === 'rejected' && effect.code !== error?.code && sim.restores === 0)
      wrong(`R26 the dead letter of ${entry.call} ${key} has code ${error?.code}, the server answered ${effect.code}`);
  }
  // R12: the server stores a refusal at the second error, so the device need not give up by itself.
  for (const { key, reason, entry, error } of backend.seen ? raw.all<DeadLetter>('dead_letters') : [])
    if (reason === 'rejected' && error?.code === 'internal' && !backend.effect(key) && sim.restores === 0)
      wrong(`R12 ${entry.call} ${key} became a dead letter, but the server never refused it`);
  for (const [key, mutation] of sim.mutations) {
    if (mutation.database !== book.database) continue;
    const end = book.ended.get(key);
    const isTooLate = mutation.instead !== null && book.ended.get(mutation.instead) === 'dealt with';
    if (mutation.isAside && end === undefined && !mutation.isRefused && !isTooLate)
      wrong(`R2 ${mutation.call} ${key} was rescued, but its outcome is not recorded`);
    const isGone = end === undefined && !mutation.isSaved && !mutation.isRefused && !mutation.isAside;
    if (isGone && device.tabs.some(({ name, store }) => name === mutation.tab && !store.unsaved.has(key)))
      wrong(`R20 ${mutation.call} ${key} was shown, but is neither stored nor refused nor unsaved`);
    if (mutation.isSaved && end === undefined)
      wrong(`R1 ${mutation.call} ${key} was saved, but its outcome is not recorded`);
    // R4: the server applied nothing that the device counts as withdrawn or replaced.
    if (backend.effect(key)?.outcome === 'applied' && (end === 'withdrawn' || end === 'replaced'))
      wrong(`R4 ${mutation.call} ${key} is ${end} and the server has it`);
  }

  // R5: this device's mutations took effect in the order in which it made them.
  let last = 0;
  let at = 0;
  let from = '';
  for (const { key, version, clientId } of backend.effects()) {
    if (sim.mutations.get(key)?.database !== book.database) continue;
    const order = book.order.get(key) ?? last;
    // After a restore, a late request of an old client id counts as another client's.
    if (order < last && version > at && (sim.restores === 0 || clientId === from))
      wrong(`R5 ${key} took effect at ${version} before an earlier mutation`);
    last = order;
    at = version;
    from = clientId;
  }

  // R16: an outdated page knows that it is.
  const owner = raw.get<{ value: number }>('sync', 'writeEpoch')?.value ?? 0;
  for (const { name, code, store } of device.tabs)
    if (code.WRITE_EPOCH < owner && !store.isOutdated)
      wrong(`R16 ${name} does not know that newer code owns the database`);

  // R20: on a working disk, every mutation is stored or reported as not possible.
  for (const { name, store } of device.tabs)
    for (const { entry } of store.isOutdated ? [] : store.unsaved.values())
      wrong(`R20 ${entry.call} ${entry.key} of ${name} is neither stored nor refused`);

  const value = <T>(name: string) => raw.get<{ value: T }>('sync', name)?.value;
  if (value<boolean>('isComplete') !== true) wrong('R35 the mirror is complete but not marked as complete');
  if (value<boolean>('isBetweenPages')) wrong('R8 the mirror is complete but marked as between two pages');
  const blockedBy = value<{ gate: string }>('status')?.gate;
  if (blockedBy !== 'open') wrong(`R29 nothing is blocked, but the screens show ${blockedBy}`);
  // R44: displayed times are corrected by the server's clock.
  const offset = (value<number>('serverOffsetMs') ?? 0) + device.skewMs;
  if (Math.abs(offset) > OFFSET_MS) wrong(`R44 the corrected clock is wrong by ${offset} ms`);
  if (book.damaged.size > 0) wrong(`R41 ${[...book.damaged].join()} was damaged, and the damage was not detected`);
  if (value<{ isOff: boolean }>('compared')?.isOff) wrong('R41 the mirror is correct but marked as damaged');
  const leading = device.tabs.filter((tab) => tab.isLeading()).length;
  if (leading === 0) wrong('R17 no tab leads');
  if (sim.plan.hasLocks && leading > 1 + sim.twoLeaders) wrong(`R14 ${leading} tabs lead`);

  // R10: each screen shows what is stored.
  for (const tab of device.tabs) {
    const shown = tab.shown();
    const stored = raw.get<Row>(tab.screen.table, tab.screen.id);
    if (!isDeepStrictEqual(shown && plain(shown), stored && plain(stored)))
      wrong(
        `R10 ${tab.name} shows another ${tab.screen.table} than is stored: ${differences(shown ? plain(shown) : null, stored ? plain(stored) : null)}`,
      );
  }
}

/** Outcomes that need no person: another device's later change stands, or the row is gone. */
const expectedCodes: Record<string, string[]> = {
  'orders.setLineStatus': ['superseded', 'not_found'],
  'orders.acknowledge': ['not_found'],
  'chats.markAsRead': ['not_found'],
};
