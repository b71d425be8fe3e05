import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

// Writes the migration for a change of the schema. The next one is compared with the newest snapshot alone: the older ones, 7,000 lines
// each, are of no use.
execFileSync('drizzle-kit', ['generate', ...process.argv.slice(2)], { stdio: 'inherit' });
const folder = join(import.meta.dirname, '../server/db/migrations/meta');
const snapshots = readdirSync(folder)
  .filter((name) => name.endsWith('_snapshot.json'))
  .toSorted();
for (const name of snapshots.slice(0, -1)) rmSync(join(folder, name));
