import { readFileSync } from 'node:fs';
import { plant, unused } from '../environment/code.ts';
import { readOptions } from '../options.ts';
import { list } from '../tally.ts';

// npm run simulate -- --server provider [--histories N] [--seed S] [--seconds T] [--length K] [--failures F] [--patch FILE]

/** Longest history, in operations. */
const LENGTH = 80;

const options = readOptions(process.argv.slice(2));
const length = Math.min(options.length, LENGTH);
for (const file of [...options.everywhere, ...options.patch]) plant(readFileSync(file, 'utf8'));
// After the patches, since it loads the server.
const { startProvider } = await import('./host.ts');

const began = performance.now();
const isOver = () => performance.now() - began > options.seconds * 1000;
const counts: Record<string, number> = {};
let histories = 0;
let operations = 0;
let broken = 0;
let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => (isInterrupted = true));
// The sync layer warns of requests that the simulated network loses.
console.warn = () => undefined;

const host = await startProvider();
try {
  for (; histories < options.histories && broken < options.failures && !isOver() && !isInterrupted; histories += 1) {
    const seed = options.seed + histories;
    const { violations, ...played } = await host.play({ seed, operations: length });
    operations += played.operations;
    for (const [what, n] of played.counts) counts[what] = (counts[what] ?? 0) + n;
    if (violations.length === 0) continue;
    broken += 1;
    console.error(`\nSeed ${seed} breaks after ${played.operations} operations:`);
    for (const violation of violations.slice(0, 8)) console.error(`  ${violation}`);
    console.error(`  again: npm run simulate -- --server provider --histories 1 --seed ${seed} --length ${length}`);
  }
} finally {
  await host.close();
}
const seconds = ((performance.now() - began) / 1000).toFixed(1);
console.log(
  `\n${histories} histories from seed ${options.seed} (through WhatsApp), ${operations} operations, ${seconds} s`,
);
console.log(`what happened: ${list(counts)}`);
console.log(`violations: ${broken}`);
for (const file of unused()) console.error(`The patch of ${file} was never loaded`);
process.exitCode = broken > 0 ? 1 : 0;
