import { createHash } from 'node:crypto';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { refuseHiddenRows } from './hidden-rows.ts';
import { BackupError, FORMAT_VERSION, HEADER_FILE, JOBS_FILE, MANIFEST_FILE } from './manifest.ts';
import type { Header, Manifest, SealedKey, PendingJobs } from './manifest.ts';
import type { Entry } from './tar.ts';

export interface SnapshotOptions {
  now: Date;
  appVersion: string;
  secretsKey: { id: string; sealed: SealedKey | null };
  /** Files of the data folder that belong to the backup. */
  files: AsyncIterable<Entry>;
  /** Aborts it. */
  signal?: AbortSignal | undefined;
}

// Each chunk becomes one file of the archive.
const CHUNK = 1024 * 1024;

/**
 * The whole database as of one moment, while others keep writing: one read-only transaction of the owner's login. The client cannot be used
 * afterwards; end it.
 */
export async function* readSnapshot(client: pg.ClientBase, options: SnapshotOptions): AsyncGenerator<Entry> {
  await client.query(`SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET lock_timeout = '60s';
    SET datestyle = 'ISO, YMD'; SET intervalstyle = 'iso_8601'; SET timezone = 'UTC'; SET bytea_output = 'hex';
    SET client_encoding = 'UTF8'; SET extra_float_digits = 1;
    BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY`);
  const tables = await findTables(client);
  if (tables.length === 0) throw new BackupError('The database has no tables: Galley has not been started on it yet.');
  // A migration that starts meanwhile waits; it would change tables that were not read yet.
  await client.query(
    `LOCK TABLE ${tables.map(({ name }) => pg.escapeIdentifier(name)).join(', ')} IN ACCESS SHARE MODE`,
  );
  await refuseHiddenRows(
    client,
    tables.map(({ name }) => name),
  );
  const header: Header = {
    format: 'galley-backup',
    format_version: FORMAT_VERSION,
    created_at: options.now.toISOString(),
    app_version: options.appVersion,
    migrations: await readMigrations(client),
    tables,
    sequences: await readSequences(client),
    secrets_key: options.secretsKey,
  };
  const head = json(HEADER_FILE, header);
  yield head;
  const manifest: Manifest = { header_sha256: sha256(head.body), tables: {}, files: {} };
  for (const table of tables) manifest.tables[table.name] = yield* readTable(client, table, options.signal);
  const jobs = json(JOBS_FILE, await readJobs(client));
  await client.query('COMMIT');
  const list = ({ name, body }: Entry) => void (manifest.files[name] = { bytes: body.length, sha256: sha256(body) });
  yield jobs;
  list(jobs);
  for await (const entry of options.files) {
    options.signal?.throwIfAborted();
    yield entry;
    list(entry);
  }
  yield json(MANIFEST_FILE, manifest);
}

/** Files that nobody has asked to import yet: they are deleted after some days, and devices send theirs again. */
const passing: Record<string, string> = {
  order_imports: "status = 'checked'",
  customer_imports: "status = 'uploaded'",
  menu_sent_files: 'true',
};

/** Rows as `COPY ... TO STDOUT` writes them, for all tenants by the owner's policy. */
async function* readTable(
  client: pg.ClientBase,
  { name, columns }: Header['tables'][number],
  signal: AbortSignal | undefined,
): AsyncGenerator<Entry, Manifest['tables'][string]> {
  signal?.throwIfAborted();
  const hash = createHash('sha256');
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  const kept = passing[name] === undefined ? '' : ` WHERE NOT (${passing[name]})`;
  const rows = `(SELECT ${list} FROM ${pg.escapeIdentifier(name)}${kept})`;
  const stream = client.query(copyTo(`COPY ${rows} TO STDOUT`));
  let [bytes, lines, part, held]: [number, number, number, Buffer[]] = [0, 0, 0, []];
  const flush = (): Entry => {
    const body = Buffer.concat(held);
    held = [];
    part += 1;
    return { name: `tables/${name}/${String(part).padStart(6, '0')}.copy`, body };
  };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    signal?.throwIfAborted();
    hash.update(chunk);
    bytes += chunk.length;
    lines += countLines(chunk);
    held.push(chunk);
    if (held.reduce((sum, { length }) => sum + length, 0) >= CHUNK) yield flush();
  }
  if (held.length > 0) yield flush();
  // The rows end before PostgreSQL's message that counts them, which may come in another packet; the next answer comes after both.
  await client.query('SELECT 1');
  // Compare what PostgreSQL says it sent with what arrived.
  if (stream.rowCount !== lines)
    throw new BackupError(`The table ${name} was cut off: ${lines} of ${stream.rowCount} rows arrived.`);
  return { rows: lines, bytes, sha256: hash.digest('hex') };
}

/** Line breaks inside values are escaped, so each line is a row. */
function countLines(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
  return lines;
}

/** From the catalog, not from schema.ts, so that no table is forgotten. Referenced tables come first. */
export async function findTables(client: pg.ClientBase): Promise<Header['tables']> {
  const { rows } = await client.query<{ name: string; columns: string[]; needs: string[] }>(
    `SELECT c.relname AS name,
            array(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
                     AND a.attgenerated = '' ORDER BY a.attnum) AS columns,
            array(SELECT f.relname::text FROM pg_constraint k JOIN pg_class f ON f.oid = k.confrelid
                   WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid <> c.oid) AS needs
       FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND NOT c.relispartition ORDER BY c.relname`,
  );
  const placed = new Map<string, Header['tables'][number]>();
  for (let left = rows; left.length > 0;) {
    const next = left.filter(({ needs }) => needs.every((name) => placed.has(name)));
    if (next.length === 0)
      throw new Error(`Tables refer to each other in a circle: ${left.map(({ name }) => name).join(', ')}`);
    for (const { name, columns } of next) placed.set(name, { name, columns });
    left = left.filter(({ name }) => !placed.has(name));
  }
  return [...placed.values()];
}

/** Empty for a database that Galley has never opened. */
export async function readMigrations(client: pg.ClientBase): Promise<Header['migrations']> {
  const { rows: found } = await client.query<{ is: boolean }>(
    "SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS is",
  );
  if (!found[0]!.is) return [];
  const { rows } = await client.query<{ hash: string; created_at: string }>(
    'SELECT hash, created_at FROM drizzle.__drizzle_migrations ORDER BY created_at',
  );
  return rows.map(({ hash, created_at }) => ({ hash, created_at: Number(created_at) }));
}

async function readSequences(client: pg.ClientBase): Promise<Header['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'S' ORDER BY relname",
  );
  const values = [];
  for (const { name } of rows) {
    const read = await client.query<{ last_value: string; is_called: boolean }>(
      `SELECT last_value, is_called FROM ${pg.escapeIdentifier(name)}`,
    );
    values.push({ name, ...read.rows[0]! });
  }
  return values;
}

/** Requested mails, replies and pushes that are not done. */
async function readJobs(client: pg.ClientBase): Promise<PendingJobs> {
  const { rows: found } = await client.query<{ is: boolean }>("SELECT to_regclass('pgboss.job') IS NOT NULL AS is");
  if (!found[0]!.is) return [];
  const { rows } = await client.query<{ queue: string; data: unknown; priority: number; start_after: Date }>(
    `SELECT name AS queue, data, priority, start_after FROM pgboss.job
      WHERE state IN ('created', 'retry', 'active') AND name NOT LIKE '\\_\\_pgboss\\_\\_%' ORDER BY created_on, id`,
  );
  return rows.map((row) => ({ ...row, start_after: row.start_after.toISOString() }));
}

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

const json = (name: string, value: unknown): Entry => ({
  name,
  body: Buffer.from(`${JSON.stringify(value, null, 1)}\n`),
});
