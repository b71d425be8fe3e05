import type pg from 'pg';
import type { Env } from '../env.ts';
import { Hook } from '../platform/event.ts';
import { keyIdIn, keyIdOf, openSecret, sealedUnder, sealSecret } from '../platform/secrets.ts';
import { SettingsError } from '../platform/start-error.ts';
import { withTransaction } from './with-transaction.ts';

type KeyEnv = Pick<Env, 'secretsKey' | 'previousSecretsKey' | 'isSecretsKeyLost'>;

/** A column whose texts SECRETS_KEY encrypts. */
export interface SealedColumn {
  table: string;
  /** Columns that identify a row. */
  key: readonly string[];
  /** The encrypted text, as SQL. */
  column: string;
  /** Which rows have one, besides those where it is null. */
  where?: string;
  /** The place that a row's text is encrypted for. */
  location(row: Record<string, string>): string;
  /** What an update sets, as SQL. $1: the text, encrypted anew; null: it is lost. */
  set: string;
  /** A row that lost its text goes. */
  isDeletedWhenLost?: boolean;
  /** Older rows have texts that were not encrypted yet. */
  mayBeClear?: boolean;
}

/** Every such column. Each area names its own. */
export const sealedColumns = new Hook<SealedColumn>('sealed columns');

/**
 * Re-encrypts every secret of the database with the current SECRETS_KEY, at each start. Throws if neither this key nor the previous one
 * fits some: continuing would lose them silently. If the operator declares their key lost, they are given up.
 */
export async function rotateSecrets(owner: pg.Pool, env: KeyEnv): Promise<{ moved: number; lost: number }> {
  return withTransaction(owner, null, 'write', async (client) => {
    // Simultaneous starts do it one after the other.
    await client.query("SELECT pg_advisory_xact_lock(hashtext('galley secrets'))");
    const opened = (await readOthers(client, env)).map((secret) => ({
      ...secret,
      open: secret.isClear ? secret.sealed : openSecret(env, secret.location, secret.sealed),
    }));
    const lost = opened.filter(({ open }) => open === null);
    if (lost.length > 0 && !env.isSecretsKeyLost) throw wrongKey(lost, env);
    for (const { keep, location, open } of opened)
      await keep(open === null ? null : sealSecret(env.secretsKey, location, open));
    return { moved: opened.length - lost.length, lost: lost.length };
  });
}

interface Sealed {
  /** The place it is encrypted for. */
  location: string;
  sealed: string;
  isClear: boolean;
  /** Stores the result; null: it is lost. */
  keep(sealed: string | null): Promise<unknown>;
}

/** Every secret in the database that is not encrypted with the current key. */
async function readOthers(client: pg.PoolClient, env: KeyEnv): Promise<Sealed[]> {
  const found: Sealed[] = [];
  for (const column of sealedColumns.entries) found.push(...(await readOthersOf(client, env, column)));
  return found;
}

async function readOthersOf(client: pg.PoolClient, env: KeyEnv, sealed: SealedColumn): Promise<Sealed[]> {
  const { table, key, column, where = 'true', location, set, isDeletedWhenLost, mayBeClear = false } = sealed;
  const { rows } = await client.query<Record<string, string> & { sealed: string }>(
    `SELECT ${key.join(', ')}, ${column} AS sealed FROM ${table} WHERE ${where} AND ${column} NOT LIKE $1 FOR UPDATE`,
    [`${sealedUnder(env.secretsKey)}%`],
  );
  const isRow = (from: number) => key.map((name, at) => `${name} = $${at + from}`).join(' AND ');
  return rows.map((row) => {
    const ids = key.map((name) => row[name]);
    return {
      location: location(row),
      sealed: row.sealed,
      isClear: mayBeClear && keyIdIn(row.sealed) === null,
      keep: (text) =>
        text === null && isDeletedWhenLost
          ? client.query(`DELETE FROM ${table} WHERE ${isRow(1)}`, ids)
          : client.query(`UPDATE ${table} SET ${set} WHERE ${isRow(2)}`, [text, ...ids]),
    };
  });
}

/** Ids of the other keys with which secrets in the database are encrypted. */
export async function findOtherKeyIds(client: pg.ClientBase | pg.Pool, secretsKey: string): Promise<string[]> {
  const texts = sealedColumns.entries.map(
    ({ table, column, where = 'true' }) => `SELECT ${column} AS sealed FROM ${table} WHERE ${where}`,
  );
  const { rows } = await client.query<{ sealed: string }>(
    `SELECT DISTINCT substring(sealed FROM '^2\\.[0-9a-f]{8}\\.') AS sealed
       FROM (${texts.join(' UNION ALL ')}) AS secrets
      WHERE sealed LIKE '2.%' AND sealed NOT LIKE $1`,
    [`${sealedUnder(secretsKey)}%`],
  );
  return rows.map(({ sealed }) => keyIdIn(sealed) ?? 'unknown').toSorted();
}

function wrongKey(lost: Sealed[], env: KeyEnv): SettingsError {
  const ids = [...new Set(lost.map(({ sealed }) => keyIdIn(sealed) ?? 'unknown'))].join(', ');
  return new SettingsError(
    `SECRETS_KEY: ${lost.length} of the database's secrets do not open with this key. They were encrypted under the key with the id ${ids}; ` +
      `this one is ${keyIdOf(env.secretsKey)}. Set SECRETS_KEY (or secrets.key of the data folder) to that key, or, to change keys, ` +
      'SECRETS_KEY_PREVIOUS. If it is gone for good, set SECRETS_KEY_LOST=1 for one start: notifications, WhatsApp and custom payment gateways are then to be set up again.',
  );
}
