import { useCallback, useEffect, useState } from 'react';
import { useIsOnline } from '../sync/runtime/client.ts';
import type { Result } from './send.ts';

/** How often what a provider is still doing is read. */
const READ_AGAIN_MS = 5000;

export interface ServerData<T> {
  /** Null before the first answer. The last good answer stays when a later request fails. */
  answer: Result<T> | null;
  /** Requests it again. */
  ask: () => void;
}

/**
 * Data that only the server has, such as money at a provider. Requested again when the network returns. `read` must be the same function
 * at each render.
 */
export function useServerData<T>(read: (signal: AbortSignal) => Promise<Result<T>>): ServerData<T> {
  const isOnline = useIsOnline();
  const [answer, setAnswer] = useState<Result<T> | null>(null);
  const [asked, setAsked] = useState(0);
  const ask = useCallback(() => setAsked((n) => n + 1), []);

  useEffect(() => {
    const stop = new AbortController();
    read(stop.signal).then(
      (found) => setAnswer((before) => (found.ok || !before?.ok ? found : before)),
      (error: unknown) => {
        // Leaving the page aborts the request; any other error is a bug.
        if (!stop.signal.aborted) throw error;
      },
    );
    return () => stop.abort();
  }, [read, asked, isOnline]);

  return { answer, ask };
}

/** Reads again every few seconds while `isUnderWay`, for what changes without this device. Not without a network. */
export function useReadAgain(isUnderWay: boolean, ask: () => void, everyMs = READ_AGAIN_MS) {
  const isOnline = useIsOnline();
  useEffect(() => {
    if (!isUnderWay || !isOnline) return;
    const timer = setInterval(ask, everyMs);
    return () => clearInterval(timer);
  }, [isUnderWay, isOnline, ask, everyMs]);
}
