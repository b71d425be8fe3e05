import { buildApp } from '../../e2e/built.ts';
import { ownerPool } from '../../e2e/database.ts';
import { startGalley } from '../../e2e/galley.ts';
import { startProxy } from '../../support/proxy.ts';
import { readOptions, type Options } from '../options.ts';
import { runReal } from './history.ts';

// npm run simulate -- --real [--histories N] [--seed S] [--seconds T] [--length K]

const LENGTH = 14;
let isStopped = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => (isStopped = true));

/** Histories of real Chromium tabs against a real server, both of which are killed. Answers the exit code. */
async function runOnReal({ histories, seed, seconds, ...options }: Options): Promise<number> {
  const began = performance.now();
  const length = Math.min(options.length, LENGTH);
  await buildApp();
  const galley = await startGalley();
  const owner = ownerPool(galley);
  const network = await startProxy({ port: galley.port, seed });
  const counts: Record<string, number> = {};
  let run = 0;
  let failed = 0;
  try {
    for (; run < histories && !isStopped && performance.now() - began < seconds * 1000; run++) {
      const outcome = await runReal({ seed: seed + run, galley, owner, network, operations: length });
      for (const [kind, n] of outcome.counts) counts[kind] = (counts[kind] ?? 0) + n;
      if (outcome.violations.length === 0) continue;
      failed += 1;
      console.error(`\nSeed ${seed + run} breaks in a real browser:`);
      for (const violation of outcome.violations.slice(0, 8)) console.error(`  ${violation}`);
      console.error(`  again: npm run simulate -- --real --histories 1 --seed ${seed + run} --length ${length}`);
      if (failed >= 5) break;
    }
  } finally {
    await network.close();
    await owner.end();
    await galley.dispose();
  }
  const took = ((performance.now() - began) / 1000).toFixed(0);
  const met = Object.entries(network.counts).map(([kind, n]) => `${kind} ${n}`);
  console.log(`\nReal tabs and a real server: ${run} histories from seed ${seed}, ${took} s`);
  console.log(
    `operations: ${Object.entries(counts)
      .map(([kind, n]) => `${kind} ${n}`)
      .join(', ')}`,
  );
  console.log(`network: ${met.join(', ')}`);
  console.log(`violations: ${failed}`);
  return failed > 0 ? 1 : 0;
}

process.exitCode = await runOnReal(readOptions(process.argv.slice(2)));
