import type { Clock } from '../../data/clock.ts';

/** How long requests are held, ms: longer than a browser needs to replace a service worker. */
export const HOLD_MS = 3_000;

export interface RequestHold {
  /** Holds new requests for `HOLD_MS`. Running ones continue. */
  keep(): void;
  end(): void;
  /** Resolves when requests may pass; at once if none are held. For chunks, which are requests, too. */
  over(): Promise<void>;
  /** The given `fetch`, after the hold. */
  fetch: typeof fetch;
}

/**
 * Holds the worker's requests while a new service worker takes over. Chrome ends the old one once it is idle, but tries only once: a
 * request that wakes it at that moment keeps it in charge for minutes. Its static routes would bypass it for API requests, but do not apply
 * to a dedicated worker (Chrome 156).
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
