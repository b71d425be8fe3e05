import { useEffect, useState } from 'react';
import type { MenuItem } from '../../../contract/menu/calls.ts';
import { onServerOffset, serverNow } from '../../lib/server-now.ts';

/** Browser timers cannot exceed 24.8 days. */
const LONGEST_MS = 2_000_000_000;

/**
 * The instant at which availability is evaluated, epoch ms. It advances when the next absence ends, so that a dish that is sold out
 * until 20:45 is back at 20:45.
 */
export function useEnds(items: readonly Pick<MenuItem, 'unavailable_until'>[]): number {
  const [now, setNow] = useState(() => serverNow());
  const ends = items
    .map((item) => (item.unavailable_until ? Date.parse(item.unavailable_until) : 0))
    .filter((end) => end > now);
  const next = ends.length > 0 ? Math.min(...ends) : null;

  // Until the server has answered, the device's own clock is used.
  useEffect(() => onServerOffset(() => setNow(serverNow())), []);
  useEffect(() => {
    if (next === null) return;
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      setNow(serverNow());
      clearTimeout(timer);
      const wait = next - serverNow();
      if (wait > 0) timer = setTimeout(look, Math.min(LONGEST_MS, wait) + 10);
    };
    timer = setTimeout(look, Math.min(LONGEST_MS, Math.max(0, next - serverNow())) + 10);
    // A tablet that slept past the end updates when it wakes.
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [next]);

  return now;
}
