import { useEffect, useState, type ComponentType } from 'react';
import { setBell, silentBell } from '../../session/bell.ts';
import { afterFirstScreen } from '../navigation/after-first-screen.ts';

const AFTER_MS = 1_000;

/** The ringer, loaded after the first page. Without its code the bell shows that it is off. */
export function useRinger(): ComponentType | null {
  const [ringer, setRinger] = useState<{ Ringer: ComponentType } | null>(null);
  useEffect(() => {
    return afterFirstScreen(() => {
      import('../../features/notifications/Ringer.tsx').then(setRinger, () => setBell(silentBell('off')));
    }, AFTER_MS);
  }, []);
  return ringer?.Ringer ?? null;
}
