import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

// `npm run migrations` compares the schema with its newest snapshot alone: the older ones, 7,000 lines each, are of no use.
const folder = join(import.meta.dirname, '../server/db/migrations/meta');
const snapshots = readdirSync(folder)
  .filter((name) => name.endsWith('_snapshot.json'))
  .toSorted();
for (const name of snapshots.slice(0, -1)) rmSync(join(folder, name));
