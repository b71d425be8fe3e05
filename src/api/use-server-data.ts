import { useCallback, useEffect, useState } from 'react';
import type { Args, Call, Reply } from '../../contract/call.ts';
import { useIsOnline } from '../sync/runtime/client.ts';
import { send, type Result } from './send.ts';

/** How often what a provider is still doing is read, and what found no server. */
const READ_AGAIN_MS = 5000;

export interface ServerData<T> {
  /** Null before the first answer. The last good answer stays when a later request fails. */
  answer: Result<T> | null;
  /** Requests it again. */
  ask: () => void;
}

/**
 * Data that only the server has, such as money at a provider. Requested again when the network returns, and after a request that got no
 * answer although the device counts as online. `read` must be the same function at each render: for more than one call, or an answer that is checked; else `useQuery`.
 */
export function useServerData<T>(read: (signal: AbortSignal) => Promise<Result<T>>): ServerData<T> {
  const isOnline = useIsOnline();
  const [answer, setAnswer] = useState<Result<T> | null>(null);
  const [asked, setAsked] = useState(0);
  const ask = useCallback(() => setAsked((n) => n + 1), []);

  useEffect(() => {
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    read(stop.signal).then(
      (found) => {
        setAnswer((before) => (found.ok || !before?.ok ? found : before));
        if (!found.ok && found.kind === 'offline' && isOnline && !stop.signal.aborted)
          timer = setTimeout(ask, READ_AGAIN_MS);
      },
      (error: unknown) => {
        // Leaving the page aborts the request; any other error is a bug.
        if (!stop.signal.aborted) throw error;
      },
    );
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [read, asked, ask, isOnline]);

  return { answer, ask };
}

/** What one call answers. Requested anew for other arguments. */
export function useQuery<C extends Call>(call: C, args: Args<C>): ServerData<Reply<C>> {
  const written = JSON.stringify(args);
  const read = useCallback(
    (signal: AbortSignal) => send(call, JSON.parse(written) as Args<C>, { signal }), // what was written just above
    [call, written],
  );
  return useServerData(read);
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
