import { tables, type Row, type Table } from '../../../contract/entity.ts';
import { sumsOf, type Page } from './sums.ts';
import type { Movement } from '../oracle/stock.ts';
import { handlers, type Done, type Fields, type ModelRequest, type Shelf, type Write } from './calls.ts';
import { takeStock } from './stock.ts';

/** How the model may fail on a mutation: once; on each try until it stores a refusal; always; or it cannot read the mutation. */
export type Poison = 'once' | 'stored' | 'stubborn' | 'unreadable';

interface Kept {
  table: Table;
  row: Fields;
  version: number;
  isDeleted: boolean;
}

interface Result {
  mid: number;
  outcome: 'applied' | 'rejected';
  version: number;
  status: number;
  error?: { code: string; message: string; current?: Row };
  notice?: { code: string; current: Row };
}

interface State {
  version: number;
  minVersion: number;
  rows: Map<string, Kept>;
  /** All movements of each stock. */
  movements: Map<string, Movement[]>;
  /** Time and operation of the last edit of each field, by touch. */
  edits: Map<string, Map<string, { at: string; key: string }>>;
  clients: Map<
    string,
    { user: string; lastMid: number; results: Map<number, Result & { key: string }>; confirmed: number }
  >;
  byKey: Map<string, { bytes: string; result: Result }>;
}

/** The outcome of one key in the current epoch. The checks use it. */
export interface Effect {
  key: string;
  user: string;
  clientId: string;
  mid: number;
  outcome: 'applied' | 'rejected';
  isSuperseded: boolean;
  /** Error code of a refusal. */
  code: string | null;
  version: number;
  /** Epoch in which it happened. */
  epoch: string;
  /** Touches of the changed rows. */
  wrote: string[];
}

export interface Answer {
  status: number;
  body: unknown;
}

interface Mutation {
  mid: number;
  key: string;
  call: string;
  ver: number;
  path: Record<string, string>;
  body: Record<string, unknown>;
}

/**
 * Model of the server of one restaurant: a version counter, rows with tombstones, and a result per key. Implements push, pull and snapshot
 * of the protocol, with epochs and purged tombstones. Shares no code with the API or the sync layer.
 */
export interface Space {
  epoch: string;
  pageSize: number;
  poison: Map<string, { kind: Poison; tries: number }>;
  version(): number;
  floor(): number;
  countedFirst(clientId: string): number;
  effect(key: string): Effect | undefined;
  /** In order of effect, in the current epoch. */
  effects(): Effect[];
  /** Every row of this touch that ever had this version, in any epoch. */
  versionsOf(touch: string, version: number): Row[];
  rowsNow(): { table: Table; row: Row }[];
  movements(): ReadonlyMap<string, readonly Movement[]>;
  /** Changes after version `from`: touch, version, and whether the row is deleted. */
  changes(from: number): { touch: string; version: number; isDeleted: boolean }[];
  get(table: Table, id: string): Fields | null;
  now(touch: string): Row | null;
  push(user: string, body: string, now: number): Answer;
  pull(user: string, body: string, now: number): Answer;
  /** A write by somebody else. False if it is refused. */
  write(call: string, path: Record<string, string>, body: Record<string, unknown>, now: number, key?: string): boolean;
  /** Adds `count` dishes in one version, with ids after `before`. Deletes them if they exist. */
  importDishes(before: string, count: number): string[];
  /** Purges tombstones; `counts`: the devices' mutation counts, too. Results stay known by key. */
  purge(counts: boolean): void;
  backUp(): void;
  /** Restores the last backup under a new epoch. False if there is none. */
  restore(epoch: string): boolean;
  /** Returns a function to unsubscribe. */
  onVersion(listener: (epoch: string, version: number) => void): () => void;
}

/** The epoch in which every device starts. */
export const FIRST_EPOCH = 'epoch-1';

export function makeSpace(first: { table: Table; row: Row }[], pageSize: number): Space {
  let state: State = {
    version: 0,
    minVersion: 0,
    rows: new Map(),
    movements: new Map(),
    edits: new Map(),
    clients: new Map(),
    byKey: new Map(),
  };
  let effects = new Map<string, Effect>();
  let backup: { state: State; effects: Map<string, Effect> } | null = null;
  const past = new Map<string, Row[]>();
  let countedFirst = new Map<string, number>();
  const listeners: ((epoch: string, version: number) => void)[] = [];

  const shelf: Shelf = {
    get: (table, id) => {
      const kept = state.rows.get(`${table}:${id}`);
      return kept && !kept.isDeleted ? kept.row : null;
    },
    last: (table, id) => state.rows.get(`${table}:${id}`)?.row ?? null,
    isUsed: (id) => tables.some((table) => state.rows.has(`${table}:${id}`)),
    rows: (table) =>
      [...state.rows.values()].filter((kept) => kept.table === table && !kept.isDeleted).map((k) => k.row),
    movements: (id) => {
      const known = state.movements.get(id) ?? [];
      state.movements.set(id, known);
      return known;
    },
    edits: (table, id) => {
      const known = state.edits.get(`${table}:${id}`) ?? new Map<string, { at: string; key: string }>();
      state.edits.set(`${table}:${id}`, known);
      return known;
    },
  };

  function keep(writes: Write[]): void {
    if (writes.length === 0) return;
    const version = (state.version += 1);
    for (const { table, id, row } of writes) {
      const touch = `${table}:${id}`;
      const before = state.rows.get(touch);
      const next = { ...(row ?? before!.row), version };
      state.rows.set(touch, { table, row: next, version, isDeleted: row === null });
      if (row === null) continue;
      const list = past.get(`${touch} ${version}`);
      if (list) list.push(next as unknown as Row);
      else past.set(`${touch} ${version}`, [next as unknown as Row]);
    }
    for (const listener of listeners) listener(space.epoch, version);
  }

  /** With the stock that orders take. */
  function perform(handler: (typeof handlers)[string], request: ModelRequest): Done {
    const done = handler(shelf, request);
    return 'writes' in done ? { ...done, writes: takeStock(shelf, done.writes, request) } : done;
  }

  function run(user: string, clientId: string, mutation: Mutation, now: number): Result {
    const handler = handlers[mutation.call];
    const at = { key: mutation.key, path: mutation.path, body: mutation.body, now: new Date(now).toISOString() };
    const done = mutation.ver === 1 && handler ? perform(handler, at) : { refused: 'unsupported_version', status: 409 };
    const common = { mid: mutation.mid };
    let result: Result;
    if ('refused' in done) {
      const error = { code: done.refused, message: 'Refused', ...(done.current ? { current: done.current } : {}) };
      result = { ...common, outcome: 'rejected', version: state.version, status: done.status, error };
    } else {
      keep(done.writes);
      result = { ...common, outcome: 'applied', version: state.version, status: 200 };
      if (done.notice) result.notice = done.notice;
    }
    const wrote = 'writes' in done ? done.writes.map(({ table, id }) => `${table}:${id}`) : [];
    note(user, clientId, mutation, result, wrote);
    return result;
  }

  function note(
    user: string,
    clientId: string,
    { key, mid, call, path, body }: Mutation,
    result: Result,
    wrote: string[],
  ): void {
    state.byKey.set(key, { bytes: JSON.stringify([call, path, body]), result });
    const { outcome, version, notice } = result;
    effects.set(key, {
      key,
      epoch: space.epoch,
      user,
      clientId,
      mid,
      outcome,
      version,
      isSuperseded: notice !== undefined,
      code: result.error?.code ?? null,
      wrote,
    });
  }

  const refused = (mid: number, code: string, status: number): Result => ({
    mid,
    outcome: 'rejected',
    version: state.version,
    status,
    error: { code, message: 'Refused' },
  });

  const clientOf = (user: string, id: string) => {
    const name = `${user} ${id}`;
    const known = state.clients.get(name) ?? { user, lastMid: 0, results: new Map(), confirmed: 0 };
    state.clients.set(name, known);
    return known;
  };

  const standing = (lastMid: number, now: number) => ({
    epoch: space.epoch,
    last_mid: lastMid,
    server_time: new Date(now).toISOString(),
  });

  const fault = (status: number, code: string): Answer => ({ status, body: { code, message: 'The call failed' } });

  const space: Space = {
    epoch: FIRST_EPOCH,
    pageSize,
    poison: new Map(),
    version: () => state.version,
    floor: () => state.minVersion,
    countedFirst: (clientId) => countedFirst.get(clientId) ?? 0,
    effect: (key) => effects.get(key),
    effects: () => [...effects.values()],
    versionsOf: (touch, version) => past.get(`${touch} ${version}`) ?? [],
    rowsNow: () =>
      [...state.rows.values()]
        .filter((k) => !k.isDeleted)
        .map(({ table, row }) => ({ table, row: row as unknown as Row })),
    movements: () => state.movements,
    changes: (from) =>
      [...state.rows]
        .filter(([, kept]) => kept.version > from)
        .map(([touch, { version, isDeleted }]) => ({ touch, version, isDeleted })),
    get: shelf.get,
    now: (touch) => {
      const kept = state.rows.get(touch);
      return kept && !kept.isDeleted ? (kept.row as unknown as Row) : null;
    },
    push(user, text, now) {
      const body = JSON.parse(text) as {
        client_id: string;
        schema: number;
        confirm_upto: number;
        mutations: Mutation[];
      };
      if (typeof body.client_id !== 'string' || body.mutations.length > 50) return fault(422, 'invalid_fields');
      const client = clientOf(user, body.client_id);
      if (body.mutations.some(({ key }) => space.poison.get(key)?.kind === 'unreadable'))
        return fault(422, 'invalid_fields');
      client.confirmed = Math.max(client.confirmed, Math.min(body.confirm_upto, client.lastMid));
      const results: object[] = [];
      let stopped: string | undefined;
      for (const mutation of body.mutations) {
        const { mid, key } = mutation;
        if (mid > client.lastMid + 1) {
          stopped = 'out_of_order';
          break;
        }
        const sick = space.poison.get(key);
        const isKnown = state.byKey.has(key);
        if (sick && !isKnown && sick.kind !== 'unreadable') {
          sick.tries += 1;
          if (sick.kind === 'stubborn' || sick.tries === 1) {
            if (results.length === 0) return fault(500, 'internal');
            stopped = 'unavailable';
            break;
          }
        }
        const before = state.byKey.get(key);
        // The number belongs to another mutation: the device must take a new client id.
        if (mid <= client.lastMid && !before) {
          stopped = 'out_of_order';
          break;
        }
        let result: Result;
        let isAgain = false;
        if (before) {
          isAgain = before.bytes === JSON.stringify([mutation.call, mutation.path, mutation.body]);
          result = isAgain ? { ...before.result, mid } : refused(mid, 'key_reused', 422);
        } else if (sick?.kind === 'stored') {
          result = refused(mid, 'internal', 500);
          note(user, body.client_id, mutation, result, []);
        } else result = run(user, body.client_id, mutation, now);
        if (mid > client.lastMid) {
          client.lastMid = mid;
          client.results.set(mid, { ...result, key });
        }
        results.push(isAgain ? again(result) : result);
      }
      return {
        status: 200,
        body: {
          data: {
            ...standing(client.lastMid, now),
            version: state.version,
            results,
            ...(stopped ? { stopped } : {}),
          },
        },
      };
    },
    pull(user, text, now) {
      const body = JSON.parse(text) as {
        client_id: string;
        cursor: { epoch: string; version: number } | null;
        snapshot?: { epoch: string; version: number; table: string; after: string | null };
        compare?: { page: Page | null };
      };
      if (typeof body.client_id !== 'string') return fault(422, 'invalid_fields');
      const client = clientOf(user, body.client_id);
      const common = {
        ...standing(client.lastMid, now),
        from: null,
        to: state.version,
        more: false,
        puts: {},
        dels: {},
        results: [...client.results.values()]
          .filter((result) => result.mid > client.confirmed)
          .map(({ key: _key, ...result }) => result),
      };
      const at = body.cursor ?? body.snapshot;
      if (at && at.epoch !== space.epoch) return { status: 200, body: { data: { ...common, reset: 'epoch' } } };
      if (at && at.version < state.minVersion) return { status: 200, body: { data: { ...common, reset: 'purged' } } };
      const found = body.cursor ? delta(body.cursor.version) : page(body.snapshot);
      const compared = body.compare && !found.more && { compared: sumsOf(space.rowsNow(), body.compare.page) };
      return { status: 200, body: { data: { ...common, ...found, ...compared } } };
    },
    write(call, path, body, now, key = `elsewhere ${now}`) {
      const at = new Date(now).toISOString();
      const done = perform(handlers[call]!, {
        key,
        path,
        body: { occurred_at: at, ...body },
        now: at,
      });
      if (!('writes' in done)) return false;
      keep(done.writes);
      return true;
    },
    importDishes(before, count) {
      const isTheirs = ({ id }: Fields) => id > before;
      const there = shelf.rows('menu_items').filter((row) => isTheirs(row) && row['name'] === 'Imported');
      if (there.length > 0) {
        keep(there.map(({ id }) => ({ table: 'menu_items', id, row: null })));
        return there.map(({ id }) => id);
      }
      const [like] = shelf.rows('menu_items');
      if (!like) return [];
      const ids = Array.from({ length: count }, (_, n) => before.slice(0, -3) + String(n + 1).padStart(3, '0'));
      keep(ids.map((id) => ({ table: 'menu_items', id, row: { ...like, id, name: 'Imported' } })));
      return ids;
    },
    purge(counts) {
      if (counts) for (const counted of [state.clients, countedFirst]) counted.clear();
      for (const [touch, kept] of state.rows) if (kept.isDeleted) state.rows.delete(touch);
      state.minVersion = state.version;
    },
    backUp() {
      backup = { state: structuredClone(state), effects: structuredClone(effects) };
    },
    restore(epoch) {
      if (!backup) return false;
      state = structuredClone(backup.state);
      effects = structuredClone(backup.effects);
      space.epoch = epoch;
      countedFirst = new Map([...state.clients].map(([name, { lastMid }]) => [name.split(' ')[1]!, lastMid]));
      return true;
    },
    onVersion(listener) {
      listeners.push(listener);
      return () => void listeners.splice(listeners.indexOf(listener), 1);
    },
  };

  const again = ({ mid, ...result }: Result & { key?: string }) => {
    const { key: _key, ...rest } = result;
    return { ...rest, mid, outcome: 'duplicate', first_outcome: result.outcome };
  };

  /** Everything after `from`, without splitting a version. */
  function delta(from: number) {
    const changed = [...state.rows.values()]
      .filter((kept) => kept.version > from)
      .sort((a, b) => a.version - b.version);
    const to = changed[space.pageSize - 1]?.version ?? state.version;
    const puts: Record<string, Fields[]> = {};
    const dels: Record<string, string[]> = {};
    for (const { table, row, isDeleted } of changed.filter((kept) => kept.version <= to)) {
      if (isDeleted) (dels[table] ??= []).push(row.id);
      else (puts[table] ??= []).push(row);
    }
    return { from, to, more: to < state.version, puts, dels };
  }

  /** Ordered by table and id. The last page has no `snapshot`. */
  function page(position: { version: number; table: string; after: string | null } | undefined) {
    const began = position?.version ?? state.version;
    const place = (table: string, id: string) => `${tables.indexOf(table as Table)} ${id}`;
    const after = position ? place(position.table, position.after ?? '') : '';
    const rest = [...state.rows.values()]
      .filter((kept) => !kept.isDeleted && place(kept.table, kept.row.id) > after)
      .sort((a, b) => (place(a.table, a.row.id) < place(b.table, b.row.id) ? -1 : 1));
    const here = rest.slice(0, space.pageSize);
    const puts: Record<string, Fields[]> = {};
    for (const { table, row } of here) (puts[table] ??= []).push(row);
    const last = here.at(-1);
    if (!last || rest.length === here.length) return { to: began, more: false, puts };
    return {
      to: began,
      more: true,
      puts,
      snapshot: { epoch: space.epoch, version: began, table: last.table, after: last.row.id },
    };
  }

  keep(first.map(({ table, row }) => ({ table, id: row.id, row: row as unknown as Fields })));
  return space;
}
