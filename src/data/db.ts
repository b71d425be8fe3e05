import Dexie, { type EntityTable, type Table as DexieTable } from 'dexie';
import type { Row, Table } from '../../contract/entity.ts';
import type { ErrorBody, Notice } from '../../contract/errors.ts';
import type { Cursor, SnapshotPosition } from '../../contract/sync/calls.ts';

/**
 * A row of the mirror: the server's row with what is pending folded in. `_sync` is absent on a clean row; `op_ids` are the keys of
 * the outbox entries that are folded in and not yet confirmed by a pull. `_gen` is the snapshot that last wrote the row.
 */
export type Mirrored<T extends Table = Table> = Row<T> & { _sync?: { op_ids: string[] }; _gen?: number };

/** "orders:0192…": one row of one mirrored table. */
export type Touch = `${Table}:${string}`;

/**
 * One queued change. States: `queued` (never sent, or sent and unanswered: `mid` tells), `inflight` (leased to a push), `acked`
 * (processed at `ackVersion`, kept until the cursor has reached it), `uncertain` (sent to a server without keys and not answered: it is
 * looked for before anything else is sent).
 */
export interface OutboxEntry {
  /** Local order. */
  seq: number;
  /** Contiguous per client; taken in the transaction that first leases the entry. */
  mid: number | null;
  /** Idempotency-Key and op_id, UUID v7. Never changes while the entry is sent again. */
  key: string;
  /** Name of the call, "orders.setStatus", and the version of its arguments. */
  call: string;
  ver: number;
  path: Record<string, string>;
  body: Record<string, unknown>;
  touches: Touch[];
  /** When the person did it: the device's clock corrected by the server's offset, ISO. */
  occurredAt: string;
  /** Was the device offline when it was done? For the words on the screen. */
  wasOffline: boolean;
  deviceName: string;
  state: 'queued' | 'inflight' | 'acked' | 'uncertain';
  /** How often the server answered a try with a fault of its own. */
  attempts: number;
  /** Epoch ms of the first try; null before it. */
  firstTryAt: number | null;
  /** Epoch ms of the last try. */
  triedAt?: number;
  /** It went out, or may have, under another name of the client. */
  wasRenamed?: boolean;
  /** The holder of the lease and when it ends, epoch ms. */
  lease: { holder: string; until: number } | null;
  ackVersion: number | null;
  /** Before it was sent to a server without keys: ids of what stood there and says the same. */
  seenIds?: string[];
  /** What the server said beside its yes; a superseded change leaves as a dead letter once the standing value is here. */
  notice: Notice | null;
}

/** The server's row under pending changes: what the mirror is rebuilt from. `base` null: the server has no such row. */
export interface ShadowRow {
  touch: Touch;
  base: Row | null;
}

/** A refused, superseded or lost change, kept until the person has dealt with it. */
export interface DeadLetter {
  key: string;
  seq: number;
  at: string;
  entry: OutboxEntry;
  /** `uncertain`: sent, and nobody knows whether it arrived. */
  reason: 'rejected' | 'superseded' | 'dependency' | 'apply_failed' | 'lost' | 'uncertain';
  error: ErrorBody | null;
  notice: Notice | null;
  /** The row that stands, as far as this device knew when the answer came. */
  theirs: Row | null;
  /** The row as this device showed it with the change. */
  yours: Row | null;
}

/** What became of a change that is finished: for "Done in the last 24 hours". All of the last day (10,000 at most), and the newest 200. */
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
  | 'ackVersion'
> {
  sentAt: string;
  /** Under which name and number the server has done it; missing where it went out under several. */
  sentAs?: { clientId: string; mid: number };
  /** `overtaken`: another device's change stands, and nobody has to do anything about it. */
  outcome: 'done' | 'withdrawn' | 'overtaken';
  /** The row that stands where the change did not take effect as it was made; null: there is no such row. */
  standing?: Row | null;
}

/** Single values of the layer, by name. */
export interface SyncValues {
  /** Which database this is: another one after the browser has thrown it away. */
  made: string;
  clientId: string;
  nextMid: number;
  /** The server's epoch, as last heard. */
  epoch: string | null;
  cursor: Cursor | null;
  /** The cursor stands between two pages of a delta: a row that changed again after it is older here than the cursor says. */
  isBetweenPages: boolean;
  /** The generation of the snapshot that is running or was last finished. */
  gen: number;
  snapshot: { position: SnapshotPosition | null; gen: number; mustSweep: boolean } | null;
  /** The first snapshot has been applied completely at least once. */
  isComplete: boolean;
  /** Server clock minus device clock, ms. */
  serverOffsetMs: number;
  lastPullAt: string | null;
  /** When the server last said that it has only the specification's calls, epoch ms; null: it speaks the protocol. */
  plainSince: number | null;
  /** On such a server: the newest version that this device gave a row, and the reading that last brought each table whole. */
  plainVersion: number;
  plainReadings: Partial<Record<Table, number>>;
  /** What it calls the rows that were made here: our id → its own, the newest hundred. */
  plainNames: Record<string, string>;
  /** Raised by a new version of the code; a transaction by older code aborts. */
  writeEpoch: number;
  status: SyncStatus;
  /** What came of comparing the mirror with the server. */
  compared: Comparisons;
  /** Keys of changes that newer ones replaced last, and of letters that were dealt with: a late second try to write one finds it here. */
  replaced: string[];
}

export interface Comparisons {
  /** How often the mirror was found to differ, and loaded afresh. */
  repairs: number;
  /** The last time, ISO; empty: never. */
  repairedAt: string;
  /** It still differs, though it was loaded afresh not long ago. */
  isOff: boolean;
}

/** What the sync worker says of itself; screens read it live. */
export interface SyncStatus {
  gate: 'open' | 'offline' | 'auth' | 'onboarding' | 'backoff' | 'upgrade';
  /** Since when the gate is not open, ISO. */
  since: string | null;
  /** Next try, epoch ms, in back-off. */
  nextTryAt: number | null;
  requestId: string | null;
  /** In back-off: the server fails on everything, and not on a change alone. */
  isDown?: true;
  /** In back-off: the server's disk is full, which a person has to mend. */
  isDiskFull?: true;
  /** Whose token was refused, when the gate is `auth`: the sign-in that it was of. */
  session?: number;
  phase: 'idle' | 'pushing' | 'pulling' | 'loading';
}

/** Conservation (R1): issued = waiting + sent + refused + withdrawn; each is raised in the transaction that moves an entry. */
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
  /** name → value. */
  sync: DexieTable<{ name: keyof SyncValues; value: unknown }, keyof SyncValues>;
  counters: DexieTable<{ name: keyof Counters; value: number }, keyof Counters>;
};

/** Of this code. A database that newer code has opened carries a greater one, and every write of this code then aborts. */
export const WRITE_EPOCH = 1;

/** Few indexes: each costs 5 to 8 % of a first sync. */
const stores = {
  restaurants: 'id',
  menu_books: 'id',
  menu_categories: 'id, menu_book_id',
  menu_items: 'id, category_id',
  orders: 'id, placed_at, [order_status+placed_at]',
  outbox: '++seq, &key, mid, state, *touches',
  shadow: 'touch',
  dead_letters: 'key, at',
  done: 'key, seq',
  sync: 'name',
  counters: 'name',
};

/** What the kitchen tablet added: the rest of the tables stays as it is. */
const storesOfKitchen = {
  orders: 'id, placed_at, [order_status+placed_at], customer_id',
  customers: 'id, phone, last_order_at',
  chats: 'id, customer_id, last_message_at',
  chat_messages: 'id, [chat_id+created_at]',
  notifications: 'id, created_at',
};

/** One database a user and restaurant, so that a shared tablet never mixes two accounts. */
export const databaseName = (userId: string, restaurantId: string, env = 'app') =>
  `galley:${env}:${userId}:${restaurantId}`;

export interface OpenOptions {
  indexedDB?: IDBFactory;
  IDBKeyRange?: typeof globalThis.IDBKeyRange;
}

/** Opens nothing yet: Dexie opens at the first use. Every transaction is strict: a tap is on the disk when it says so. */
export function makeDb(name: string, options: OpenOptions = {}): GalleyDb {
  const db = new Dexie(name, { ...options, cache: 'disabled', chromeTransactionDurability: 'strict' }) as GalleyDb;
  db.version(1).stores(stores);
  db.version(2).stores(storesOfKitchen);
  return db;
}
