import { buildApp } from '../../e2e/built.ts';
import { ownerPool } from '../../e2e/database.ts';
import { startGalley } from '../../e2e/galley.ts';
import { startProxy } from '../../support/proxy.ts';
import { readOptions, type Options } from '../options.ts';
import { list } from '../tally.ts';
import { runReal } from './history.ts';
import { faults, type Host } from './simulation.ts';

// npm run simulate -- --real [--histories N] [--seed S] [--seconds T] [--length K]

const LENGTH = 28;

// On a signal, finish the current operation and leave no process and no folder behind.
let interruption: number | null = null;
const stop = (code: number) => () => {
  if (interruption === null) console.log('\nStopping; the browser, the server and its database are ended first ...');
  interruption ??= code;
};
process.on('SIGINT', stop(130));
process.on('SIGTERM', stop(143));
process.on('SIGHUP', stop(129));
// The parent process has ended.
const orphaned = stop(143);
process.once('disconnect', orphaned);

/** Plays histories with real Chromium tabs and a real server, both of which are killed. Returns the exit code. */
async function runOnReal({ histories, seed, seconds, failures, ...options }: Options): Promise<number> {
  const began = performance.now();
  const length = Math.min(options.length, LENGTH);
  await buildApp();
  const counts: Record<string, number> = {};
  let run = 0;
  let operations = 0;
  let broken = 0;
  const network = await withHost(seed, async (host) => {
    while (run < histories && broken < failures && interruption === null) {
      const since = performance.now();
      if (since - began > seconds * 1000) break;
      const own = seed + run;
      const outcome = await runReal({ ...host, seed: own, operations: length, isStopped: () => interruption !== null });
      if (interruption !== null && outcome.violations.length === 0) break;
      run += 1;
      operations += outcome.operations;
      for (const [kind, n] of outcome.counts) counts[kind] = (counts[kind] ?? 0) + n;
      const took = ((performance.now() - since) / 1000).toFixed(0);
      const kills = [...outcome.counts].filter(([kind]) => kind.startsWith('kill'));
      console.log(
        `history ${own}: ${outcome.operations} operations, ${list(Object.fromEntries(kills)) || 'no kill'}, ${took} s, ` +
          (outcome.violations.length === 0 ? 'no violation' : 'BROKEN'),
      );
      if (outcome.violations.length === 0) continue;
      broken += 1;
      console.error(`Seed ${own} breaks in a real browser:`);
      for (const violation of outcome.violations.slice(0, 12)) console.error(`  ${violation}`);
      console.error(`  again: npm run simulate -- --real --histories 1 --seed ${own} --length ${length}`);
    }
    return host.network.counts;
  });
  const took = ((performance.now() - began) / 1000).toFixed(0);
  const ofKind = (isFault: boolean) =>
    list(Object.fromEntries(Object.entries(counts).filter(([kind]) => faults.includes(kind as never) === isFault)));
  console.log(`\nReal tabs and a real server: ${run} histories from seed ${seed}, ${operations} operations, ${took} s`);
  console.log(`faults: ${ofKind(true)}`);
  console.log(`network: ${list(network)}`);
  console.log(`what else happened: ${ofKind(false)}`);
  console.log(`violations: ${broken}`);
  return broken > 0 ? 1 : (interruption ?? 0);
}

async function withHost<T>(seed: number, play: (host: Host) => Promise<T>): Promise<T> {
  const galley = await startGalley({ isCalm: true });
  try {
    const owner = ownerPool(galley);
    const network = await startProxy({ port: galley.port, seed });
    try {
      return await play({ galley, owner, network });
    } finally {
      await network.close();
      await owner.end();
    }
  } finally {
    await galley.dispose();
  }
}

process.exitCode = await runOnReal(readOptions(process.argv.slice(2)));
// The connection to the parent would keep this process alive.
process.off('disconnect', orphaned);
if (process.connected) process.disconnect();
