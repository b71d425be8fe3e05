import { useEffect } from 'react';
import { lockKitchen } from '../../session/kitchen-mode.ts';
import { useSession } from '../../session/session.ts';

/** Locks protected pages when the PIN's five minutes are over, on whatever page that happens. */
export function useKitchenLock(): void {
  const { kitchenMode } = useSession();
  const until = kitchenMode?.unlockedUntil ?? 0;
  useEffect(() => {
    if (until === 0) return;
    const timer = setTimeout(lockKitchen, Math.max(0, until - Date.now()));
    return () => clearTimeout(timer);
  }, [until]);
}
