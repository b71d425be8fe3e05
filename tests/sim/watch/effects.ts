import { tables, type Table } from '../../../contract/entity.ts';
import type { DoneEntry, ShadowRow } from '../../../src/data/db.ts';
import type { Device, Simulation } from '../environment/simulation.ts';
import type { Audited, Processed } from './audit.ts';
import type { Shown } from './shown.ts';

/** The state of one device's database, to be compared with what PostgreSQL saw. It is read first, so that the server is never behind it. */
export interface Stood {
  mirror: Record<Table, Map<string, Shown>>;
  shadow: Map<string, ShadowRow>;
  done: DoneEntry[];
  cursor: { epoch: string; version: number } | null;
  /** A delta is half applied: rows that changed again come with the rest. */
  isBetweenPages: boolean;
}

/** What the server has done in the current epoch. */
export interface Seen {
  epoch: string;
  history: Audited[];
  processed: Processed[];
  /** Versions that no mutation made: the first rows and those of a backup. */
  direct: Set<number>;
}

/** For servers that must be queried: after each operation, checks every database at its cursor, and every result. */
export async function checkServer(sim: Simulation): Promise<void> {
  const { accounts, devices, books, violations, restores } = sim;
  for (const account of accounts) {
    const { seen } = account.backend;
    if (!seen) continue;
    const stood = devices.map((device) => standOf(device, sim.databaseOf(device, account)));
    const { epoch, history, processed, direct } = await seen();
    const orderOf = (key: string) => books.get(sim.mutations.get(key)?.database ?? '')?.order.get(key);
    violations.push(...effectsInOrder(processed, history, direct, orderOf, sim.keyOf));
    for (const [n, found] of stood.entries()) {
      if (found?.cursor?.epoch !== epoch) continue;
      const wrong = cleanRows(found, history);
      // After a restore, a delayed request may be applied again.
      if (restores === 0) wrong.push(...checkPulledBeforeDone(found, processed));
      violations.push(...wrong.map((text) => `${text} [${devices[n]!.name}]`));
    }
  }
}

function standOf({ disk }: Device, database: string): Stood | null {
  const raw = disk.raw(database);
  // Running transactions: the sweep is committed after the cursor.
  if (!raw || disk.busy() > 0) return null;
  const mirror = {} as Stood['mirror'];
  for (const table of tables) mirror[table] = new Map(raw.all<Shown>(table).map((row) => [row.id, row]));
  return {
    mirror,
    shadow: new Map(raw.all<ShadowRow>('shadow').map((row) => [row.touch, row])),
    done: raw.all<DoneEntry>('done'),
    cursor: raw.get<{ value: Stood['cursor'] }>('sync', 'cursor')?.value ?? null,
    isBetweenPages: raw.get<{ value: boolean }>('sync', 'isBetweenPages')?.value === true,
  };
}

/** R7, R8: without pending mutations, a mirror row is the server's row at the cursor or later. The same holds for base rows. */
export function cleanRows(d: Stood, history: Audited[]): string[] {
  const { cursor } = d;
  if (!cursor) return [];
  const wrong: string[] = [];
  const at = new Map<string, Audited>();
  const newest = new Map<string, Audited>();
  /** Deleted after the cursor and perhaps restored: a first load may have skipped them in between. */
  const goneSince = new Set<string>();
  for (const change of history) {
    const touch = `${change.table}:${change.id}`;
    newest.set(touch, change);
    if (change.version <= cursor.version) at.set(touch, change);
    else if (change.isDeleted) goneSince.add(touch);
  }
  const serverRow = (touch: string): Shown | null => {
    const [table, id] = touch.split(':') as [Table, string];
    const shadow = d.shadow.get(touch);
    return shadow ? shadow.base : (d.mirror[table].get(id) ?? null);
  };
  for (const [touch, expected] of at) {
    if (d.isBetweenPages && newest.get(touch)!.version > cursor.version) continue;
    const row = serverRow(touch);
    // A row created again since may have come with a first load.
    if (expected.isDeleted && row && row.version <= expected.version)
      wrong.push(`R8 ${touch} was deleted at ${expected.version} and is still here at ${cursor.version}`);
    if (!expected.isDeleted && !row && !goneSince.has(touch))
      wrong.push(`R8 ${touch} of version ${expected.version} is missing`);
    if (!expected.isDeleted && row && row.version < expected.version)
      wrong.push(`R7 ${touch} is at ${row.version}, the server at ${expected.version} by cursor ${cursor.version}`);
  }
  for (const table of tables)
    for (const id of d.mirror[table].keys()) {
      const touch = `${table}:${id}`;
      if (!newest.has(touch) && !d.shadow.has(touch)) wrong.push(`R7 ${touch} is unknown to the server`);
    }
  return wrong;
}

/** R9: an entry leaves the outbox only after the pull with its effect; else its row would briefly show the old value. */
export function checkPulledBeforeDone(d: Stood, processed: Processed[]): string[] {
  const versions = new Map(processed.map((p) => [p.key, p.version]));
  // During a fresh load there is no cursor to compare with.
  if (!d.cursor) return [];
  const cursor = d.cursor.version;
  return d.done
    .filter(({ key, outcome }) => outcome === 'done' && (versions.get(key) ?? 0) > cursor)
    .map(
      ({ key, call }) =>
        `R9 ${call} ${key} was removed at cursor ${cursor}, its effect is version ${versions.get(key)}`,
    );
}

/** R4, R5: one effect per mutation, in the order the device made them. `direct`: versions that no mutation made. */
export function effectsInOrder(
  processed: Processed[],
  history: Audited[],
  direct: Set<number>,
  orderOf: (key: string) => number | undefined,
  keyOf: (clientId: string, mid: number) => string | undefined,
): string[] {
  const wrong: string[] = [];
  const claimed = new Set(processed.filter((p) => p.outcome === 'applied').map((p) => p.version));
  for (const version of new Set(history.map((change) => change.version)))
    if (!direct.has(version) && !claimed.has(version))
      wrong.push(`R4 version ${version} is the effect of no known mutation`);
  const known = new Set(processed.map(({ key }) => key));
  let last: Processed | null = null;
  for (const p of processed) {
    if (p.mid === null) continue;
    // A mutation that was done under another client id is only counted.
    for (let mid = last?.clientId === p.clientId ? last.mid! + 1 : 1; mid < p.mid; mid++)
      if (!known.has(keyOf(p.clientId, mid) ?? ''))
        wrong.push(`R5 mid ${p.mid} of ${p.clientId} was processed, but mid ${mid} before it was not`);
    if (last && last.clientId === p.clientId) {
      if (p.version < last.version) wrong.push(`R5 mid ${p.mid} took effect before mid ${last.mid}`);
      const [then, now] = [orderOf(last.key), orderOf(p.key)];
      if (then !== undefined && now !== undefined && now < then)
        wrong.push(`R5 ${p.key} was made before ${last.key} and sent after it`);
    }
    last = p;
  }
  return wrong;
}
