import { createHash } from 'node:crypto';
import { once } from 'node:events';
import pg from 'pg';
import { from as copyFrom, type CopyStreamQuery } from 'pg-copy-streams';
import { applyFirst, MIGRATION_LOCK, migrationTimes, refuseUnfit } from '../db/migrate.ts';
import { ensureOwnerPolicies } from '../db/roles.ts';
import { addJobs } from '../jobs/restored.ts';
import { readArchive, tableOf, type CheckedArchive } from './archive.ts';
import { refuseHiddenRows } from './hidden-rows.ts';
import { BackupError, JOBS_FILE, PendingJobs, type Header } from './manifest.ts';
import { findTables, readMigrations } from './snapshot.ts';

/**
 * Loads a checked archive into an empty database, at the backup's schema, in one transaction. `client` is the owner's; end it afterwards.
 * Calls `whenAccepted` before anything is written. Throws a BackupError and changes nothing if the database is not empty or in use, or the
 * schema is unknown.
 */
export async function loadArchive(
  client: pg.ClientBase,
  path: string,
  { header, manifest, files }: CheckedArchive,
  whenAccepted: () => void,
): Promise<void> {
  await refuseUnfit(client);
  await client.query(`SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET lock_timeout = '60s';
    SET datestyle = 'ISO, YMD'; SET intervalstyle = 'iso_8601'; SET timezone = 'UTC'; SET client_encoding = 'UTF8'`);
  await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
  const isNew = await refuseFilled(client, header);
  await refuseUsed(client);
  whenAccepted();
  const jobs = PendingJobs.parse(JSON.parse((files.get(JOBS_FILE) ?? Buffer.from('[]')).toString('utf8')));
  const add = await addJobs(client, jobs);
  await client.query('BEGIN');
  try {
    if (isNew) {
      await applyFirst(client, header.migrations);
      // Migrations after the load need these to see all rows.
      await ensureOwnerPolicies(client);
    }
    const tables = await compareTables(client, header);
    const guards = await lowerGuards(client, tables);
    await client.query(`TRUNCATE ${tables.map((name) => pg.escapeIdentifier(name)).join(', ')}`);
    await loadTables(client, path, header, manifest.tables);
    for (const { name, last_value, is_called } of header.sequences)
      await client.query('SELECT setval($1::regclass, $2, $3)', [pg.escapeIdentifier(name), last_value, is_called]);
    // A new epoch: devices that saw later changes load afresh and send again what is missing (decision 045).
    await client.query('UPDATE spaces SET epoch = gen_random_uuid()::text');
    await guards.raise();
    await add();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
  await client.query('ANALYZE');
}

/** Throws if the backup is from a later version. */
export function refuseUnknownSchema({ migrations, app_version: version }: Header): void {
  const known = migrationTimes();
  if (migrations.some(({ created_at }, n) => known[n] !== created_at))
    throw new BackupError(
      `The backup was made by Galley ${version} with a schema that this version does not know. Restore it with that version or a later one.`,
    );
}

/** True if there are no tables yet. Throws if a restore would replace rows. */
async function refuseFilled(client: pg.ClientBase, header: Header): Promise<boolean> {
  const tables = (await findTables(client)).map(({ name }) => name);
  if (tables.length === 0) return true;
  await refuseHiddenRows(client, tables);
  const filled = [];
  for (const name of tables)
    if (!MADE_BY_A_START.has(name)) {
      const { rows } = await client.query<{ some: boolean }>(
        `SELECT EXISTS (SELECT 1 FROM ${pg.escapeIdentifier(name)}) AS some`,
      );
      if (rows[0]!.some) filled.push(name);
    }
  if (filled.length > 0)
    throw new BackupError(
      `There is something in the database already (${filled.join(', ')}), and a restore never replaces it. ` +
        'Restore into an empty place: another DATA_DIR, or another database in DATABASE_URL.',
    );
  const present = await readMigrations(client);
  if (
    present.map(({ created_at }) => created_at).join() !== header.migrations.map(({ created_at }) => created_at).join()
  )
    throw new BackupError(
      'The database is empty and has the tables of another version than the backup. Restore into a place on which Galley was never started: ' +
        'another DATA_DIR, or another database in DATABASE_URL.',
    );
  return false;
}

/** Tables that a start fills before anybody has signed up. */
const MADE_BY_A_START = new Set(['vapid_keys', 'rate_limits']);

async function refuseUsed(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ application_name: string }>(
    `SELECT application_name FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
        AND application_name LIKE 'galley %' AND application_name <> 'galley keeper' LIMIT 1`,
  );
  if (rows.length > 0) throw new BackupError('A Galley server runs on this database. Stop it, then restore.');
}

/** Returns the tables' names. Throws if only one side has a column, which would stay empty or be lost. */
export async function compareTables(client: pg.ClientBase, header: Header): Promise<string[]> {
  const text = (tables: Header['tables']) =>
    tables.map(({ name, columns }) => `${name}(${columns.toSorted().join()})`).toSorted();
  const [here, there] = [text(await findTables(client)), text(header.tables)];
  const differing = [
    ...here.filter((table) => !there.includes(table)),
    ...there.filter((table) => !here.includes(table)),
  ];
  if (differing.length > 0)
    throw new BackupError(`The backup's tables are not those of its schema: ${differing.join('; ')}`);
  return header.tables.map(({ name }) => name);
}

/**
 * For this transaction, disables the triggers that refuse rows of former versions, and lets the owner bypass row-level security, through
 * which COPY cannot load. Neither needs a superuser.
 */
export async function lowerGuards(client: pg.ClientBase, tables: string[]): Promise<{ raise(): Promise<void> }> {
  const { rows } = await client.query<{ name: string; forced: boolean }>(
    `SELECT relname AS name, relforcerowsecurity AS forced FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relname = ANY($1)`,
    [tables],
  );
  const change = (verb: 'lower' | 'raise') =>
    rows.map(({ name, forced }) => {
      const actions = [
        `${verb === 'lower' ? 'DISABLE' : 'ENABLE'} TRIGGER USER`,
        ...(forced ? [`${verb === 'lower' ? 'NO FORCE' : 'FORCE'} ROW LEVEL SECURITY`] : []),
      ];
      return `ALTER TABLE ${pg.escapeIdentifier(name)} ${actions.join(', ')}`;
    });
  await client.query(change('lower').join(';'));
  return { raise: async () => void (await client.query(change('raise').join(';'))) };
}

async function loadTables(
  client: pg.ClientBase,
  path: string,
  header: Header,
  expected: CheckedArchive['manifest']['tables'],
): Promise<void> {
  const columns = new Map(header.tables.map((table) => [table.name, table.columns]));
  let loading: Loading | null = null;
  const finish = async () => {
    if (loading) await loading.end(expected[loading.name]!);
    loading = null;
  };
  for await (const { name, body } of readArchive(path)) {
    const table = tableOf(name);
    if (table === null) continue;
    if (loading?.name !== table) {
      await finish();
      loading = startLoading(client, table, columns.get(table)!);
    }
    await loading.write(body);
  }
  await finish();
}

interface Loading {
  name: string;
  write(body: Buffer): Promise<void>;
  end(expected: { rows: number; sha256: string }): Promise<void>;
}

function startLoading(client: pg.ClientBase, name: string, columns: string[]): Loading {
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  const stream: CopyStreamQuery = client.query(copyFrom(`COPY ${pg.escapeIdentifier(name)} (${list}) FROM STDIN`));
  const hash = createHash('sha256');
  const failed = once(stream, 'error').then(([error]: unknown[]) => Promise.reject(error as Error));
  failed.catch(() => {});
  return {
    name,
    async write(body) {
      hash.update(body);
      if (!stream.write(body)) await Promise.race([once(stream, 'drain'), failed]);
    },
    async end({ rows, sha256 }) {
      stream.end();
      await Promise.race([once(stream, 'finish'), failed]);
      // The archive was checked before; this checks what arrived.
      if (stream.rowCount !== rows || hash.digest('hex') !== sha256)
        throw new BackupError(`The table ${name} did not arrive whole: ${stream.rowCount} of ${rows} rows`);
    },
  };
}
