import Dexie, { type EntityTable, type Table as DexieTable } from 'dexie';
import type { Row, Table } from '../../contract/entity.ts';
import type { Sign } from '../../contract/kitchen-mode/proof.ts';
import type { ErrorBody, Notice } from '../../contract/errors.ts';
import type { Cursor, SnapshotPosition } from '../../contract/sync/calls.ts';
import { declarationOf, type MirroredTable, STORES_VERSION, tables } from '../../contract/sync/tables.ts';
import { trackTransactions } from './abort-transactions.ts';

/**
 * A mirror row: the server's row with pending mutations applied. `_sync` is absent on a clean row; `op_ids` are the keys of the applied
 * outbox entries that no pull has confirmed yet. `_gen` is the snapshot that last wrote the row.
 */
export type Mirrored<T extends Table = Table> = Row<T> & { _sync?: { op_ids: string[] }; _gen?: number };

/** "orders:0192…": one row of a mirrored table. */
export type Touch = `${Table}:${string}`;

/**
 * A pending mutation. States: `queued` (not sent, or sent without an answer: see `mid`), `inflight` (leased to a push), `acked` (processed
 * at `ackVersion`, kept until the cursor reaches it).
 */
export interface OutboxEntry {
  /** Local order. */
  seq: number;
  /** Contiguous per client. Assigned in the transaction that first leases the entry. */
  mid: number | null;
  /** Idempotency-Key and op_id, UUID v7. Never changes when the entry is sent again. */
  key: string;
  /** Name of the call, such as "orders.setStatus", and the version of its arguments. */
  call: string;
  ver: number;
  path: Record<string, string>;
  body: Record<string, unknown>;
  touches: Touch[];
  /** When the person made it, ISO: the device's clock corrected by the server's offset. */
  occurredAt: string;
  /** True if the device was offline. Screens show it. */
  wasOffline: boolean;
  deviceName: string;
  /** At a device that several use: who did it, and who approved it. */
  by?: ReturnType<Sign>;
  approved?: ReturnType<Sign>;
  state: 'queued' | 'inflight' | 'acked';
  /** Number of tries that the server answered with an error. */
  attempts: number;
  /** Epoch ms of the first try; null before it. */
  firstTryAt: number | null;
  /** Epoch ms of the last try. */
  triedAt?: number;
  /** It was, or may have been, sent under an earlier client id. */
  wasRenamed?: boolean;
  /** Holder of the lease and its end, epoch ms. */
  lease: { holder: string; until: number } | null;
  ackVersion: number | null;
  /** The notice of a positive result. A superseded mutation becomes a dead letter once the current row is here. */
  notice: Notice | null;
}

/**
 * The base row: the server's row under pending mutations, from which the mirror row is rebuilt. `base` is null if the server has no such
 * row.
 */
export interface ShadowRow {
  touch: Touch;
  base: Row | null;
}

/** A rejected, superseded or lost mutation. Kept until the person resolves it. */
export interface DeadLetter {
  key: string;
  seq: number;
  at: string;
  entry: OutboxEntry;
  reason: 'rejected' | 'superseded' | 'dependency' | 'apply_failed' | 'lost';
  error: ErrorBody | null;
  notice: Notice | null;
  /** The server's row, as far as this device knew when the answer came. */
  theirs: Row | null;
  /** The row as this device showed it with the mutation; null if it did not. */
  yours: Row | null;
}

/** A finished mutation, for "Done in the last 24 hours". Keeps the last day (10,000 at most) and at least the newest 200. */
export interface DoneEntry extends Pick<
  OutboxEntry,
  | 'key'
  | 'seq'
  | 'call'
  | 'ver'
  | 'path'
  | 'body'
  | 'touches'
  | 'occurredAt'
  | 'wasOffline'
  | 'deviceName'
  | 'by'
  | 'approved'
  | 'ackVersion'
> {
  sentAt: string;
  /** Client id and number under which the server applied it. Absent if it was sent under several client ids. */
  sentAs?: { clientId: string; mid: number };
  /** `overtaken`: another device's change stands, and nobody has to act. */
  outcome: 'done' | 'withdrawn' | 'overtaken';
  /** The current row if the mutation did not take effect as made; null if there is none. */
  standing?: Row | null;
}

/**
 * A file that a mutation names by its id, with its bytes: stored before the mutation can be made, and deleted once no mutation names it.
 * `waiting`: not at the server, so mutations that name it are not sent yet. `refused`: the server does not take it, and will refuse them.
 */
export interface StoredFile {
  /** UUID v4, made here. */
  id: string;
  state: 'waiting' | 'sent' | 'refused';
  /** When it was stored, epoch ms. */
  at: number;
  /** Absent: an image of the menu, or the CSV of a customer import. */
  use?: 'menu_page';
  /** ArrayBuffers, because WebKit loses Blobs. */
  parts: { type: string; bytes: ArrayBuffer }[];
}

/** A ticket that this device printed, so that it prints none twice. `at`: when it was printed last, ISO. */
export interface PrintedTicket {
  /** Of order and kind (features/orders/print/printed.ts). */
  key: string;
  at: string;
}

/** Single values of the sync layer, by name. */
export interface SyncValues {
  /** Identity of this database. A new one means that the browser deleted the old one. */
  made: string;
  clientId: string;
  nextMid: number;
  /** The server's epoch when it last answered. */
  epoch: string | null;
  cursor: Cursor | null;
  /** True between two pages of a delta: a row that changed again later is older here than the cursor says. */
  isBetweenPages: boolean;
  /** Generation of the running or the last finished snapshot. */
  gen: number;
  snapshot: { position: SnapshotPosition | null; gen: number; mustSweep: boolean } | null;
  /** True once a snapshot has been applied completely. */
  isComplete: boolean;
  /** Server clock minus device clock, ms. */
  serverOffsetMs: number;
  lastPullAt: string | null;
  /** Newer code raises it. Write transactions of older code then abort. */
  writeEpoch: number;
  status: SyncStatus;
  /** Result of comparing the mirror with the server. */
  compared: Comparisons;
  /** Keys of mutations replaced last and of dead letters resolved last. A late second try to store one finds its key here. */
  replaced: string[];
}

export interface Comparisons {
  /** How often the mirror differed and was loaded afresh. */
  repairs: number;
  /** Last repair, ISO; empty if never. */
  repairedAt: string;
  /** It still differs after a recent fresh load. */
  isOff: boolean;
}

/** The sync worker's status. Screens read it live. */
export interface SyncStatus {
  gate: 'open' | 'offline' | 'auth' | 'onboarding' | 'backoff' | 'upgrade';
  /** Since when the queue has been blocked, ISO. */
  since: string | null;
  /** Time of the next try in backoff, epoch ms. */
  nextTryAt: number | null;
  requestId: string | null;
  /** In backoff: the server fails on everything, not just on one mutation. */
  isDown?: true;
  /** In backoff: the server's disk is full, which a person must fix. */
  isDiskFull?: true;
  /** With gate `auth`: the sign-in whose token was refused. */
  session?: number;
  phase: 'idle' | 'pushing' | 'pulling' | 'loading';
}

/** Conservation (R1): issued = waiting + sent + refused + withdrawn. Each counter is raised in the transaction that moves the entry. */
export interface Counters {
  issued: number;
  done: number;
  dead: number;
  withdrawn: number;
}

export type GalleyDb = Dexie & {
  [T in Table]: EntityTable<Mirrored<T>, 'id'>;
} & {
  outbox: EntityTable<OutboxEntry, 'seq'>;
  shadow: EntityTable<ShadowRow, 'touch'>;
  dead_letters: EntityTable<DeadLetter, 'key'>;
  done: EntityTable<DoneEntry, 'key'>;
  files: EntityTable<StoredFile, 'id'>;
  printed: EntityTable<PrintedTicket, 'key'>;
  /** name → value. */
  sync: DexieTable<{ name: keyof SyncValues; value: unknown }, keyof SyncValues>;
  counters: DexieTable<{ name: keyof Counters; value: number }, keyof Counters>;
};

/** Write epoch of this code. A database used by newer code has a greater one, and every write of this code then aborts. */
export const WRITE_EPOCH = 1;

const storeOf = ({ indexes }: MirroredTable): string => (indexes ? `id, ${indexes}` : 'id');

/** The newest version holds every table: what is missing on a device is added when it opens. */
const stores = {
  ...Object.fromEntries(tables.map((table) => [table, storeOf(declarationOf(table))])),
  outbox: '++seq, &key, mid, state, *touches',
  shadow: 'touch',
  dead_letters: 'key, at',
  done: 'key, seq',
  files: 'id, state, at',
  printed: 'key, at',
  sync: 'name',
  counters: 'name',
};

/** One database per user and restaurant, so that a shared tablet never mixes two accounts. */
export const databaseName = (userId: string, restaurantId: string, env = 'app') =>
  `galley:${env}:${userId}:${restaurantId}`;

export interface OpenOptions {
  indexedDB?: IDBFactory;
  IDBKeyRange?: typeof globalThis.IDBKeyRange;
}

/** Opens nothing yet: Dexie opens at first use. Every transaction is strict: once it has committed, it survives a crash. */
export function makeDb(name: string, options: OpenOptions = {}): GalleyDb {
  const db = new Dexie(name, { ...options, cache: 'disabled', chromeTransactionDurability: 'strict' }) as GalleyDb;
  db.version(STORES_VERSION).stores(stores);
  trackTransactions(db);
  return db;
}
