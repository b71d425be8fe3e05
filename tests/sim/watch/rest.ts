import { isDeepStrictEqual } from 'node:util';
import { tables, type Row } from '../../../contract/entity.ts';
import type { DeadLetter, DoneEntry, OutboxEntry } from '../../../src/data/db.ts';
import type { Account } from '../world/backend.ts';
import type { Device, SimWorld } from '../world/world.ts';
import type { Book } from './book.ts';
import { differences, plain } from './shown.ts';

/** A second is good enough for "done at". */
const OFFSET_MS = 1_500;

/** What must hold of one device once everything is whole and quiet again. */
export function atRest(world: SimWorld, device: Device, account: Account, book: Book): void {
  const raw = device.disk.raw(book.database);
  const { backend } = account;
  const wrong = (text: string): void => void world.violations.push(`${text} [${book.database}]`);
  if (!raw) return wrong('R11 there is no database');

  const waiting = raw.all<OutboxEntry>('outbox');
  if (waiting.length > 0)
    wrong(
      `R11 ${waiting.length} still wait: ${waiting.map((e) => `${e.call} ${e.state} mid ${e.mid} tried ${e.attempts}`).join(', ')}`,
    );

  // R11: the mirror is the server's rows.
  const theirs = new Map(backend.rowsNow().map(({ table, row }) => [`${table}:${row.id}`, row]));
  const ours = new Map(
    tables.flatMap((table) => raw.all<Row>(table).map((row): [string, Row] => [`${table}:${row.id}`, plain(row)])),
  );
  for (const touch of new Set([...theirs.keys(), ...ours.keys()])) {
    const [a, b] = [theirs.get(touch), ours.get(touch)];
    if (!a || !b) wrong(`R11 ${touch} is ${a ? 'missing here' : 'only here'}`);
    else if (!isDeepStrictEqual(a, b)) wrong(`R11 ${touch} differs: ${differences(a, b)}`);
  }

  // R4: what the device says of each change is what the server did with it.
  for (const { key, call, outcome } of raw.all<DoneEntry>('done')) {
    const effect = backend.effect(key);
    if (outcome === 'withdrawn' && effect) wrong(`R4 ${call} ${key} was withdrawn and the server has it`);
    if (outcome === 'done' && effect?.outcome !== 'applied' && world.restores === 0)
      wrong(`R4 ${call} ${key} counts as done, the server says ${effect?.outcome ?? 'nothing'}`);
    if (outcome === 'done' && effect?.isSuperseded && world.restores === 0)
      wrong(`R1 ${call} ${key} counts as done, the server says that somebody's newer one stands in its place`);
  }
  // R26: what is listed as done and had no effect asks nothing of a person.
  for (const { key, call, body, outcome } of raw
    .all<DoneEntry>('done')
    .filter((done) => done.outcome === 'overtaken')) {
    const effect = backend.effect(key);
    const code = effect?.isSuperseded ? 'superseded' : (effect?.code ?? 'never sent');
    const isRecall = call === 'orders.setStatus' && body['expected_status'] !== undefined;
    const isQuiet = (quietly[call] ?? []).includes(code) || (isRecall && code === 'status_changed');
    if (!isQuiet && code !== 'never sent' && world.restores === 0)
      wrong(`R26 ${call} ${key} is listed as ${outcome}, the server says ${effect?.outcome ?? 'nothing'} ${code}`);
  }
  for (const { key, reason, entry, error } of raw.all<DeadLetter>('dead_letters')) {
    const effect = backend.effect(key);
    const isTrue = {
      superseded: effect?.isSuperseded === true,
      // A fault that never ended is not kept by the server.
      rejected: effect?.outcome !== 'applied',
      dependency: effect?.outcome !== 'applied',
      lost: effect === undefined,
      apply_failed: effect === undefined,
      // Only on a server without keys.
      uncertain: false,
    }[reason];
    // A message of before a restore that arrives after it is done by a server that has forgotten it.
    if (!isTrue && world.restores === 0)
      wrong(`R4 ${entry.call} ${key} is listed as ${reason}, the server says ${effect?.outcome ?? 'nothing'}`);
    if (reason === 'rejected' && effect?.outcome === 'rejected' && effect.code !== error?.code && world.restores === 0)
      wrong(`R26 the letter of ${entry.call} ${key} says ${error?.code}, the server said ${effect.code}`);
  }
  // R12: a server that can keeps its refusal at the second fault; the device need not set the change aside.
  for (const { key, reason, entry, error } of backend.seen ? raw.all<DeadLetter>('dead_letters') : [])
    if (reason === 'rejected' && error?.code === 'internal' && !backend.effect(key) && world.restores === 0)
      wrong(`R12 ${entry.call} ${key} is set aside, and the server has refused it never`);
  for (const [key, tap] of world.taps) {
    if (tap.database !== book.database) continue;
    const end = book.ended.get(key);
    const isTooLate = tap.instead !== null && book.ended.get(tap.instead) === 'dealt with';
    if (tap.isAside && end === undefined && !tap.isRefused && !isTooLate)
      wrong(`R2 ${tap.call} ${key} was put aside and nothing tells what became of it`);
    const isGone = end === undefined && !tap.isSaved && !tap.isRefused && !tap.isAside;
    if (isGone && device.tabs.some(({ name, store }) => name === tap.tab && !store.unsaved.has(key)))
      wrong(`R20 ${tap.call} ${key} was shown, and is neither stored nor refused nor at hand`);
    if (tap.isSaved && end === undefined) wrong(`R1 ${tap.call} ${key} was saved and nothing tells what became of it`);
    // R4: nothing happened that the device does not know of.
    if (backend.effect(key)?.outcome === 'applied' && (end === 'withdrawn' || end === 'replaced'))
      wrong(`R4 ${tap.call} ${key} is ${end} and the server has it`);
  }

  // R5: the effects of this device's changes stand in the order of its taps.
  let last = 0;
  let at = 0;
  let from = '';
  for (const { key, version, clientId } of backend.effects()) {
    if (world.taps.get(key)?.database !== book.database) continue;
    const order = book.order.get(key) ?? last;
    // After a restore an old client's late message is another client's.
    if (order < last && version > at && (world.restores === 0 || clientId === from))
      wrong(`R5 ${key} took effect at ${version} before what was tapped earlier`);
    last = order;
    at = version;
    from = clientId;
  }

  // R16: a page that is older than its database says so.
  const owner = raw.get<{ value: number }>('sync', 'writeEpoch')?.value ?? 0;
  for (const { name, code, store } of device.tabs)
    if (code.WRITE_EPOCH < owner && !store.isOutdated)
      wrong(`R16 ${name} does not know that newer code owns the database`);

  // R20: on a disk that works the line has written each tap, or has said that it is not possible.
  for (const { name, store } of device.tabs)
    for (const { entry } of store.isOutdated ? [] : store.unsaved.values())
      wrong(`R20 ${entry.call} ${entry.key} of ${name} is neither stored nor refused`);

  const value = <T>(name: string) => raw.get<{ value: T }>('sync', name)?.value;
  if (value<boolean>('isComplete') !== true) wrong('R35 everything is here, and the device does not know it');
  if (value<boolean>('isBetweenPages'))
    wrong('R8 everything is here, and the device thinks that it is between two pages');
  const gate = value<{ gate: string }>('status')?.gate;
  if (gate !== 'open') wrong(`R29 everything is whole, and the screens say ${gate}`);
  // R44: what people read is corrected by the server's clock.
  const offset = (value<number>('serverOffsetMs') ?? 0) + device.skewMs;
  if (Math.abs(offset) > OFFSET_MS) wrong(`R44 the clock counts as right and is wrong by ${offset} ms`);
  if (book.damaged.size > 0) wrong(`R41 ${[...book.damaged].join()} was damaged, and it has not been noticed`);
  if (value<{ isOff: boolean }>('compared')?.isOff) wrong('R41 the mirror is whole and counts as off');
  const leading = device.tabs.filter((tab) => tab.isLeading()).length;
  if (leading === 0) wrong('R17 nobody leads');
  if (world.plan.hasLocks && leading > 1 + world.twoLeaders) wrong(`R14 ${leading} tabs lead`);

  // R10: each screen shows what is on the disk.
  for (const tab of device.tabs) {
    const shown = tab.shown();
    const stored = raw.get<Row>(tab.screen.table, tab.screen.id);
    if (!isDeepStrictEqual(shown && plain(shown), stored && plain(stored)))
      wrong(
        `R10 ${tab.name} shows another ${tab.screen.table} than is stored: ${differences(shown ? plain(shown) : null, stored ? plain(stored) : null)}`,
      );
  }
}

/** What a person need not hear of: the stroke of another device stands, or what it is about is gone. */
const quietly: Record<string, string[]> = {
  'orders.setLineStatus': ['superseded', 'not_found'],
  'orders.acknowledge': ['not_found'],
  'chats.markAsRead': ['not_found'],
};
