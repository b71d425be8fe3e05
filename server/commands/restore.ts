import { existsSync } from 'node:fs';
import { withEnvFile } from '../env.ts';
import { promptPassphrase } from '../backup/passphrase.ts';
import { restoreRestaurant } from '../backup/restore-one.ts';
import { restoreBackup } from '../backup/restore.ts';
import { complain, count, messageOf, note, readArguments } from './command.ts';

// npm run restore -- FILE
// Exit code 0: restored completely. 1: nothing was changed in the database. 2: wrong arguments.

const usage = `Usage: npm run restore -- FILE.tar.gz [--without-key | --restaurant owner@example.com]
  Restores into the empty place that DATA_DIR or DATABASE_URL names.
  --restaurant   puts only the restaurant of this owner back, beside all others in the database; the server may run
  --without-key  goes on although the secrets key of the backup is lost`;

process.exitCode = await main();

async function main(): Promise<number> {
  const args = readArguments({ 'without-key': { type: 'boolean' }, restaurant: { type: 'string' } });
  if (!args) return complain(usage, 2);
  if (!existsSync(args.path)) return complain(`There is no file ${args.path}`, 2);
  const source = withEnvFile(process.env);
  const email = args.values.restaurant;
  try {
    if (email !== undefined) {
      const rows = await restoreRestaurant(args.path, { source, email, note });
      process.stdout.write(`The restaurant of ${email} is as the backup has it: ${count(rows)} rows.\n`);
      note(
        'Payments that its providers have taken since are in their own books only. Its devices load afresh and send again what is missing.',
      );
      return 0;
    }
    const { header, manifest, place } = await restoreBackup(args.path, {
      source,
      isWithoutKey: args.values['without-key'] ?? false,
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
