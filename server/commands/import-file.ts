import { existsSync } from 'node:fs';
import { openDatabase } from '../db/open.ts';
import { startRelay } from '../db/relay.ts';
import { readEnv } from '../env.ts';
import type { LocalFile, NotImported } from '../import/importer.ts';
import { createBus } from '../platform/bus.ts';
import { createLog } from '../platform/log.ts';
import { complain, messageOf, note, readArguments } from './command.ts';

/**
 * Imports a file beside a running server. Returns the exit code. 0: everything readable is imported. 1: the file could not be read. 2: wrong
 * arguments.
 */
export async function importFile<Flag extends string, Done extends { kind: 'done' }>(
  usage: string,
  flags: readonly Flag[],
  run: (file: LocalFile, flags: Partial<Record<Flag, boolean>>) => Promise<Done | NotImported>,
  report: (done: Done) => number,
): Promise<number> {
  const known = Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' as const }]));
  const args = readArguments({ ...known, restaurant: { type: 'string' } });
  const email = args?.values.restaurant;
  if (!args || typeof email !== 'string') return complain(usage, 2);
  if (!existsSync(args.path)) return complain(`There is no file ${args.path}`, 2);
  try {
    const bus = createBus();
    const pools = await openDatabase(readEnv(), { note });
    try {
      const relay = startRelay({ owner: pools.owner, bus, log: createLog('warn', note) });
      const file = { pools, file: args.path, email, now: new Date(), onWritten: bus.publish, progress: note };
      const result = await run(file, args.values as Partial<Record<Flag, boolean>>); // as declared above
      await relay.close();
      if (result.kind === 'no_restaurant') return complain(`No restaurant has the address ${email}`, 2);
      return result.kind === 'unreadable' ? complain(result.fault, 1) : report(result);
    } finally {
      await pools.close();
    }
  } catch (error) {
    return complain(messageOf(error, 'The import stopped', null), 1);
  }
}
