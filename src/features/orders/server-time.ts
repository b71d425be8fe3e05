import { useSyncExternalStore } from 'react';
import { useStore } from '../../data/current.ts';
import type { Clock } from '../../lib/clock.ts';

/**
 * A value derived from the current time by the server's clock. A component renders again only when its own value changes: sixty
 * ticking tickets cost sixty comparisons.
 */
export function useServerTime<T extends string | number | boolean>(
  { now, subscribe }: Clock,
  read: (now: number) => T,
): T {
  const offset = useStore()?.serverOffsetMs ?? 0;
  return useSyncExternalStore(subscribe, () => read(now() + offset));
}
