import type pg from 'pg';
import type { Fault } from '../../contract/import/read-table.ts';
import type { ImportRowError } from '../../contract/import/shapes.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import type { Pools } from '../db/open.ts';
import type { waitingFiles } from '../db/keep-newest.ts';
import type { Space } from '../jobs/in-space.ts';
import type { Retention } from '../jobs/delete-old.ts';
import type { ImportsTable, Stored } from './stored.ts';
import type { Actor } from '../../contract/fields.ts';

/** What an import of files is: how a file is read, and what its rows become. All else is the same for all of them. */
export interface Importer<Table extends ImportsTable, Read> {
  table: Table;
  /** Files that nobody has imported yet. */
  waiting: (typeof waitingFiles)['customers' | 'orders'];
  /** Of the largest file. */
  bytes: number;
  /** The name of its job. */
  job: string;
  read(row: Stored<Table>, restaurant: Restaurant, now: Date): Promise<Read | Fault>;
  /** Writes what was read, and returns what the import is then. Repeated after a fault, it adds what is missing. */
  write(run: Run<Table>, read: Read): Promise<Partial<Stored<Table>>>;
  /** What is kept of a file that cannot be read. */
  failed?(errors: ImportRowError[]): Partial<Stored<Table>>;
  /** For the notification. `counts`: some are left out. */
  done(row: Stored<Table>): { what: string; counts: (string | false)[]; failed: number; url: string };
}

/** An import in work. */
export interface Run<Table extends ImportsTable> {
  pool: pg.Pool;
  /** As it is stored now. */
  row: Stored<Table>;
  restaurant: Restaurant;
  now: () => Date;
  /** Writes a part under the space's lock, so that orders are taken in between, and stores with it how far the import is. */
  inPart(write: (space: Space) => Promise<Partial<Stored<Table>>>): Promise<void>;
}

export const importActor: Actor = { kind: 'system', id: null, name: 'Import' };

/** Files that nobody imported, and rejects: both may hold personal data. */
export const importRetention = ({
  waiting: { table, status },
}: Pick<Importer<never, never>, 'waiting'>): Retention[] => [
  { table, where: `status = '${status}' AND created_at < $1`, days: 7 },
  { table, where: 'content IS NOT NULL AND created_at < $1', days: 7, set: "status = 'failed', content = NULL" },
  { table, where: 'errors_csv IS NOT NULL AND created_at < $1', days: 30, set: 'errors_csv = NULL' },
];

/** A file on this machine that a command imports. */
export interface LocalFile {
  pools: Pick<Pools, 'owner' | 'app'>;
  file: string;
  /** E-mail address of the owner or the restaurant. */
  email: string;
  now: Date;
  progress?: (message: string) => void;
  /** Called after each commit, to poke connected devices. */
  onWritten?: (restaurantId: string, version: number) => void;
}

export type NotImported = { kind: 'no_restaurant' } | { kind: 'unreadable'; fault: string };
