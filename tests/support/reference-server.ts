import { applyAvailability } from '../../contract/menu/availability.ts';
import { addUp, hashOf, belongsInMirror, versionMark } from '../../contract/sync/checksum.ts';
import { tables, type Row, type Table } from '../../contract/entity.ts';
import type { ErrorBody, Notice } from '../../contract/errors.ts';
import type { MenuItem } from '../../contract/menu/calls.ts';
import type { Compared, Mutation, MutationResult } from '../../contract/sync/calls.ts';
import { argsOf } from '../../src/data/apply-pending.ts';
import { definitionOf } from '../../src/sync/runtime/registry.ts';
import type { PullBody, PullReply, PushBody, PushReply, Transport } from '../../src/sync/protocol/transport.ts';

interface Kept {
  table: Table;
  row: Row;
  isDeleted: boolean;
}

interface Stored {
  hash: string;
  result: Omit<MutationResult, 'mid' | 'outcome'> & { outcome: 'applied' | 'rejected' };
}

interface State {
  version: number;
  minVersion: number;
  rows: Map<string, Kept>;
  lastMids: Map<string, number>;
  byKey: Map<string, Stored>;
  results: Map<string, MutationResult[]>;
}

/**
 * The protocol of src/sync/RULES.md in memory: one restaurant, one version per write, each key applied once and in its device's
 * order. Short enough to be read in one go, because the sync layer is tested against it.
 */
export interface ReferenceServer {
  epoch: string;
  /** Rows per page. */
  pageSize: number;
  /** Per table, the instant from which rows count in a comparison. */
  floors: Record<string, string>;
  /** Epoch ms. */
  now: () => number;
  /** Calls that are refused, with the error. */
  refusals: Map<string, ErrorBody>;
  /** Mutations that took effect, in order. */
  effects: { clientId: string; mid: number; key: string; call: string }[];
  version(): number;
  get<T extends Table>(table: T, id: string): Row<T> | null;
  /** A write by another device. Returns its version. */
  put<T extends Table>(table: T, ...rows: Row<T>[]): number;
  remove(table: Table, id: string): number;
  /** Forgets tombstones, so that older cursors become invalid. */
  purge(): void;
  save(): State;
  /** Restores a backup: a new epoch begins. */
  restore(state: State, epoch: string): void;
  push(body: PushBody): PushReply;
  pull(body: PullBody): PullReply;
  transport: Transport;
}

export function makeServer(): ReferenceServer {
  let state: State = {
    version: 0,
    minVersion: 0,
    rows: new Map(),
    lastMids: new Map(),
    byKey: new Map(),
    results: new Map(),
  };

  const keep = (table: Table, row: Row, version: number, isDeleted = false) => {
    state.rows.set(`${table}:${row.id}`, { table, row: { ...row, version }, isDeleted });
  };

  function serve(clientId: string, mutation: Mutation): MutationResult {
    const hash = JSON.stringify([mutation.call, mutation.path, mutation.body]);
    const before = state.byKey.get(mutation.key);
    if (before?.hash !== undefined && before.hash !== hash)
      return refused(mutation, { code: 'key_reused', message: 'Reused' }, 422);
    if (before)
      return { ...before.result, mid: mutation.mid, outcome: 'duplicate', first_outcome: before.result.outcome };
    const result = run(clientId, mutation);
    state.byKey.set(mutation.key, { hash, result: result as Stored['result'] });
    return result;
  }

  function run(clientId: string, mutation: Mutation): MutationResult {
    const refusal = server.refusals.get(mutation.call);
    if (refusal) return refused(mutation, refusal);
    const definition = definitionOf(mutation.call);
    if (!definition) return refused(mutation, { code: 'unsupported_version', message: 'Unknown' });
    const body = mutation.body as Record<string, string>;
    const context = { key: mutation.key, occurredAt: body.occurred_at ?? '', deviceName: '' };
    const args = argsOf(definition.call, mutation as never);
    const changed: { id: string; before: Row | null; after: Row | null }[] = [];
    let notice: Notice | undefined;
    try {
      for (const id of definition.rows(args)) {
        const before = server.get(definition.table, id);
        if (before && mutation.call.startsWith('menu.create')) throw new Error('id_taken');
        const after = definition.change(before, args, context);
        if (before && mutation.call === 'menu.setAvailability') {
          const outcome = applyAvailability(before as MenuItem, body, {
            ...context,
            opId: context.key,
            actor: null,
            restaurant: null,
          });
          if (outcome.kind === 'superseded') notice = { code: 'superseded', current: before };
        }
        changed.push({ id, before, after });
      }
    } catch (error) {
      return refused(mutation, { code: (error as Error).message, message: 'Refused' });
    }
    const isChange = changed.some(({ before, after }) => before !== after);
    if (isChange) {
      state.version += 1;
      for (const { before, after } of changed)
        if (after !== before) keep(definition.table, (after ?? before)!, state.version, after === null);
      server.effects.push({ clientId, mid: mutation.mid, key: mutation.key, call: mutation.call });
    }
    return {
      mid: mutation.mid,
      outcome: 'applied',
      version: state.version,
      status: 200,
      ...(notice ? { notice } : {}),
    };
  }

  const refused = (mutation: Mutation, error: ErrorBody, status = 409): MutationResult => ({
    mid: mutation.mid,
    outcome: 'rejected',
    version: state.version,
    status,
    error,
  });

  const server: ReferenceServer = {
    epoch: 'epoch-1',
    pageSize: 500,
    floors: {},
    now: () => Date.parse('2026-11-20T19:00:00.000Z'),
    refusals: new Map(),
    effects: [],
    version: () => state.version,
    get: <T extends Table>(table: T, id: string) => {
      const kept = state.rows.get(`${table}:${id}`);
      return kept && !kept.isDeleted ? (kept.row as Row<T>) : null;
    },
    put(table, ...rows) {
      state.version += 1;
      for (const row of rows) keep(table, row, state.version);
      return state.version;
    },
    remove(table, id) {
      const row = server.get(table, id);
      state.version += 1;
      if (row) keep(table, row, state.version, true);
      return state.version;
    },
    purge() {
      for (const [key, kept] of state.rows) if (kept.isDeleted) state.rows.delete(key);
      state.minVersion = state.version;
    },
    save: () => structuredClone(state),
    restore(saved, epoch) {
      state = structuredClone(saved);
      server.epoch = epoch;
    },
    push(body) {
      const results: MutationResult[] = [];
      let stopped: PushReply['stopped'];
      const known = state.results.get(body.client_id) ?? [];
      state.results.set(
        body.client_id,
        known.filter((result) => result.mid > body.confirm_upto),
      );
      for (const mutation of body.mutations) {
        const last = state.lastMids.get(body.client_id) ?? 0;
        // A gap, or a mutation id that was used with another key.
        if (mutation.mid > last + 1 || (mutation.mid <= last && !state.byKey.has(mutation.key))) {
          stopped = 'out_of_order';
          break;
        }
        const result = serve(body.client_id, mutation);
        results.push(result);
        if (mutation.mid <= last) continue;
        state.lastMids.set(body.client_id, mutation.mid);
        const outcome = result.outcome === 'duplicate' ? (result.first_outcome ?? 'applied') : result.outcome;
        state.results.get(body.client_id)?.push({ ...result, outcome });
      }
      return { ...standing(body.client_id), version: state.version, results, ...(stopped ? { stopped } : {}) };
    },
    pull(body) {
      const common = {
        ...standing(body.client_id),
        from: null,
        to: state.version,
        more: false,
        puts: {},
        dels: {},
        results: state.results.get(body.client_id) ?? [],
      };
      const at = body.cursor ?? body.snapshot;
      if (at && (at.epoch !== server.epoch || at.version > state.version)) return { ...common, reset: 'epoch' };
      if (at && at.version < state.minVersion) return { ...common, reset: 'purged' };
      if (!body.cursor) return { ...common, ...page(body.snapshot) };
      const reply = { ...common, ...delta(body.cursor.version) };
      return body.compare && !reply.more ? { ...reply, compared: compare() } : reply;
    },
    transport: {
      push: async (body) => ({ kind: 'ok', data: wire(server.push(wire(body))) }),
      pull: async (body) => ({ kind: 'ok', data: wire(server.pull(wire(body))) }),
    },
  };

  const standing = (clientId: string) => ({
    epoch: server.epoch,
    last_mid: state.lastMids.get(clientId) ?? 0,
    server_time: new Date(server.now()).toISOString(),
  });

  function delta(from: number) {
    const changed = [...state.rows.values()]
      .filter((kept) => kept.row.version > from)
      .sort((a, b) => a.row.version - b.row.version);
    const to = changed[server.pageSize - 1]?.row.version ?? state.version;
    const reply = { from, to, more: to < state.version, puts: {} as PullReply['puts'], dels: {} as PullReply['dels'] };
    for (const { table, row, isDeleted } of changed.filter((kept) => kept.row.version <= to)) {
      if (isDeleted) (reply.dels[table] ??= []).push(row.id);
      else (reply.puts[table] ??= []).push(row);
    }
    return reply;
  }

  /** All rows at once: one page per table. */
  function compare(): Compared {
    const { floors } = server;
    const reply: Compared = { floors, sums: {}, parts: [], next: null };
    for (const table of tables) {
      const rows = [...state.rows.values()]
        .filter((kept) => kept.table === table && !kept.isDeleted)
        .map((kept) => kept.row)
        .filter((row) => belongsInMirror(table, row, floors));
      reply.sums[table] = addUp(rows.map(versionMark));
      reply.parts.push({ table, before: null, last: null, ...addUp(rows.map((row) => hashOf(table, row))) });
    }
    return reply;
  }

  function page(position: PullBody['snapshot']) {
    const began = position?.version ?? state.version;
    const rank = ({ table, row }: Kept) => `${tables.indexOf(table)} ${row.id}`;
    const after = position ? `${tables.indexOf(position.table as Table)} ${position.after ?? ''}` : '';
    const rest = [...state.rows.values()]
      .filter((kept) => !kept.isDeleted && rank(kept) > after)
      .sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
    const here = rest.slice(0, server.pageSize);
    const last = here.at(-1);
    const puts: PullReply['puts'] = {};
    for (const { table, row } of here) (puts[table] ??= []).push(row);
    if (!last || rest.length === here.length) return { to: began, puts };
    const snapshot = { epoch: server.epoch, version: began, table: last.table, after: last.row.id };
    return { to: began, more: true, puts, snapshot };
  }

  return server;
}

/** The value after a trip over the wire. */
const wire = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
