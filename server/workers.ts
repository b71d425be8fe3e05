import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Log } from './platform/log.ts';

const AGAIN_MS = { first: 1000, most: 30_000 };
/** One that ran for so long did not fail at its start. */
const STEADY_MS = 60_000;

export interface Workers {
  /** The port that all of them share. Rejects if one ends before it listens: a start that cannot succeed is not repeated. */
  ready: Promise<number>;
  /** Lets all of them end, as a signal does. */
  close(): Promise<void>;
}

/** Runs this program in `count` processes that share its port. One that dies is started again, at first after a second, then more slowly. */
export function startWorkers(count: number, log: Pick<Log, 'error'>): Workers {
  const running = new Set<Worker>();
  const timers = new Set<NodeJS.Timeout>();
  const ready = Promise.withResolvers<number>();
  let listening = 0;
  let isReady = false;
  let isClosed = false;
  let waitMs = AGAIN_MS.first;

  function start() {
    const worker = cluster.fork();
    const began = performance.now();
    running.add(worker);
    worker.once('listening', ({ port }: AddressInfo) => {
      listening += 1;
      if (listening < count) return;
      isReady = true;
      ready.resolve(port);
    });
    worker.once('exit', (code, signal) => {
      running.delete(worker);
      if (isClosed) return;
      if (!isReady) return ready.reject(new WorkerFailed());
      if (performance.now() - began > STEADY_MS) waitMs = AGAIN_MS.first;
      log.error('worker_died', { pid: worker.process.pid, code, signal, again_after_ms: waitMs });
      const timer = setTimeout(() => {
        timers.delete(timer);
        start();
      }, waitMs);
      timers.add(timer);
      waitMs = Math.min(2 * waitMs, AGAIN_MS.most);
    });
  }
  for (let i = 0; i < count; i += 1) start();

  return {
    ready: ready.promise,
    async close() {
      isClosed = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(
        [...running].map((worker) => {
          const ended = once(worker, 'exit');
          worker.process.kill('SIGTERM');
          return ended;
        }),
      );
    },
  };
}

/** It has printed why. */
export class WorkerFailed extends Error {
  override name = 'WorkerFailed';
}
