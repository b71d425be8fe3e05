import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { withEnvFile } from '../env.ts';
import { complain, count, messageOf, note } from '../backup/command.ts';
import { promptPassphrase } from '../backup/passphrase.ts';
import { restoreBackup } from '../backup/restore.ts';

// npm run restore -- FILE
// Exit code 0: restored completely. 1: nothing was changed in the database. 2: wrong arguments.

const usage = `Usage: npm run restore -- FILE.tar.gz [--without-key]
  Restores into the empty place that DATA_DIR or DATABASE_URL names.
  --without-key  goes on although the secrets key of the backup is lost`;

process.exitCode = await main();

async function main(): Promise<number> {
  const args = readArguments();
  if (!args) return complain(usage, 2);
  if (!existsSync(args.path)) return complain(`There is no file ${args.path}`, 2);
  const source = withEnvFile(process.env);
  try {
    const { header, manifest, place } = await restoreBackup(args.path, {
      source,
      isWithoutKey: args.isWithoutKey,
      passphrase: async () =>
        source['BACKUP_PASSPHRASE'] || (await promptPassphrase('Passphrase of the backup’s secrets key: ')),
      note,
    });
    process.stdout.write(
      `${place} holds the backup of ${header.created_at}: ${count(manifest.tables['restaurants']?.rows ?? 0)} restaurants, ${count(manifest.tables['orders']?.rows ?? 0)} orders. Start the server.\n`,
    );
    note('Devices load afresh, send again what the backup does not have, and list what it lost of the last day.');
    return 0;
  } catch (error) {
    return complain(messageOf(error, 'Nothing was restored', source['DATABASE_URL']?.trim() || null), 1);
  }
}

function readArguments(): { path: string; isWithoutKey: boolean } | null {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { 'without-key': { type: 'boolean' } },
    });
    const [file, ...more] = positionals;
    // npm runs scripts in the project's folder; INIT_CWD is the person's.
    return file && more.length === 0
      ? { path: resolve(process.env.INIT_CWD ?? '.', file), isWithoutKey: values['without-key'] ?? false }
      : null;
  } catch {
    // An unknown option: the usage lists the known ones.
    return null;
  }
}
