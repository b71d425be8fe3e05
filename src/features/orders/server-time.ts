import { useSyncExternalStore } from 'react';
import type { Clock } from '../../lib/clock.ts';
import { onServerOffset, serverOffset } from '../../lib/server-now.ts';

/**
 * A value derived from the current time by the server's clock. A component renders again only when its own value changes: sixty
 * ticking tickets cost sixty comparisons.
 */
export function useServerTime<T extends string | number | boolean>(
  { now, subscribe }: Clock,
  read: (now: number) => T,
): T {
  return useSyncExternalStore(
    (listener) => {
      const leaves = [subscribe(listener), onServerOffset(listener)];
      return () => leaves.forEach((leave) => leave());
    },
    () => read(now() + serverOffset()),
  );
}
