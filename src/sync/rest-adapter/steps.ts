import type { Ask } from './api.ts';

/**
 * Splits work with many requests into steps of one request each. A step resolves with the result, or null if the work waits for its next
 * request. If no further step is taken, nothing more is requested.
 */
export function inSteps<T>(ask: Ask, work: (ask: Ask) => Promise<T>): () => Promise<{ value: T } | null> {
  let mayAsk = false;
  let goOn = () => {};
  let pause = () => {};
  let ended: Promise<{ value: T }> | null = null;

  const paced: Ask = async (call) => {
    if (!mayAsk) {
      const next = new Promise<void>((resolve) => (goOn = resolve));
      pause();
      await next;
    }
    mayAsk = false;
    return ask(call);
  };

  return () => {
    const paused = new Promise<null>((resolve) => (pause = () => resolve(null)));
    mayAsk = true;
    goOn();
    ended ??= work(paced).then((value) => ({ value }));
    return Promise.race([ended, paused]);
  };
}
