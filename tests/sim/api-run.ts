import { cloneDatabase, startTestCluster } from '../support/cluster.ts';
import { installAudit } from './audit.ts';
import { countNames, runHistory, type Counts } from './api-history.ts';
import { faultKinds, noFaults } from './network.ts';
import { startServer } from './server.ts';
import { makePlan } from './plan.ts';
import { play } from './play.ts';
import { list, newTally } from './tally.ts';
import { makeTime } from './virtual-clock.ts';
import { apiStage } from './world/api-stage.ts';
import { laterCode, presentCode } from './world/code.ts';

export interface ApiOptions {
  histories: number;
  seed: number;
  seconds: number;
  length: number;
}

/** Histories on the real API and a real PostgreSQL. Answers the exit code. */
export async function runOnApi({ histories, seed, seconds, length }: ApiOptions, isStopped: () => boolean) {
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
  const tally = newTally();
  const codes = { present: await presentCode(), later: await laterCode() };
  const complain = (broken: number, operations: number, violations: string[]) => {
    failed += 1;
    console.error(`\nSeed ${broken} breaks on the API after ${operations} operations:`);
    for (const violation of violations.slice(0, 8)) console.error(`  ${violation}`);
    console.error(`  again: npm run simulate -- --server api --histories 1 --seed ${broken} --length ${length}`);
  };
  const warn = console.warn;
  // The engine says when it opens a database again; after a crash that is right, after an await that lost its transaction it is not.
  console.warn = (_: unknown, error: unknown) => {
    const name = error instanceof Error ? error.name : '';
    if (name === 'PrematureCommitError' || name === 'TransactionInactiveError')
      server.faults.push(`R3 ${String(error)}`);
  };
  try {
    const start = performance.now();
    for (; !isStopped() && failed < 5 && run < histories && performance.now() - start < seconds * 1000; run++) {
      // Each other one is a plan with every fault; the rest is looked at after each step through a trigger in PostgreSQL.
      if ((seed + run) % 2 === 1) {
        const played = await play(
          makePlan(seed + run, length),
          codes,
          await apiStage(seed + run, { database, server, time }),
        );
        tally.operations += played.operations;
        for (const [name, n] of played.counts) tally.counts[name] = (tally.counts[name] ?? 0) + n;
        if (played.violations.length > 0) complain(seed + run, played.operations, played.violations);
        continue;
      }
      const outcome = await runHistory({ seed: seed + run, steps: length, database, server, time });
      for (const kind of faultKinds) faults[kind] += outcome.faults[kind];
      for (const name of countNames) counts[name] += outcome.counts[name];
      server.faults.length = 0;
      if (outcome.violations.length > 0) complain(outcome.seed, outcome.counts.steps, outcome.violations);
    }
  } finally {
    console.warn = warn;
    await server.close();
    await cluster.stop();
  }
  const took = (performance.now() - began) / 1000;
  console.log(`\nOn the API and PostgreSQL: ${run} histories from seed ${seed}, ${took.toFixed(1)} s`);
  console.log(
    `${counts.steps + tally.operations} operations, ${tally.operations} of them in plans: ${list(tally.counts)}`,
  );
  console.log(`operations of the others: ${list(counts)}`);
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
