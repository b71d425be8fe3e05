import { useEffect, useState } from 'react';
import type { MenuItem } from '../../../contract/menu/calls.ts';
import { onServerOffset, serverNow } from '../../lib/server-now.ts';

/** Browsers cannot wait longer than 24.8 days. */
const LONGEST_MS = 2_000_000_000;

/**
 * The instant by which availability is judged, epoch ms. It moves on by itself when the next absence ends, so that a dish that was sold
 * out until 20:45 is back at 20:45 without anybody asking the clock in between.
 */
export function useEnds(items: readonly Pick<MenuItem, 'unavailable_until'>[]): number {
  const [now, setNow] = useState(() => serverNow());
  const ends = items
    .map((item) => (item.unavailable_until ? Date.parse(item.unavailable_until) : 0))
    .filter((end) => end > now);
  const next = ends.length > 0 ? Math.min(...ends) : null;

  // Before the server was heard, the device's own clock stood for its.
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
    // A tablet that slept over the end looks again when it wakes.
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [next]);

  return now;
}
