import { play } from './play.ts';
import { makePlan } from './plan.ts';
import { newTally, type Tally } from './tally.ts';
import { laterCode, presentCode } from './world/code.ts';

export interface RunOptions {
  histories: number;
  seed: number;
  /** From one seed to the next: as many as there are workers. */
  step: number;
  seconds: number;
  /** Operations of a history. */
  length: number;
  /** After so many histories that broke there is no need for more. */
  failures: number;
}

/** Histories on the reference model of the server, one after the other. */
export async function runOnModel(options: RunOptions, isStopped: () => boolean): Promise<Tally> {
  const codes = { present: await presentCode(), later: await laterCode() };
  const tally = newTally();
  const began = performance.now();
  const used = process.threadCpuUsage();
  // The layer says when it opens a database again, and the faults make it do so all the time.
  const warn = console.warn;
  console.warn = () => undefined;
  try {
    for (let n = 0; n < options.histories && !isStopped(); n++) {
      if (performance.now() - began > options.seconds * 1000 || tally.failures.length >= options.failures) break;
      const seed = options.seed + n * options.step;
      const played = await play(makePlan(seed, options.length), codes);
      tally.histories += 1;
      tally.operations += played.operations;
      for (const [name, count] of played.counts) tally.counts[name] = (tally.counts[name] ?? 0) + count;
      if (played.violations.length > 0)
        tally.failures.push({ seed, operations: played.operations, violations: played.violations });
    }
  } finally {
    console.warn = warn;
  }
  const { user, system } = process.threadCpuUsage(used);
  tally.cpu = (user + system) / 1e6;
  return tally;
}
