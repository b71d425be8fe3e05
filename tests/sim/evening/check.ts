import { isDeepStrictEqual } from 'node:util';
import { tables, type Row, type Table } from '../../../contract/entity.ts';
import type { DeadLetter, GalleyDb, OutboxEntry } from '../../../src/data/db.ts';
import { definitionOf } from '../../../src/sync/runtime/registry.ts';
import type { Audited, Processed } from '../watch/audit.ts';
import { differences, plain, type Shown } from '../watch/shown.ts';
import { cleanRows, checkPulledBeforeDone, type Stood } from '../watch/effects.ts';

/** Everything on one device's disk at one moment. */
export interface Dump extends Stood {
  device: string;
  outbox: OutboxEntry[];
  dead: DeadLetter[];
  counters: Record<string, number>;
}

export async function dump(device: string, db: GalleyDb): Promise<Dump> {
  return db.transaction('r', db.tables, async () => {
    const mirror = {} as Dump['mirror'];
    for (const table of tables) {
      const rows = (await db.table(table).toArray()) as Shown[];
      mirror[table] = new Map(rows.map((row) => [row.id, row]));
    }
    const counters = await db.counters.toArray();
    const [cursor, isBetweenPages] = await db.sync.bulkGet(['cursor', 'isBetweenPages']);
    return {
      device,
      mirror,
      outbox: await db.outbox.orderBy('seq').toArray(),
      shadow: new Map((await db.shadow.toArray()).map((row) => [row.touch, row])),
      dead: await db.dead_letters.toArray(),
      done: await db.done.toArray(),
      counters: Object.fromEntries(counters.map(({ name, value }) => [name, value])),
      cursor: (cursor?.value as Dump['cursor'] | undefined) ?? null,
      isBetweenPages: isBetweenPages?.value === true,
    };
  });
}

/** What the people at the devices know for certain. */
export interface Known {
  /** Mutations that the device reported as saved, by key. */
  saved: Map<string, { device: string; call: string }>;
  /** Dead letters that were dismissed or retried. */
  dealtWith: Set<string>;
  withdrawn: Set<string>;
}

/**
 * Checks the rules of src/sync/RULES.md on one device's disk, from the stored values alone: nothing here calls the sync layer. Returns the
 * violations.
 */
export function checkDevice(d: Dump, known: Known, history: Audited[], processed: Processed[]): string[] {
  return [
    ...conservation(d, known),
    ...atomicity(d),
    ...optimism(d),
    ...cleanRows(d, history),
    ...checkPulledBeforeDone(d, processed),
  ].map((text) => `${d.device}: ${text}`);
}

const coalescable = new Set([
  'menu.setAvailability',
  'menu.setModifierAvailability',
  'menu.editItem',
  'menu.editCategory',
  'menu.editBook',
  'chats.markAsRead',
  'orders.setOrdering',
]);

/** R1: each saved mutation is in exactly one place. */
function conservation(d: Dump, known: Known): string[] {
  const wrong: string[] = [];
  const { issued = 0, done = 0, dead = 0, withdrawn = 0 } = d.counters;
  if (issued !== d.outbox.length + done + dead + withdrawn)
    wrong.push(
      `R1 issued ${issued} is not ${d.outbox.length} waiting + ${done} done + ${dead} dead + ${withdrawn} withdrawn`,
    );
  const places = new Map<string, number>();
  for (const { key } of [...d.outbox, ...d.dead, ...d.done]) places.set(key, (places.get(key) ?? 0) + 1);
  for (const [key, count] of places) if (count > 1) wrong.push(`R1 mutation ${key} is in ${count} places`);
  let missing = 0;
  for (const [key, { device, call }] of known.saved) {
    if (device !== d.device || places.has(key) || known.dealtWith.has(key) || known.withdrawn.has(key)) continue;
    missing += 1;
    // A newer mutation may replace an unsent one of the same kind. No other may disappear.
    if (!coalescable.has(call)) wrong.push(`R1 the saved mutation ${key} (${call}) is missing`);
  }
  const replaced = withdrawn - d.done.filter((entry) => entry.outcome === 'withdrawn').length;
  if (missing > replaced && d.done.length < 200)
    wrong.push(`R1 ${missing} saved mutations are missing, ${replaced} were replaced`);
  return wrong;
}

/** R3: outbox entry, the row's mark and base row are written together. */
function atomicity(d: Dump): string[] {
  const wrong: string[] = [];
  const pending = new Set(d.outbox.flatMap((entry) => entry.touches));
  for (const touch of pending)
    if (!d.shadow.has(touch)) wrong.push(`R3 ${touch} has pending mutations but no base row`);
  for (const touch of d.shadow.keys())
    if (!pending.has(touch as never)) wrong.push(`R7 ${touch} has a base row but no pending mutation`);
  const keys = new Set(d.outbox.map((entry) => entry.key));
  for (const table of tables)
    for (const row of d.mirror[table].values())
      for (const key of row._sync?.op_ids ?? [])
        if (!keys.has(key)) wrong.push(`R3 ${table}:${row.id} shows ${key}, which is not pending`);
  return wrong;
}

/** R6: the mirror row is the base row with the pending mutations applied. */
function optimism(d: Dump): string[] {
  const wrong: string[] = [];
  for (const [touch, { base }] of d.shadow) {
    const [table, id] = touch.split(':') as [Table, string];
    let row: Row | null = base && plain(base);
    const applied: string[] = [];
    for (const entry of d.outbox) {
      if (!entry.touches.includes(touch as never)) continue;
      try {
        const { key, occurredAt, deviceName, path, body } = entry;
        row = definitionOf(entry.call)!.change(row, { path, body }, { key, occurredAt, deviceName });
        applied.push(key);
      } catch {
        // Only an entry that was sent may fail to apply: the server will reject it.
        if (entry.firstTryAt === null)
          wrong.push(`R6 ${entry.key} cannot be applied to ${touch}, but is pending and was never sent`);
      }
    }
    const shown = d.mirror[table].get(id) ?? null;
    if (!isDeepStrictEqual(row, shown && plain(shown)))
      wrong.push(`R6 ${touch} differs from its base row with the pending mutations`);
    if (shown && !isDeepStrictEqual(shown._sync?.op_ids ?? [], applied))
      wrong.push(`R6 ${touch} lists other mutations than those applied`);
  }
  return wrong;
}

/** What each dead-letter reason claims about the server. */
const storyOf: Record<DeadLetter['reason'], (server: Processed | undefined) => boolean> = {
  superseded: (server) => server?.isSuperseded === true,
  rejected: (server) => server?.outcome === 'rejected',
  // Never sent, or sent together with the mutation it depends on.
  dependency: (server) => server?.outcome !== 'applied',
  lost: (server) => server === undefined,
  apply_failed: (server) => server === undefined,
};

/** At rest, what each device says about a mutation is what the server did with it. */
export function checkStories(d: Dump, known: Known, processed: Processed[]): string[] {
  const wrong: string[] = [];
  const byKey = new Map(processed.map((p) => [p.key, p]));
  if (d.outbox.length > 0)
    wrong.push(
      `R11 ${d.outbox.length} mutations are still pending: ${d.outbox.map((e) => `${e.call} ${e.state} mid ${e.mid}`).join(', ')}`,
    );
  for (const { key, outcome, call } of d.done) {
    const server = byKey.get(key);
    if (outcome === 'done' && server?.outcome !== 'applied')
      wrong.push(`R4 ${call} ${key} counts as done, the server says ${server?.outcome ?? 'nothing'}`);
    if (outcome === 'overtaken' && server?.outcome === 'applied' && !server.isSuperseded)
      wrong.push(`R26 ${call} ${key} is listed as overtaken, and the server has done it`);
    if (outcome === 'withdrawn' && server) wrong.push(`R4 ${call} ${key} was withdrawn and the server has it`);
  }
  for (const { key, reason, entry } of d.dead) {
    const server = byKey.get(key);
    const isTrue = storyOf[reason](server);
    if (!isTrue)
      wrong.push(`R4 ${entry.call} ${key} is listed as ${reason}, the server says ${server?.outcome ?? 'nothing'}`);
  }
  const listed = new Set([...d.done.map((e) => e.key), ...d.dead.map((e) => e.key)]);
  for (const [key, { device, call }] of known.saved) {
    if (device !== d.device || listed.has(key) || known.dealtWith.has(key)) continue;
    if (byKey.has(key) && d.done.length < 200)
      wrong.push(`R11 ${call} ${key} reached the server, but the device does not list it`);
  }
  return wrong.map((text) => `${d.device}: ${text}`);
}

/** R11: at rest, the mirror equals the server's rows, byte for byte. */
export function checkConvergence(d: Dump, server: Record<string, Row[]>): string[] {
  const wrong: string[] = [];
  for (const table of tables) {
    const theirs = new Map((server[table] ?? []).map((row) => [row.id, row]));
    for (const id of new Set([...theirs.keys(), ...d.mirror[table].keys()])) {
      const [a, b] = [theirs.get(id), d.mirror[table].get(id)];
      if (!a || !b) wrong.push(`R11 ${table}:${id} is ${a ? 'missing on' : 'only on'} ${d.device}`);
      else if (!isDeepStrictEqual(a, plain(b)))
        wrong.push(`R11 ${table}:${id} differs on ${d.device}: ${differences(a, plain(b))}`);
    }
  }
  return wrong;
}
