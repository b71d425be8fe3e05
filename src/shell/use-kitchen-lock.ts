import { useEffect } from 'react';
import { lockKitchen } from '../session/kitchen-mode.ts';
import { useSession } from '../session/session.ts';

/** Closes money and settings when the PIN's five minutes are over, whatever page is shown then. */
export function useKitchenLock(): void {
  const { kitchenMode } = useSession();
  const until = kitchenMode?.unlockedUntil ?? 0;
  useEffect(() => {
    if (until === 0) return;
    const timer = setTimeout(lockKitchen, Math.max(0, until - Date.now()));
    return () => clearTimeout(timer);
  }, [until]);
}
