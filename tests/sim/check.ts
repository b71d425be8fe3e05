import { isDeepStrictEqual } from 'node:util';
import { tables, type Row, type Table } from '../../contract/entities.ts';
import type { DeadLetter, DoneEntry, GalleyDb, OutboxEntry, ShadowRow } from '../../src/data/db.ts';
import { definitionOf } from '../../src/sync/registry.ts';
import type { Audited, Processed } from './audit.ts';

/** All that one device has on its disk, of one moment. */
export interface Dump {
  device: string;
  mirror: Record<Table, Map<string, StoredRow>>;
  outbox: OutboxEntry[];
  shadow: Map<string, ShadowRow>;
  dead: DeadLetter[];
  done: DoneEntry[];
  counters: Record<string, number>;
  cursor: { epoch: string; version: number } | null;
}

type StoredRow = Row & { _sync?: { op_ids: string[] }; _gen?: number };

export async function dump(device: string, db: GalleyDb): Promise<Dump> {
  return db.transaction('r', db.tables, async () => {
    const mirror = {} as Dump['mirror'];
    for (const table of tables) {
      const rows = (await db.table(table).toArray()) as StoredRow[];
      mirror[table] = new Map(rows.map((row) => [row.id, row]));
    }
    const counters = await db.counters.toArray();
    const cursor = await db.sync.get('cursor');
    return {
      device,
      mirror,
      outbox: await db.outbox.orderBy('seq').toArray(),
      shadow: new Map((await db.shadow.toArray()).map((row) => [row.touch, row])),
      dead: await db.dead_letters.toArray(),
      done: await db.done.toArray(),
      counters: Object.fromEntries(counters.map(({ name, value }) => [name, value])),
      cursor: (cursor?.value as Dump['cursor'] | undefined) ?? null,
    };
  });
}

/** What the people at the devices know for sure. */
export interface Known {
  /** Changes that a device said are saved, by key. */
  saved: Map<string, { device: string; call: string }>;
  /** Dead letters that were dismissed or made good. */
  dealtWith: Set<string>;
  withdrawn: Set<string>;
}

/**
 * The rules of src/sync/RULES.md on one device's disk, worked out from the stored values alone: nothing here calls the engine. Answers
 * the violations in words.
 */
export function checkDevice(d: Dump, known: Known, history: Audited[], processed: Processed[]): string[] {
  return [
    ...conservation(d, known),
    ...atomicity(d),
    ...optimism(d),
    ...cleanRows(d, history),
    ...patience(d, processed),
  ].map((text) => `${d.device}: ${text}`);
}

const coalescable = new Set([
  'menu.setAvailability',
  'menu.editItem',
  'menu.editCategory',
  'menu.editBook',
  'chats.markAsRead',
  'orders.setOrdering',
]);

/** I1: nothing that was saved is without a place, and nothing has two. */
function conservation(d: Dump, known: Known): string[] {
  const wrong: string[] = [];
  const { issued = 0, done = 0, dead = 0, withdrawn = 0 } = d.counters;
  if (issued !== d.outbox.length + done + dead + withdrawn)
    wrong.push(
      `I1 issued ${issued} is not ${d.outbox.length} waiting + ${done} done + ${dead} dead + ${withdrawn} withdrawn`,
    );
  const places = new Map<string, number>();
  for (const { key } of [...d.outbox, ...d.dead, ...d.done]) places.set(key, (places.get(key) ?? 0) + 1);
  for (const [key, count] of places) if (count > 1) wrong.push(`I1 change ${key} stands in ${count} places`);
  let missing = 0;
  for (const [key, { device, call }] of known.saved) {
    if (device !== d.device || places.has(key) || known.dealtWith.has(key) || known.withdrawn.has(key)) continue;
    missing += 1;
    // An unsent change may be replaced by a newer one of its kind; nothing else may go.
    if (!coalescable.has(call)) wrong.push(`I1 the saved change ${key} (${call}) is nowhere`);
  }
  const replaced = withdrawn - d.done.filter((entry) => entry.outcome === 'withdrawn').length;
  if (missing > replaced && d.done.length < 200)
    wrong.push(`I1 ${missing} saved changes are nowhere, ${replaced} were replaced`);
  return wrong;
}

/** I3: an entry, its row's mark and the shadow stand together. */
function atomicity(d: Dump): string[] {
  const wrong: string[] = [];
  const pending = new Set(d.outbox.flatMap((entry) => entry.touches));
  for (const touch of pending) if (!d.shadow.has(touch)) wrong.push(`I3 ${touch} has pending changes and no shadow`);
  for (const touch of d.shadow.keys())
    if (!pending.has(touch as never)) wrong.push(`I7 ${touch} has a shadow and nothing pending`);
  const keys = new Set(d.outbox.map((entry) => entry.key));
  for (const table of tables)
    for (const row of d.mirror[table].values())
      for (const key of row._sync?.op_ids ?? [])
        if (!keys.has(key)) wrong.push(`I3 ${table}:${row.id} shows ${key}, which does not wait`);
  return wrong;
}

/** I6: mirror = fold(change, shadow, pending). */
function optimism(d: Dump): string[] {
  const wrong: string[] = [];
  for (const [touch, { base }] of d.shadow) {
    const [table, id] = touch.split(':') as [Table, string];
    let row: Row | null = base && plain(base);
    const folded: string[] = [];
    for (const entry of d.outbox) {
      if (!entry.touches.includes(touch as never)) continue;
      try {
        const { key, occurredAt, deviceName, path, body } = entry;
        row = definitionOf(entry.call)!.change(row, { path, body }, { key, occurredAt, deviceName });
        folded.push(key);
      } catch {
        // It does not fit on this row: it was sent, and the server will say so.
        if (entry.firstTryAt === null)
          wrong.push(`I6 ${entry.key} does not fit on ${touch} and waits without ever having been sent`);
      }
    }
    const shown = d.mirror[table].get(id) ?? null;
    if (!isDeepStrictEqual(row, shown && plain(shown)))
      wrong.push(`I6 ${touch} shows something else than its base with what is pending`);
    if (shown && !isDeepStrictEqual(shown._sync?.op_ids ?? [], folded))
      wrong.push(`I6 ${touch} names other changes than those folded in`);
  }
  return wrong;
}

const plain = (row: StoredRow): Row => {
  const { _sync, _gen, ...rest } = row;
  void _sync;
  void _gen;
  return rest;
};

/** I7, I8: without pending changes the mirror is the server's row at the cursor, or a later one; the shadow likewise. */
function cleanRows(d: Dump, history: Audited[]): string[] {
  const { cursor } = d;
  if (!cursor) return [];
  const wrong: string[] = [];
  const at = new Map<string, Audited>();
  const newest = new Map<string, Audited>();
  for (const change of history) {
    const touch = `${change.table}:${change.id}`;
    newest.set(touch, change);
    if (change.version <= cursor.version) at.set(touch, change);
  }
  const serverRow = (touch: string): StoredRow | null => {
    const [table, id] = touch.split(':') as [Table, string];
    const shadow = d.shadow.get(touch);
    return shadow ? shadow.base : (d.mirror[table].get(id) ?? null);
  };
  for (const [touch, expected] of at) {
    const row = serverRow(touch);
    if (expected.isDeleted && row)
      wrong.push(`I8 ${touch} was deleted at ${expected.version} and is still here at ${cursor.version}`);
    if (!expected.isDeleted && !row && !newest.get(touch)!.isDeleted)
      wrong.push(`I8 ${touch} of version ${expected.version} is missing`);
    if (!expected.isDeleted && row && row.version < expected.version)
      wrong.push(`I7 ${touch} stands at ${row.version}, the server at ${expected.version} by cursor ${cursor.version}`);
  }
  for (const table of tables)
    for (const id of d.mirror[table].keys()) {
      const touch = `${table}:${id}`;
      if (!newest.has(touch) && !d.shadow.has(touch)) wrong.push(`I7 ${touch} is unknown to the server`);
    }
  return wrong;
}

/** I9: a change is let go only when the pull has brought its effect; else its row would show the old value for a moment. */
function patience(d: Dump, processed: Processed[]): string[] {
  const versions = new Map(processed.map((p) => [p.key, p.version]));
  // While everything is loaded afresh there is nothing to hold it against.
  if (!d.cursor) return [];
  const cursor = d.cursor.version;
  return d.done
    .filter(({ key, outcome }) => outcome === 'done' && (versions.get(key) ?? 0) > cursor)
    .map(
      ({ key, call }) => `I9 ${call} ${key} was let go at cursor ${cursor}, its effect is version ${versions.get(key)}`,
    );
}

/** I4, I5: one effect for each mutation, in the order of the device's taps. `direct`: versions that the history itself wrote. */
export function checkServer(
  processed: Processed[],
  history: Audited[],
  direct: Set<number>,
  order: Map<string, number>,
): string[] {
  const wrong: string[] = [];
  const claimed = new Set(processed.filter((p) => p.outcome === 'applied').map((p) => p.version));
  for (const version of new Set(history.map((change) => change.version)))
    if (!direct.has(version) && !claimed.has(version))
      wrong.push(`I4 version ${version} is the effect of no known mutation`);
  let last: Processed | null = null;
  for (const p of processed) {
    if (p.mid === null) continue;
    if (last && last.clientId === p.clientId) {
      if (p.version < last.version) wrong.push(`I5 mid ${p.mid} took effect before mid ${last.mid}`);
      const [before, now] = [order.get(last.key), order.get(p.key)];
      if (before !== undefined && now !== undefined && now < before)
        wrong.push(`I5 ${p.key} was tapped before ${last.key} and sent after it`);
    }
    last = p;
  }
  return wrong;
}

/** What a dead letter's reason says of the server. */
const storyOf: Record<DeadLetter['reason'], (server: Processed | undefined) => boolean> = {
  superseded: (server) => server?.isSuperseded === true,
  rejected: (server) => server?.outcome === 'rejected',
  // Never sent, or sent together with what it was built upon.
  dependency: (server) => server?.outcome !== 'applied',
  lost: (server) => server === undefined,
  apply_failed: (server) => server === undefined,
  // Only on a server without keys.
  uncertain: () => false,
};

/** At rest: what each device says of each change is what the server did with it. */
export function checkStories(d: Dump, known: Known, processed: Processed[]): string[] {
  const wrong: string[] = [];
  const byKey = new Map(processed.map((p) => [p.key, p]));
  if (d.outbox.length > 0)
    wrong.push(
      `I11 ${d.outbox.length} changes still wait: ${d.outbox.map((e) => `${e.call} ${e.state} mid ${e.mid}`).join(', ')}`,
    );
  for (const { key, outcome, call } of d.done) {
    const server = byKey.get(key);
    if (outcome === 'done' && server?.outcome !== 'applied')
      wrong.push(`I4 ${call} ${key} counts as done, the server says ${server?.outcome ?? 'nothing'}`);
    if (outcome === 'withdrawn' && server) wrong.push(`I4 ${call} ${key} was withdrawn and the server has it`);
  }
  for (const { key, reason, entry } of d.dead) {
    const server = byKey.get(key);
    const isTrue = storyOf[reason](server);
    if (!isTrue)
      wrong.push(`I4 ${entry.call} ${key} is listed as ${reason}, the server says ${server?.outcome ?? 'nothing'}`);
  }
  const told = new Set([...d.done.map((e) => e.key), ...d.dead.map((e) => e.key)]);
  for (const [key, { device, call }] of known.saved) {
    if (device !== d.device || told.has(key) || known.dealtWith.has(key)) continue;
    if (byKey.has(key) && d.done.length < 200)
      wrong.push(`I11 ${call} ${key} reached the server and the device tells nothing of it`);
  }
  return wrong.map((text) => `${d.device}: ${text}`);
}

/** I11: at rest the mirror is the server's rows, byte for byte. */
export function checkConvergence(d: Dump, server: Record<string, Row[]>): string[] {
  const wrong: string[] = [];
  for (const table of tables) {
    const theirs = new Map((server[table] ?? []).map((row) => [row.id, row]));
    for (const id of new Set([...theirs.keys(), ...d.mirror[table].keys()])) {
      const [a, b] = [theirs.get(id), d.mirror[table].get(id)];
      if (!a || !b) wrong.push(`I11 ${table}:${id} is ${a ? 'missing on' : 'only on'} ${d.device}`);
      else if (!isDeepStrictEqual(a, plain(b)))
        wrong.push(`I11 ${table}:${id} differs on ${d.device}: ${differences(a, plain(b))}`);
    }
  }
  return wrong;
}

const differences = (a: object, b: object) =>
  Object.keys({ ...a, ...b })
    .filter((name) => !isDeepStrictEqual((a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name]))
    .map(
      (name) =>
        `${name} ${JSON.stringify((a as Record<string, unknown>)[name])} / ${JSON.stringify((b as Record<string, unknown>)[name])}`,
    )
    .join('; ');
