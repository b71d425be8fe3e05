import type { Clock } from '../../src/data/clock.ts';

interface Timer {
  at: number;
  order: number;
  task: () => void;
}

/** Virtual time. It advances only through `pass`. */
export interface VirtualTime {
  now(): number;
  after(ms: number, task: () => void): () => void;
  /** Advances the time by `ms` and runs due timers in order, awaiting `between` after each. */
  pass(ms: number, between?: () => Promise<void>): Promise<void>;
}

export function makeTime(startsAt: number): VirtualTime {
  let now = startsAt;
  let order = 0;
  const timers = new Set<Timer>();
  return {
    now: () => now,
    after(ms, task) {
      const timer = { at: now + ms, order: order++, task };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    async pass(ms, between = async () => {}) {
      const end = now + ms;
      for (;;) {
        const due = [...timers]
          .filter((timer) => timer.at <= end)
          .toSorted((a, b) => a.at - b.at || a.order - b.order)[0];
        if (!due) break;
        timers.delete(due);
        now = Math.max(now, due.at);
        due.task();
        await between();
      }
      now = end;
    },
  };
}

/** A device's clock. It may be wrong by hours, and its timers end with the tab. */
export function clockOf(time: VirtualTime, skewMs: number, isAlive: () => boolean): Clock {
  return {
    now: () => time.now() + skewMs,
    after: (ms, task) =>
      time.after(ms, () => {
        if (isAlive()) task();
      }),
  };
}
