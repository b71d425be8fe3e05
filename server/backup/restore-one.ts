import { once } from 'node:events';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { findPlace } from '../db/open.ts';
import { readEnv } from '../env.ts';
import { openFiles } from '../platform/files/open-files.ts';
import { keyIdOf } from '../platform/secrets.ts';
import { checkArchive, readArchive, tableOf } from './archive.ts';
import { compareTables, lowerGuards } from './load.ts';
import { BackupError, STORED, type Header } from './manifest.ts';
import { readMigrations } from './snapshot.ts';

export interface RestoreOneOptions {
  /** Settings of the place that has the restaurant, or had it. */
  source: Record<string, string | undefined>;
  /** Of its owner, as the backup has it. */
  email: string;
  note(message: string): void;
}

/** What belongs to a browser or to a moment stays as it is, so that devices remain signed in. */
const STAYS = new Set(['sessions', 'push_subscriptions', 'email_codes', 'passkey_challenges', 'sign_in_returns']);

/**
 * Puts one restaurant back as a backup has it, in one transaction, beside all others. The server may run: meanwhile its requests wait, or are
 * told to come again. Returns how many rows. Throws a BackupError and changes nothing if the backup is not of this schema or key, does not
 * have the owner, or something of it belongs to another restaurant by now.
 */
export async function restoreRestaurant(path: string, { source, email, note }: RestoreOneOptions): Promise<number> {
  const { header } = await checkArchive(path);
  const env = readEnv(source);
  if (keyIdOf(env.secretsKey) !== header.secrets_key.id)
    throw new BackupError('The backup is encrypted under another secrets key than that of these settings.');
  const place = await findPlace(env, { note, announce: note });
  try {
    const client = new pg.Client({ ...place.owner, application_name: 'galley restore' });
    client.on('error', () => {}); // the running statement reports it
    await client.connect();
    try {
      await refuseOtherSchema(client, header);
      const found = await findOwned(path, header, email);
      const rows = await replaceRows(client, path, header, found);
      const store = openFiles(env);
      for await (const { name, body } of readArchive(path))
        if (name.startsWith(STORED) && name.includes(found.restaurantId))
          await store.put(name.slice(STORED.length), body);
      return rows;
    } finally {
      await client.end();
    }
  } finally {
    await place.leave?.();
  }
}

async function refuseOtherSchema(client: pg.Client, header: Header): Promise<void> {
  const times = (migrations: Header['migrations']) => migrations.map(({ created_at }) => created_at).join();
  if (times(await readMigrations(client)) !== times(header.migrations))
    throw new BackupError(
      'The backup is of another version than the database. Restore all of it into another DATA_DIR, start this version there, make a backup of ' +
        'that and restore the restaurant from it.',
    );
}

interface Owned {
  restaurantId: string;
  /** Of the people who belonged to it. */
  userIds: ReadonlySet<string>;
}

/** Tables whose rows refer to an account. */
const OF_ACCOUNTS = new Set(['memberships', 'sign_ins']);
/** How COPY writes NULL. */
const NULL = '\\N';

async function findOwned(path: string, header: Header, email: string): Promise<Owned> {
  const [users, members] = [[] as Row[], [] as Row[]];
  for await (const { table, values } of rowsOf(path, header)) {
    if (table === 'users') users.push(values());
    if (table === 'memberships') members.push(values());
  }
  const user = users.find((one) => one.get('email') === email.trim().toLowerCase());
  if (!user) throw new BackupError(`The backup has no account with the address ${email}.`);
  const owned = members
    .filter((one) => one.get('user_id') === user.get('id') && one.get('role') === 'owner')
    .map((one) => one.get('restaurant_id')!);
  // Of several restaurants, the one that was used last.
  const restaurantId = owned.find((id) => id === user.get('restaurant_id')) ?? owned[0];
  if (restaurantId === undefined) throw new BackupError(`In the backup, ${email} owns no restaurant.`);
  const ids = members.filter((one) => one.get('restaurant_id') === restaurantId).map((one) => one.get('user_id')!);
  return { restaurantId, userIds: new Set(ids.filter((id) => id !== NULL)) };
}

async function replaceRows(
  client: pg.Client,
  path: string,
  header: Header,
  { restaurantId, userIds }: Owned,
): Promise<number> {
  await client.query(`SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET lock_timeout = '60s';
    SET datestyle = 'ISO, YMD'; SET intervalstyle = 'iso_8601'; SET timezone = 'UTC'; SET client_encoding = 'UTF8'; BEGIN`);
  try {
    const guards = await lowerGuards(client, await compareTables(client, header));
    // Who belongs to another restaurant by now keeps the account as it is: it is not this one's to put back.
    const { rows: shared } = await client.query<{ user_id: string }>(
      'SELECT DISTINCT user_id FROM memberships WHERE restaurant_id <> $1 AND user_id IS NOT NULL',
      [restaurantId],
    );
    const kept = new Set(shared.map(({ user_id }) => user_id));
    const restored = new Set([...userIds].filter((id) => !kept.has(id)));
    const own = header.tables.filter(({ name, columns }) => !STAYS.has(name) && keyOf(columns) !== null);
    // Those that refer to others first.
    for (const { name, columns } of own.toReversed()) {
      if (name === 'users')
        await client.query(
          'DELETE FROM users WHERE (restaurant_id = $1 OR id = ANY($2::uuid[])) AND NOT id = ANY($3::uuid[])',
          [restaurantId, [...restored], [...kept]],
        );
      else {
        const [key, ids] =
          keyOf(columns) === 'user_id' ? ['user_id', [...restored]] : ['restaurant_id', [restaurantId]];
        await client.query(`DELETE FROM ${pg.escapeIdentifier(name)} WHERE ${key} = ANY($1::uuid[])`, [ids]);
      }
    }
    const { rows: present } = await client.query<{ id: string }>('SELECT id FROM users');
    const accounts = new Set([...restored, ...present.map(({ id }) => id), NULL]);
    const isOwn = (table: string, values: Row) => {
      if (table === 'users') return restored.has(values.get('id')!);
      if (!values.has('restaurant_id')) return restored.has(values.get('user_id') ?? '');
      const isOfNobody = OF_ACCOUNTS.has(table) && !accounts.has(values.get('user_id')!);
      return values.get('restaurant_id') === restaurantId && !isOfNobody;
    };
    const count = await loadRows(client, path, header, new Set(own.map(({ name }) => name)), isOwn);
    await client.query(
      `UPDATE users u SET restaurant_id = $1 WHERE id = ANY($2::uuid[])
          AND NOT EXISTS (SELECT FROM memberships m WHERE m.user_id = u.id AND m.restaurant_id = u.restaurant_id)`,
      [restaurantId, [...restored]],
    );
    // Its devices load afresh and send again what is missing (decision 045).
    await client.query('UPDATE spaces SET epoch = gen_random_uuid()::text WHERE restaurant_id = $1', [restaurantId]);
    await guards.raise();
    await client.query('COMMIT');
    return count;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    const { code, detail } = error as { code?: string; detail?: string };
    if (code !== '23505') throw error;
    throw new BackupError(`Something of it belongs to another restaurant by now: ${detail ?? ''}`, { cause: error });
  }
}

/** By what a table's rows are those of a restaurant. */
const keyOf = (columns: readonly string[]) =>
  (['restaurant_id', 'user_id'] as const).find((name) => columns.includes(name)) ?? null;

async function loadRows(
  client: pg.Client,
  path: string,
  header: Header,
  tables: ReadonlySet<string>,
  isOwn: (table: string, values: Row) => boolean,
): Promise<number> {
  let count = 0;
  let lines: Buffer[] = [];
  let loading = '';
  const flush = async () => {
    if (lines.length === 0) return;
    const columns = header.tables.find(({ name }) => name === loading)!.columns;
    const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
    const stream = client.query(copyFrom(`COPY ${pg.escapeIdentifier(loading)} (${list}) FROM STDIN`));
    stream.end(Buffer.concat(lines));
    await once(stream, 'finish');
    count += lines.length;
    lines = [];
  };
  for await (const { table, line, values } of rowsOf(path, header)) {
    if (!tables.has(table) || !isOwn(table, values())) continue;
    if (loading !== table || lines.length >= ROWS) await flush();
    loading = table;
    lines.push(line);
  }
  await flush();
  return count;
}

const ROWS = 1000;

/** Values by column, as COPY writes them. */
type Row = ReadonlyMap<string, string>;

/** The rows of an archive, as COPY writes them. */
async function* rowsOf(path: string, header: Header) {
  const columns = new Map(header.tables.map((table) => [table.name, table.columns]));
  // A row may go on in the next file.
  let rest = Buffer.alloc(0);
  for await (const { name, body } of readArchive(path)) {
    const table = tableOf(name);
    if (table === null) continue;
    const names = columns.get(table)!;
    const all = Buffer.concat([rest, body]);
    let from = 0;
    for (let end = all.indexOf(10); end !== -1; end = all.indexOf(10, from)) {
      const line = all.subarray(from, end + 1);
      from = end + 1;
      const values = () => {
        const cells = line.toString('utf8', 0, line.length - 1).split('\t');
        return new Map(names.map((column, i) => [column, cells[i]!]));
      };
      yield { table, line, values };
    }
    rest = all.subarray(from);
  }
}
