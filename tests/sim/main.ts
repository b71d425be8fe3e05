import './environment/globals.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { work, type Worked } from './workers.ts';
import { Misfit } from './patches.ts';
import { readOptions, type Options } from './options.ts';
import { makePlan, type Plan } from './plan.ts';
import { lengthOn } from './player.ts';
import { play, type Played } from './play.ts';
import { report } from './report.ts';
import { asTest, shrink } from './shrink.ts';
import { laterCode, plant, presentCode } from './environment/code.ts';

// npm run simulate -- --histories N --seed S [--real] [--server model|api|both|provider] [--processes N] [--workers N] [--seconds T] [--length K] [--patch FILE] [--everywhere FILE] [--replay FILE]

const options = readOptions(process.argv.slice(2));
const [patches, everywhere] = [options.patch, options.everywhere].map((files) =>
  files.map((file) => readFileSync(file, 'utf8')),
) as [string[], string[]];
try {
  for (const patch of [...everywhere, ...patches]) plant(patch);
} catch (error) {
  if (!(error instanceof Misfit)) throw error;
  console.error(`The patch does not fit: ${error.message}`);
  process.exit(2);
}

// On a signal, finish the running histories and remove their database.
let interruption: number | null = null;
const stops: (() => void)[] = [];
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)
  process.on(signal, () => {
    interruption ??= code;
    for (const stop of stops) stop();
  });

async function simulate({ server, shrink: isShrinking, ...run }: Options): Promise<number> {
  if (server === 'real' || server === 'provider') return inAnotherProcess(server);
  const announce = progress(run.histories);
  const worked = await work({
    ...run,
    server,
    patches,
    everywhere,
    isStopped: () => interruption !== null,
    onPlayed(so, job, { failures }) {
      for (const { seed, operations, violations } of failures) {
        console.error(`\nSeed ${seed} breaks after ${operations} operations:`);
        for (const violation of violations.slice(0, 8)) console.error(`  ${violation}`);
        const length = lengthOn(job.server, run.length);
        console.error(
          `  again: npm run simulate -- --server ${job.server} --histories 1 --seed ${seed} --length ${length}`,
        );
      }
      announce(so);
    },
  });
  const isGood = report(worked, run.seed);
  const first = worked.tally.failures.find((failure) => failure.server === 'model');
  if (first && isShrinking && interruption === null)
    console.error(`\nCut down, as a test:\n\n${await cutDown(makePlan(first.seed, run.length))}`);
  return isGood ? (interruption ?? 0) : 1;
}

/** Runs in a separate process, with globals of its own. */
async function inAnotherProcess(folder: 'real' | 'provider'): Promise<number> {
  const main = fileURLToPath(new URL(`${folder}/main.ts`, import.meta.url));
  const child = spawn(process.execPath, [main, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  stops.push(() => child.kill('SIGTERM'));
  const [code] = (await once(child, 'close')) as [number | null];
  return code ?? 1;
}

/** Prints a line of progress every 30 seconds. */
function progress(histories: number): (so: Worked) => void {
  let next = 10;
  return ({ tally, seconds }) => {
    if (seconds < next) return;
    next = seconds + 30;
    const of = Number.isFinite(histories) ? ` of ${histories}` : '';
    const megabytes = Math.round(process.memoryUsage.rss() / 2 ** 20);
    console.log(
      `... ${Math.round(seconds)} s: ${tally.histories}${of} histories, ${tally.operations} operations so far, ` +
        `${Math.round(tally.operations / seconds)} a second, ${tally.failures.length} broken; ${megabytes} MB`,
    );
  };
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
