import { useEffect, useState, type ComponentType } from 'react';
import { setBell } from '../session/bell.ts';

const AFTER_MS = 300;

/** What rings, once the first page is shown. Without its code the bell says that it is off. */
export function useRinger(): ComponentType | null {
  const [ringer, setRinger] = useState<{ Ringer: ComponentType } | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => {
      import('../features/notifications/Ringer.tsx').then(setRinger, () =>
        setBell({ sound: 'off', isRinging: false, isUrgent: false }),
      );
    }, AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return ringer?.Ringer ?? null;
}
