import { useEffect, useState } from 'react';
import { followPageCache } from '../lib/page-cache.ts';

/** True in one tab of a device at a time, of those that want it: the first one keeps it until it closes. */
export function useFloor(name: string, isWanted: boolean): boolean {
  // Without a secure origin there are no locks. Ringing or asking twice is better than not at all.
  const [isMine, setIsMine] = useState(!navigator.locks);
  useEffect(() => {
    if (!isWanted || !navigator.locks) return;
    let leave = () => {};
    const ask = () => {
      const leaving = new AbortController();
      let release = () => {};
      leave = () => {
        leaving.abort();
        release();
        setIsMine(false);
      };
      navigator.locks
        .request(name, { signal: leaving.signal }, () => {
          setIsMine(true);
          return new Promise<void>((resolve) => (release = resolve));
        })
        // Aborted before it was granted.
        .catch(() => undefined);
    };
    ask();
    const unfollow = followPageCache(window, { onKept: () => leave(), onShown: ask });
    return () => {
      unfollow();
      leave();
    };
  }, [name, isWanted]);
  return isWanted && isMine;
}
