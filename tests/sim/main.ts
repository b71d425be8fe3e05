import { cloneDatabase, startTestCluster } from '../support/cluster.ts';
import { installAudit } from './audit.ts';
import { countNames, runHistory, type Counts } from './history.ts';
import { faultKinds, noFaults } from './network.ts';
import { startServer } from './server.ts';
import { makeTime } from './virtual-clock.ts';

// npm run simulate -- --histories N --seed S [--seconds T] [--steps K]

const options = readOptions(process.argv.slice(2));

interface Options {
  histories: number;
  seed: number;
  seconds: number;
  steps: number;
}

async function simulate({ histories, seed, seconds, steps }: Options): Promise<number> {
  const began = performance.now();
  const cluster = await startTestCluster();
  const database = await cloneDatabase(cluster);
  await installAudit(database.owner);
  const time = makeTime(Date.parse('2026-11-20T18:30:00.000Z'));
  const server = await startServer(database, time.now);
  const faults = noFaults();
  const counts = Object.fromEntries(countNames.map((name) => [name, 0])) as Counts;
  let run = 0;
  let failed = 0;
  // Ended from outside it comes to the end of its history, and takes its database with it.
  let isStopped = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => (isStopped = true));
  const warn = console.warn;
  // The engine says when it opens a database again; after a crash that is right, after an await that lost its transaction it is not.
  console.warn = (_: unknown, error: unknown) => {
    const name = error instanceof Error ? error.name : '';
    if (name === 'PrematureCommitError' || name === 'TransactionInactiveError')
      server.faults.push(`I3 ${String(error)}`);
  };
  try {
    const start = performance.now();
    for (; !isStopped && run < histories && performance.now() - start < seconds * 1000; run++) {
      const outcome = await runHistory({ seed: seed + run, steps, database, server, time });
      for (const kind of faultKinds) faults[kind] += outcome.faults[kind];
      for (const name of countNames) counts[name] += outcome.counts[name];
      if (outcome.violations.length === 0) continue;
      failed += 1;
      server.faults.length = 0;
      console.error(`\nSeed ${outcome.seed} breaks after ${outcome.counts.steps} steps:`);
      for (const violation of outcome.violations.slice(0, 8)) console.error(`  ${violation}`);
      console.error(`  again: npm run simulate -- --histories 1 --seed ${outcome.seed} --steps ${steps}`);
      if (failed >= 5) break;
    }
  } finally {
    console.warn = warn;
    await server.close();
    await cluster.stop();
  }
  const took = (performance.now() - began) / 1000;
  console.log(`\n${run} histories from seed ${seed}, ${took.toFixed(1)} s`);
  console.log(`operations: ${list(counts)}`);
  console.log(`faults: ${list(faults)}`);
  console.log(`violations: ${failed}`);
  const idle = idleness(counts, run);
  for (const name of idle) console.error(`The walk is idle: no ${name} in ${run} histories`);
  return failed > 0 || idle.length > 0 ? 1 : 0;
}

/** A walk in which nothing happens proves nothing. What is rare is asked of long runs only. */
function idleness(counts: Counts, histories: number): string[] {
  const common = ['taps', 'saved', 'applied', 'rejected', 'resent'] as const;
  const rare = ['superseded', 'withdrawn', 'restored', 'apply_failed', 'dependency'] as const;
  const needed = histories >= 200 ? [...common, ...rare] : histories >= 10 ? common : [];
  return needed.filter((name) => counts[name] === 0);
}

const list = (numbers: Record<string, number>) =>
  Object.entries(numbers)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

function readOptions(args: string[]): Options {
  const known: Options = { histories: Number.POSITIVE_INFINITY, seed: 1, seconds: Number.POSITIVE_INFINITY, steps: 60 };
  for (let i = 0; i < args.length; i += 2) {
    const name = args[i]?.replace(/^--/, '') ?? '';
    const value = Number(args[i + 1]);
    if (!(name in known) || !Number.isFinite(value)) throw new Error(`Unknown option: ${args[i]} ${args[i + 1] ?? ''}`);
    known[name as keyof Options] = value;
  }
  if (known.histories === Number.POSITIVE_INFINITY && known.seconds === Number.POSITIVE_INFINITY) known.histories = 100;
  return known;
}

process.exitCode = await simulate(options);
