import './world/globals.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { runOnModel, type RunOptions } from './model-run.ts';
import { Misfit } from './patches.ts';
import { readOptions, type Options } from './options.ts';
import { faults, makePlan, type Plan } from './plan.ts';
import { play, type Played } from './play.ts';
import { asTest, shrink } from './shrink.ts';
import { add, idleness, list, newTally, type Tally } from './tally.ts';
import { laterCode, plant, presentCode, unused } from './world/code.ts';

// npm run simulate -- --histories N --seed S [--real] [--server model|api|both] [--workers N] [--seconds T] [--length K] [--patch FILE] [--replay FILE]

const options = readOptions(process.argv.slice(2));
const patches = options.patch.map((file) => readFileSync(file, 'utf8'));
try {
  for (const patch of patches) plant(patch);
} catch (error) {
  if (!(error instanceof Misfit)) throw error;
  console.error(`The patch does not fit: ${error.message}`);
  process.exit(2);
}

// Ended from outside it comes to the end of its history, and takes its database with it.
let isStopped = false;
const stops: (() => void)[] = [];
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    isStopped = true;
    for (const stop of stops) stop();
  });

async function simulate({ histories, seed, seconds, length, server, workers, failures, shrink: isShrinking }: Options) {
  if (server === 'real') {
    // In a process of its own, in which nothing of the real world has been replaced.
    const child = spawn(
      process.execPath,
      [fileURLToPath(new URL('real/main.ts', import.meta.url)), ...process.argv.slice(2)],
      { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] },
    );
    stops.push(() => child.kill('SIGTERM'));
    const [code] = (await once(child, 'close')) as [number | null];
    return code ?? 1;
  }
  let code = 0;
  const isBoth = server === 'both';
  if (server === 'model' || isBoth) {
    const part = isBoth ? Math.ceil(seconds * 0.65) : seconds;
    code ||= await onModel({ histories, seed, seconds: part, length, failures }, workers, isShrinking);
  }
  if ((server === 'api' || isBoth) && !isStopped) {
    const part = isBoth ? Math.ceil(seconds * 0.3) : seconds;
    // Its simulator imports the layer as it is: nothing may be loaded before the patches are planted.
    const { runOnApi } = await import('./api-run.ts');
    // The API is an eighth as fast, and its histories are shorter.
    const some = isBoth ? Math.ceil(histories / 8) : histories;
    code =
      (await runOnApi({ histories: some, seed, seconds: part, length: Math.min(length, 60) }, () => isStopped)) || code;
  }
  return code;
}

async function onModel(run: Omit<RunOptions, 'step'>, workers: number, isShrinking: boolean): Promise<number> {
  const began = performance.now();
  const tally = newTally();
  if (workers <= 1) add(tally, await runOnModel({ ...run, step: 1 }, () => isStopped));
  else
    for (const part of await Promise.all(
      Array.from({ length: workers }, (_, n) =>
        inThread({ ...run, histories: Math.ceil(run.histories / workers), seed: run.seed + n, step: workers }),
      ),
    ))
      add(tally, part);
  const took = (performance.now() - began) / 1000;
  const kinds = faults.filter((kind) => tally.counts[kind]);
  console.log(
    `On the model: ${tally.histories} histories from seed ${run.seed}, ${tally.operations} operations, ` +
      `${kinds.length} kinds of fault beside the network's, ${took.toFixed(1)} s, ` +
      `${Math.round(tally.operations / Math.max(tally.cpu, 0.001))} operations a second of a core`,
  );
  console.log(`faults: ${list(Object.fromEntries(kinds.map((kind) => [kind, tally.counts[kind]!])))}`);
  const network = Object.entries(tally.counts).filter(([name]) => name.startsWith('network '));
  console.log(`network: ${list(Object.fromEntries(network.map(([name, n]) => [name.slice(8), n])))}`);
  const rest = Object.entries(tally.counts).filter(
    ([name]) => !name.startsWith('network ') && !faults.includes(name as never),
  );
  console.log(`what happened: ${list(Object.fromEntries(rest))}`);
  console.log(`violations: ${tally.failures.length}`);
  for (const { seed, operations, violations } of tally.failures) {
    console.error(`\nSeed ${seed} breaks after ${operations} operations:`);
    for (const violation of violations.slice(0, 8)) console.error(`  ${violation}`);
    console.error(`  again: npm run simulate -- --server model --histories 1 --seed ${seed} --length ${run.length}`);
  }
  const [first] = tally.failures;
  if (first && isShrinking)
    console.error(`\nCut down, as a test:\n\n${await cutDown(makePlan(first.seed, run.length))}`);
  for (const file of unused()) console.error(`The patch of ${file} was never loaded`);
  const idle = idleness(tally);
  for (const name of idle) console.error(`The walk is idle: no ${name} in ${tally.operations} operations`);
  return tally.failures.length > 0 || idle.length > 0 ? 1 : 0;
}

function inThread(run: RunOptions): Promise<Tally> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData: { options: run, patches } });
    stops.push(() => worker.postMessage('stop'));
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

async function cutDown(plan: Plan): Promise<string> {
  const again = await player();
  return asTest(await shrink(await again(plan), again));
}

async function player(): Promise<(plan: Plan) => Promise<Played>> {
  const codes = { present: await presentCode(), later: await laterCode() };
  return async (plan) => {
    const warn = console.warn;
    console.warn = () => undefined;
    try {
      return await play(plan, codes);
    } finally {
      console.warn = warn;
    }
  };
}

async function replay(file: string): Promise<number> {
  const plans = JSON.parse(file === '-' ? await text(process.stdin) : readFileSync(file, 'utf8')) as Plan[];
  const again = await player();
  const found: string[][] = [];
  for (const plan of plans) found.push((await again(plan)).violations);
  console.log(JSON.stringify(found));
  return found.some((violations) => violations.length > 0) ? 1 : 0;
}

process.exitCode = options.replay === null ? await simulate(options) : await replay(options.replay);
