import type { Row, Table } from '../../contract/entities.ts';
import type { MutationResult } from '../../contract/sync.ts';
import { type GalleyDb, makeDb } from '../../src/data/db.ts';
import { makeIds } from '../../src/data/ids.ts';
import { makeStore, type Store } from '../../src/data/store.ts';
import type { Engine } from '../../src/sync/engine.ts';
import { prepare } from '../../src/sync/identity.ts';
import { definitionOf } from '../../src/sync/registry.ts';
import type { Answer, PullBody, PullReply, PushBody, PushReply } from '../../src/sync/transport.ts';
import { makeDisk } from './disk.ts';
import { clockOf, makeTime, type VirtualTime } from './virtual-clock.ts';

export const BEGIN = '2026-11-20T18:30:00.000Z';
export const EPOCH = 'epoch-1';

/** One device with a server that says what the test tells it to say. */
export interface Tablet {
  db: GalleyDb;
  store: Store;
  engine: Engine;
  time: VirtualTime;
  pushed: PushBody[];
  pulled: PullBody[];
  /** Answers of the next calls, in order; after them nobody answers. */
  pushAnswers: ((body: PushBody) => Answer<PushReply> | Promise<Answer<PushReply>>)[];
  pullAnswers: ((body: PullBody) => Answer<PullReply> | Promise<Answer<PullReply>>)[];
  /** Puts rows on the device as a finished pull has left them. */
  load(rows: Partial<Record<Table, Row[]>>, version?: number): Promise<void>;
}

let count = 0;

export async function makeTablet(): Promise<Tablet> {
  const time = makeTime(Date.parse(BEGIN));
  const clock = clockOf(time, 0, () => true);
  const newId = makeIds({ now: clock.now, randomize: (bytes) => void crypto.getRandomValues(bytes) });
  const { indexedDB, IDBKeyRange } = makeDisk().tab();
  const db = makeDb(`galley:test:tablet:${++count}`, { indexedDB, IDBKeyRange });
  const store = makeStore({ db, clock, newId, deviceName: () => 'Kitchen', isOffline: () => false });
  const tablet: Omit<Tablet, 'engine'> = {
    db,
    store,
    time,
    pushed: [],
    pulled: [],
    pushAnswers: [],
    pullAnswers: [],
    async load(rows, version = 10) {
      for (const [table, list] of Object.entries(rows)) await db.table(table).bulkPut(list);
      await db.sync.bulkPut([
        { name: 'epoch', value: EPOCH },
        { name: 'cursor', value: { epoch: EPOCH, version } },
        { name: 'isComplete', value: true },
      ]);
    },
  };
  const engine: Engine = {
    db,
    definitions: definitionOf,
    clock,
    random: () => 0.5,
    newId,
    holder: newId(),
    isLeader: () => true,
    transport: {
      push: async (body) => {
        tablet.pushed.push(structuredClone(body));
        return (await tablet.pushAnswers.shift()?.(body)) ?? { kind: 'unanswered' };
      },
      pull: async (body) => {
        tablet.pulled.push(structuredClone(body));
        return (await tablet.pullAnswers.shift()?.(body)) ?? { kind: 'unanswered' };
      },
    },
  };
  await prepare(db, newId);
  return Object.assign(tablet, { engine });
}

/** A push reply in which every mutation took effect, the first at `version`. */
export const applied =
  (version: number, more: Partial<MutationResult> = {}) =>
  (body: PushBody): Answer<PushReply> =>
    answered(
      body,
      body.mutations.map(({ mid }, i) => ({ mid, outcome: 'applied', version: version + i, status: 200, ...more })),
    );

export const rejected =
  (code: string, current?: unknown) =>
  (body: PushBody): Answer<PushReply> =>
    answered(
      body,
      body.mutations.map(({ mid }) => ({
        mid,
        outcome: 'rejected',
        version: 10,
        status: 409,
        error: { code, message: code, current },
      })),
    );

export function answered(body: PushBody, results: MutationResult[], more: Partial<PushReply> = {}): Answer<PushReply> {
  const last_mid = Math.max(body.confirm_upto, ...results.map((result) => result.mid));
  return { kind: 'ok', data: { last_mid, version: 10, epoch: EPOCH, results, server_time: BEGIN, ...more } };
}

/** A pull reply. */
export const news =
  (to: number, more: Partial<PullReply> = {}) =>
  (): Answer<PullReply> => ({
    kind: 'ok',
    data: {
      epoch: EPOCH,
      from: 0,
      to,
      more: false,
      puts: {},
      dels: {},
      last_mid: 0,
      results: [],
      server_time: BEGIN,
      ...more,
    },
  });

export const status =
  (code: number, more: Partial<Extract<Answer<never>, { kind: 'status' }>> = {}) =>
  (): Answer<never> => ({ kind: 'status', status: code, error: null, retryAfterMs: null, ...more });
