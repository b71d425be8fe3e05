import type { Clock } from '../platform/clock.ts';
import { describeFault, type Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';

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
  { clock, log, metrics }: { clock: Clock; log: Pick<Log, 'warn'>; metrics: Metrics },
): { close(): Promise<void> } {
  const stop = new AbortController();
  const running = new Map<PeriodicTask, Promise<void>>();

  function run(task: PeriodicTask) {
    if (running.has(task)) return;
    const began = performance.now();
    const about = { task: task.name };
    const run = task
      .run(clock.now(), stop.signal)
      .then(
        () => {},
        (fault: unknown) => {
          if (stop.signal.aborted) return;
          metrics.count('galley_task_failures_total', about);
          log.warn(`${task.name}_failed`, describeFault(fault));
        },
      )
      .finally(() => {
        metrics.observe('galley_task_seconds', about, (performance.now() - began) / 1000);
        running.delete(task);
      });
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
