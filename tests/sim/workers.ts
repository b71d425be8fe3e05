import { Worker } from 'node:worker_threads';
import type { Options } from './options.ts';
import { add, newTally, type Tally } from './tally.ts';

/** One history to play. What happens in it depends on these two alone, not on who plays it. */
export interface Job {
  server: 'model' | 'api';
  seed: number;
}

export type ToWorker = Job | 'end';
export type FromWorker = { isReady: true } | { tally: Tally } | { unused: string[] };

export interface Worked {
  tally: Tally;
  /** Histories on each server. */
  histories: Record<Job['server'], number>;
  seconds: number;
  /** Patches that no worker has loaded. */
  unused: string[];
}

export interface CrewOptions extends Pick<
  Options,
  'histories' | 'seed' | 'seconds' | 'length' | 'failures' | 'workers'
> {
  server: 'model' | 'api' | 'both';
  patches: string[];
  /** Planted before the watchers are loaded. */
  everywhere: string[];
  isStopped: () => boolean;
  /** After each history. */
  heed: (so: Worked, job: Job, played: Tally) => void;
}

/** Of so many histories one is played on the API: it costs as much time there as the others do on the model. */
const SHARE = 8;

/** Histories of several threads, one of which keeps the API and its PostgreSQL. */
export async function work(options: CrewOptions): Promise<Worked> {
  const began = performance.now();
  const worked: Worked = { tally: newTally(), histories: { model: 0, api: 0 }, seconds: 0, unused: [] };
  const nextOf = queues(options);
  let isBroken = false;
  const isOver = () =>
    isBroken ||
    options.isStopped() ||
    worked.seconds > options.seconds ||
    worked.tally.failures.length >= options.failures;

  async function one(number: number): Promise<void> {
    const worker = new Worker(new URL('worker.ts', import.meta.url), {
      workerData: { patches: options.patches, everywhere: options.everywhere, length: options.length },
    });
    let job: Job | null = null;
    const handOut = () => {
      worked.seconds = (performance.now() - began) / 1000;
      job = isOver() ? null : nextOf(number);
      worker.postMessage((job ?? 'end') satisfies ToWorker);
    };
    worker.on('message', (word: FromWorker) => {
      if ('unused' in word) return void (worked.unused = word.unused);
      if ('tally' in word && job) {
        add(worked.tally, word.tally);
        worked.histories[job.server] += 1;
        worked.seconds = (performance.now() - began) / 1000;
        options.heed(worked, job, word.tally);
      }
      handOut();
    });
    await new Promise<void>((resolve, reject) => {
      worker.once('error', (error) => {
        isBroken = true;
        reject(error);
      });
      worker.once('exit', () => resolve());
    });
  }

  // One PostgreSQL is enough; where all are on the API the others would have nothing to do.
  const workers = options.server === 'api' ? 1 : Math.max(1, Math.min(options.workers, options.histories));
  const crew = Array.from({ length: workers }, (_, n) => one(n));
  // Also when one of them has failed, the others come to their end.
  const ended = await Promise.allSettled(crew);
  const failed = ended.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
  worked.seconds = (performance.now() - began) / 1000;
  return worked;
}

/** Hands the histories out: to the first worker those on the API first, to the others those on the model; to a worker that is alone, by their seeds. */
function queues({ server, seed, histories, workers }: CrewOptions): (worker: number) => Job | null {
  const end = seed + histories;
  const serverOf = (own: number): Job['server'] => {
    if (server !== 'both') return server;
    return own % SHARE === 0 ? 'api' : 'model';
  };
  const at = { model: seed, api: seed };
  const take = (kind: Job['server']): Job | null => {
    if (server !== 'both' && server !== kind) return null;
    while (at[kind] < end && serverOf(at[kind]) !== kind) at[kind] += 1;
    return at[kind] < end ? { server: kind, seed: at[kind]++ } : null;
  };
  return (worker) => {
    if (workers <= 1) return take(at.api <= at.model ? 'api' : 'model') ?? take('model') ?? take('api');
    return worker === 0 ? (take('api') ?? take('model')) : take('model');
  };
}
