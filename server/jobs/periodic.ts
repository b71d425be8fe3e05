import type { Clock } from '../platform/clock.ts';
import { describeFault, type Log } from '../platform/log.ts';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

/** Work that comes round by the clock, in the process that leads (server/db/presence.ts). A run may be cut off, so it has to be idempotent. */
export interface PeriodicTask {
  name: string;
  everyMs: number;
  /** After the start; missing: everyMs. */
  firstAfterMs?: number;
  /** `signal` is aborted when the server stops. */
  run(now: Date, signal: AbortSignal): Promise<unknown>;
}

/** Runs each task in its turn. A slow run is not overtaken by the next; a fault is logged as `<name>_failed` and left to the next. */
export function startPeriodic(
  tasks: PeriodicTask[],
  { clock, log }: { clock: Clock; log: Pick<Log, 'warn'> },
): { close(): Promise<void> } {
  const stop = new AbortController();
  const running = new Map<PeriodicTask, Promise<void>>();

  function run(task: PeriodicTask) {
    if (running.has(task)) return;
    const run = task
      .run(clock.now(), stop.signal)
      .then(
        () => {},
        (fault: unknown) => {
          if (!stop.signal.aborted) log.warn(`${task.name}_failed`, describeFault(fault));
        },
      )
      .finally(() => running.delete(task));
    running.set(task, run);
  }

  const timers = tasks.flatMap((task) => [
    setInterval(run, task.everyMs, task).unref(),
    ...(task.firstAfterMs === undefined ? [] : [setTimeout(run, task.firstAfterMs, task).unref()]),
  ]);
  return {
    async close() {
      stop.abort(new Error('The server stops'));
      // Ends timeouts and intervals alike.
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}
