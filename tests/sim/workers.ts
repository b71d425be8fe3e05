import { Worker } from 'node:worker_threads';
import type { Options } from './options.ts';
import { add, newTally, type Tally } from './tally.ts';

/** One history to play. It depends on server and seed only, not on the worker. */
export interface Job {
  server: 'model' | 'api';
  seed: number;
}

export type ToWorker = Job | 'end';
export type FromWorker = { isReady: true } | { tally: Tally } | { unused: string[] };

export interface Worked {
  tally: Tally;
  /** Number of histories on each server. */
  histories: Record<Job['server'], number>;
  seconds: number;
  /** Patches that no worker has loaded. */
  unused: string[];
}

export interface WorkOptions extends Pick<
  Options,
  'histories' | 'seed' | 'seconds' | 'length' | 'failures' | 'processes' | 'workers'
> {
  server: 'model' | 'api' | 'both';
  patches: string[];
  /** Patches applied before the watchers are loaded. */
  everywhere: string[];
  isStopped: () => boolean;
  /** Called after each history. */
  onPlayed: (so: Worked, job: Job, played: Tally) => void;
}

/** One history in this many runs on the API. It takes as long as the others do on the model. */
const SHARE = 8;

/** Plays histories in several threads. Only the first one runs the API and its PostgreSQL. */
export async function work(options: WorkOptions): Promise<Worked> {
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
      workerData: {
        patches: options.patches,
        everywhere: options.everywhere,
        length: options.length,
        processes: options.processes,
      },
    });
    let job: Job | null = null;
    const handOut = () => {
      worked.seconds = (performance.now() - began) / 1000;
      job = isOver() ? null : nextOf(number);
      worker.postMessage((job ?? 'end') satisfies ToWorker);
    };
    worker.on('message', (message: FromWorker) => {
      if ('unused' in message) return void (worked.unused = message.unused);
      if ('tally' in message && job) {
        add(worked.tally, message.tally);
        worked.histories[job.server] += 1;
        worked.seconds = (performance.now() - began) / 1000;
        options.onPlayed(worked, job, message.tally);
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

  // One PostgreSQL is enough. If all histories run on the API, other workers would have nothing to do.
  const workers = options.server === 'api' ? 1 : Math.max(1, Math.min(options.workers, options.histories));
  const running = Array.from({ length: workers }, (_, n) => one(n));
  // If one worker fails, let the others finish.
  const ended = await Promise.allSettled(running);
  const failed = ended.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
  worked.seconds = (performance.now() - began) / 1000;
  return worked;
}

/** Assigns histories: the first worker takes API histories first, the others only model histories. A single worker takes them by seed. */
function queues({ server, seed, histories, workers }: WorkOptions): (worker: number) => Job | null {
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
