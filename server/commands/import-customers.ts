import { importCustomers } from '../customers/import/import-customers.ts';
import { importFile } from './import-file.ts';

// npm run import:customers -- FILE.csv --restaurant EMAIL [--dry-run] [--update]
// Prints JSON on stdout; progress and faults go to stderr.

const usage =
  "Usage: npm run import:customers -- FILE.csv --restaurant EMAIL [--dry-run] [--update]   (EMAIL is the owner's address; --update changes known customers)";

process.exitCode = await importFile(
  usage,
  ['dry-run', 'update'],
  (file, { 'dry-run': isDryRun = false, update }) =>
    importCustomers({ ...file, isDryRun, onDuplicate: update ? 'update' : 'skip' }),
  ({ kind: _, ...counts }) => {
    process.stdout.write(`${JSON.stringify(counts)}\n`);
    return 0;
  },
);
