import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { findPlace } from '../db/open.ts';
import '../areas.ts';
import { readEnv, readEnvWithoutKey } from '../env.ts';
import { hasDatabase } from '../platform/kept-key.ts';
import { backupName } from '../backup/folder.ts';
import { makeBackup, refuseOtherKey } from '../backup/make.ts';
import { BackupError } from '../backup/manifest.ts';
import { promptPassphrase } from '../backup/passphrase.ts';
import { complain, count, messageOf, note } from './command.ts';

// npm run backup -- FILE
// Exit code 0: the file was written and verified. 1: no new file. 2: wrong arguments.

const usage = 'Usage: npm run backup -- FILE.tar.gz   (or a folder, where the file is named by the time)';

process.exitCode = await main();

async function main(): Promise<number> {
  const [file, ...more] = process.argv.slice(2);
  if (!file || file.startsWith('-') || more.length > 0) return complain(usage, 2);
  const now = new Date();
  // npm runs scripts in the project's folder; INIT_CWD is the person's.
  const target = resolve(process.env.INIT_CWD ?? '.', file);
  const path = existsSync(target) && statSync(target).isDirectory() ? join(target, backupName(now)) : target;
  let databaseUrl: string | null = null;
  try {
    const { dataDir, ...known } = readEnvWithoutKey();
    databaseUrl = known.databaseUrl;
    if (!databaseUrl && !hasDatabase(dataDir))
      return complain(
        `There is no database in ${dataDir}: DATA_DIR or DATABASE_URL says where it is. If its disk is not mounted, mount it.`,
        1,
      );
    const env = readEnv();
    const passphrase = env.backupPassphrase ?? (await choosePassphrase());
    const place = await findPlace(env, { note, announce: note, isReading: true });
    try {
      const client = new pg.Client({ ...place.owner, application_name: 'galley backup' });
      client.on('error', () => {}); // the running statement reports it
      await client.connect();
      try {
        await refuseOtherKey(client, env);
        const { manifest } = await makeBackup(client, path, { env, now, passphrase });
        const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0);
        process.stdout.write(
          `${path}: ${count(manifest.tables['restaurants']?.rows ?? 0)} restaurants, ${count(manifest.tables['orders']?.rows ?? 0)} orders, ${count(rows)} rows in all, read back and compared\n`,
        );
      } finally {
        await client.end();
      }
    } finally {
      await place.leave?.();
    }
    note(
      passphrase === null
        ? 'The secrets key is NOT in this backup, because there is no BACKUP_PASSPHRASE. Keep SECRETS_KEY, or secrets.key of the data folder, elsewhere.'
        : 'The secrets key is in this backup, encrypted under the passphrase. Keep the passphrase elsewhere.',
    );
    return 0;
  } catch (error) {
    return complain(messageOf(error, 'The backup was not made', databaseUrl), 1);
  }
}

async function choosePassphrase(): Promise<string | null> {
  const first = await promptPassphrase('Passphrase for the secrets key (empty: leave the key out): ');
  if (first === null) return null;
  if ((await promptPassphrase('The same again: ')) !== first) throw new BackupError('The two passphrases differ.');
  return first;
}
