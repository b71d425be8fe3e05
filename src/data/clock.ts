/** Time as the layer sees it. The simulator turns its own; nothing in the layer reads `Date` or sets a timer by itself. */
export interface Clock {
  /** Epoch ms. */
  now(): number;
  /** Runs `task` once after `ms`; the answer cancels it. */
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
