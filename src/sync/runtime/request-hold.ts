import type { Clock } from '../../data/clock.ts';

/** How long no request leaves, ms: longer than a browser takes to end one service worker and to start the next. */
export const HOLD_MS = 3_000;

export interface RequestHold {
  /** From now on no request leaves for `STILL_MS`; those that have left are not touched. */
  keep(): void;
  end(): void;
  /** Resolves when it is over; at once where there is none. A chunk is a request too. */
  over(): Promise<void>;
  /** As the given `fetch`, once the stillness is over. */
  fetch: typeof fetch;
}

/**
 * Holds the worker's requests back while a new service worker takes over. Chrome ends the old one as soon as it has nothing to do, once:
 * a request that wakes it in that very moment keeps it in charge for minutes. Its static routes would lead the API's requests past it,
 * but they do not hold for those of a dedicated worker (Chrome 156).
 */
export function makeRequestHold(clock: Clock, fetch: typeof globalThis.fetch): RequestHold {
  let holding: Promise<void> | null = null;
  let end = () => {};

  async function over(): Promise<void> {
    while (holding) await holding;
  }

  return {
    keep() {
      end();
      holding = new Promise((resolve) => {
        const cancel = clock.after(HOLD_MS, () => end());
        end = () => {
          cancel();
          holding = null;
          end = () => {};
          resolve();
        };
      });
    },
    end: () => end(),
    over,
    async fetch(...request) {
      await over();
      return fetch(...request);
    },
  };
}
