import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Log } from './platform/log.ts';
import type { Metrics, Sample } from './platform/metrics.ts';

const AGAIN_MS = { first: 1000, most: 30_000 };
/** One that ran for so long did not fail at its start. */
const STEADY_MS = 60_000;
const GATHER_MS = 2000;

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
  const rounds = new Map<number, { asker: Worker; id: number; open: Set<Worker>; samples: Sample[] }>();
  let lastRound = 0;
  let listening = 0;
  let isReady = false;
  let isClosed = false;
  let waitMs = AGAIN_MS.first;

  function start(place: string) {
    const worker = cluster.fork();
    const began = performance.now();
    running.add(worker);
    worker.on('message', (message: Message) => hear(worker, place, message));
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
        start(place);
      }, waitMs);
      timers.add(timer);
      waitMs = Math.min(2 * waitMs, AGAIN_MS.most);
    });
  }
  for (let i = 1; i <= count; i += 1) start(String(i));

  /** A worker asks for the metrics of all: each is asked, and what they say goes back with the place of each. */
  function hear(worker: Worker, place: string, message: Message) {
    if ('gather' in message) {
      const round = { asker: worker, id: message.gather, open: new Set(running), samples: [] as Sample[] };
      rounds.set((lastRound += 1), round);
      for (const each of running) each.send({ collect: lastRound } satisfies Message);
      // One that hangs is left out.
      setTimeout(answer, GATHER_MS, lastRound).unref();
    } else if ('collected' in message) {
      const round = rounds.get(message.collected);
      if (!round?.open.delete(worker)) return;
      round.samples.push(...message.samples.map((one) => ({ ...one, labels: { ...one.labels, worker: place } })));
      if (round.open.size === 0) answer(message.collected);
    }
  }

  function answer(number: number) {
    const round = rounds.get(number);
    rounds.delete(number);
    if (round?.asker.isConnected()) round.asker.send({ gathered: round.id, samples: round.samples } satisfies Message);
  }

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

type Message =
  | { gather: number }
  | { collect: number }
  | { collected: number; samples: Sample[] }
  | { gathered: number; samples: Sample[] };

/** In a worker: what all of them count. */
export function gatherFromWorkers(metrics: Metrics): () => Promise<Sample[]> {
  const waiting = new Map<number, (samples: Sample[]) => void>();
  let last = 0;
  const send = (message: Message) => void process.send!(message);
  process.on('message', (message: Message) => {
    if ('collect' in message) return send({ collected: message.collect, samples: metrics.samples() });
    if (!('gathered' in message)) return;
    waiting.get(message.gathered)?.(message.samples);
    waiting.delete(message.gathered);
  });
  return () =>
    new Promise((resolve) => {
      waiting.set((last += 1), resolve);
      send({ gather: last });
    });
}

/** It has printed why. */
export class WorkerFailed extends Error {
  override name = 'WorkerFailed';
}
