import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '../db/open.ts';
import { readEnv } from '../env.ts';
import { createLog } from '../platform/log.ts';
import { StartError } from '../platform/start-error.ts';
import { createBus } from '../platform/bus.ts';
import { exponentOf } from '../platform/currency.ts';
import { startRelay } from '../db/relay.ts';
import { importOrders, type ImportResult } from '../orders/import/import-orders.ts';

// npm run import:orders -- FILE.csv --restaurant EMAIL
// Exit code 0: everything readable is imported; bad rows are listed on stderr. 1: nothing could be read. 2: wrong arguments.

const usage =
  "Usage: npm run import:orders -- FILE.csv --restaurant EMAIL   (a .csv or .csv.gz; EMAIL is the owner's address)";

process.exitCode = await main();

async function main(): Promise<number> {
  const args = readArguments();
  if (!args) return complain(usage, 2);
  if (!existsSync(args.file)) return complain(`There is no file ${args.file}`, 2);
  try {
    const bus = createBus();
    const pools = await openDatabase(readEnv(), { note: (message) => process.stderr.write(`${message}\n`) });
    try {
      const relay = startRelay({ owner: pools.owner, bus, log: createLog('warn', (line) => progress(line)) });
      const result = await importOrders({ ...args, pools, now: new Date(), progress, onWritten: bus.publish });
      await relay.close();
      return report(result, args.email);
    } finally {
      await pools.close();
    }
  } catch (error) {
    return complain(error instanceof StartError ? error.message : `The import stopped: ${String(error)}`, 1);
  }
}

function readArguments(): { file: string; email: string } | null {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { restaurant: { type: 'string' } } });
    const [file, ...more] = positionals;
    // npm runs scripts in the project's folder; INIT_CWD is the person's.
    return file && values.restaurant && more.length === 0
      ? { file: resolve(process.env.INIT_CWD ?? '.', file), email: values.restaurant }
      : null;
  } catch {
    // An unknown option: the usage lists the known ones.
    return null;
  }
}

function report(result: ImportResult, email: string): number {
  if (result.kind === 'no_restaurant') return complain(`No restaurant has the address ${email}`, 2);
  if (result.kind === 'unreadable') return complain(result.fault, 1);
  for (const { line, reason } of result.bad) process.stderr.write(`line ${line}: ${reason}\n`);
  if (result.bad.length > 0)
    process.stderr.write(`${result.bad.length} ${result.bad.length === 1 ? 'row was' : 'rows were'} left out\n`);
  for (const remark of result.remarks) process.stderr.write(`${remark}\n`);
  if (result.orders === 0) return complain('No row could be read', 1);
  const { restaurant, total_amount } = result;
  const money = new Intl.NumberFormat('en-GB', { style: 'currency', currency: restaurant.currency });
  process.stdout.write(
    `${restaurant.name}: the file holds ${n(result.orders)} orders, ${n(result.lines)} lines, ${n(result.dishes)} dishes, ` +
      `${money.format(total_amount / 10 ** exponentOf(restaurant.currency))} in all\n${details(result)}\n`,
  );
  return 0;
}

function details(result: Extract<ImportResult, { kind: 'done' }>): string {
  if (result.version === null) return 'Nothing is new: all of it was here already';
  const parts = [
    `${n(result.ordersAdded)} orders with ${n(result.linesAdded)} lines`,
    `${n(result.dishesAdded)} dishes in ${n(result.categoriesAdded)} new ${result.categoriesAdded === 1 ? 'category' : 'categories'}, none of them on sale`,
    ...(result.ordersCompleted > 0
      ? [`${n(result.ordersCompleted)} orders completed with lines that were missing`]
      : []),
    ...(result.dishesLeftOut > 0
      ? [`${n(result.dishesLeftOut)} dishes left out of the menu, because their place was deleted`]
      : []),
  ];
  return `New: ${parts.join('; ')}`;
}

function n(count: number): string {
  return count.toLocaleString('en-GB');
}

function progress(message: string) {
  process.stderr.write(`${message}\n`);
}

function complain(message: string, code: number): number {
  process.stderr.write(`${message}\n`);
  return code;
}
