import type { Ask } from './api.ts';

/**
 * Work that asks a server many times, one question a step: each step lets it ask once, and answers with what it came to, or null when it
 * waits to ask again. Work that nobody steps any further asks no more, though a step of it was given up and ends later.
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
