/** Time for the sync layer. Nothing in the layer uses `Date` or timers directly, so the simulation can replace them. */
export interface Clock {
  /** Epoch ms. */
  now(): number;
  /** Runs `task` once after `ms`. Returns a function that cancels it. */
  after(ms: number, task: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, task) => {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
};

export const instant = (ms: number): string => new Date(ms).toISOString();
