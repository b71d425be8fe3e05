import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '../db/open.ts';
import { readEnv } from '../env.ts';
import { createBus } from '../platform/bus.ts';
import { createLog } from '../platform/log.ts';
import { StartError } from '../platform/start-error.ts';
import { startRelay } from '../db/relay.ts';
import { importCustomers } from '../customers/import/import-customers.ts';

// npm run import:customers -- FILE.csv --restaurant EMAIL [--dry-run] [--update]
// Prints JSON on stdout; progress and faults go to stderr.
// Exit code 0: everything readable is imported. 1: the file could not be read. 2: wrong arguments.

const usage =
  "Usage: npm run import:customers -- FILE.csv --restaurant EMAIL [--dry-run] [--update]   (EMAIL is the owner's address; --update changes known customers)";

process.exitCode = await main();

async function main(): Promise<number> {
  const args = readArguments();
  if (!args) return complain(usage, 2);
  if (!existsSync(args.file)) return complain(`There is no file ${args.file}`, 2);
  try {
    const bus = createBus();
    const pools = await openDatabase(readEnv(), { note: (message) => complain(message, 0) });
    try {
      const relay = startRelay({ owner: pools.owner, bus, log: createLog('warn', (line) => complain(line, 0)) });
      const result = await importCustomers({
        ...args,
        pools,
        now: new Date(),
        onWritten: bus.publish,
        progress: (message) => complain(message, 0),
      });
      await relay.close();
      if (result.kind === 'no_restaurant') return complain(`No restaurant has the address ${args.email}`, 2);
      if (result.kind === 'unreadable') return complain(result.fault, 1);
      const { kind: _, ...counts } = result;
      process.stdout.write(`${JSON.stringify(counts)}\n`);
      return 0;
    } finally {
      await pools.close();
    }
  } catch (error) {
    return complain(error instanceof StartError ? error.message : `The import stopped: ${String(error)}`, 1);
  }
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        restaurant: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        update: { type: 'boolean', default: false },
      },
    });
    const [file, ...more] = positionals;
    if (!file || !values.restaurant || more.length > 0) return null;
    return {
      // npm runs scripts in the project's folder; INIT_CWD is the person's.
      file: resolve(process.env.INIT_CWD ?? '.', file),
      email: values.restaurant,
      isDryRun: values['dry-run'],
      onDuplicate: values.update ? ('update' as const) : ('skip' as const),
    };
  } catch {
    // An unknown option: the usage lists the known ones.
    return null;
  }
}

function complain(message: string, code: number): number {
  process.stderr.write(`${message}\n`);
  return code;
}
