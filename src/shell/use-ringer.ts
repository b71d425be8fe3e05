import { useEffect, useState, type ComponentType } from 'react';
import { setBell, silentBell } from '../session/bell.ts';
import { afterFirstScreen } from './after-first-screen.ts';

const AFTER_MS = 1_000;

/** What rings, once the first page is shown. Without its code the bell says that it is off. */
export function useRinger(): ComponentType | null {
  const [ringer, setRinger] = useState<{ Ringer: ComponentType } | null>(null);
  useEffect(() => {
    return afterFirstScreen(() => {
      import('../features/notifications/Ringer.tsx').then(setRinger, () => setBell(silentBell('off')));
    }, AFTER_MS);
  }, []);
  return ringer?.Ringer ?? null;
}
