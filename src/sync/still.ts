import type { Clock } from '../data/clock.ts';

/** How long no request leaves, ms: longer than a browser takes to end one service worker and to start the next. */
export const STILL_MS = 3_000;

export interface Still {
  /** From now on no request leaves for `STILL_MS`; those that have left are not touched. */
  keep(): void;
  end(): void;
  /** As the given `fetch`, once the stillness is over. */
  fetch: typeof fetch;
}

/**
 * Holds the worker's requests back while a new service worker takes over. Chrome ends the old one as soon as it has nothing to do, once:
 * a request that wakes it in that very moment keeps it in charge for minutes. Its static routes would lead the API's requests past it,
 * but they do not hold for those of a dedicated worker (Chrome 156).
 */
export function makeStill(clock: Clock, fetch: typeof globalThis.fetch): Still {
  let over: Promise<void> | null = null;
  let end = () => {};

  return {
    keep() {
      end();
      over = new Promise((resolve) => {
        const cancel = clock.after(STILL_MS, () => end());
        end = () => {
          cancel();
          over = null;
          end = () => {};
          resolve();
        };
      });
    },
    end: () => end(),
    async fetch(...request) {
      while (over) await over;
      return fetch(...request);
    },
  };
}
