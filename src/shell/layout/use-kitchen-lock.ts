import { useEffect } from 'react';
import { lockKitchen, stayUnlocked, useUnlockedUntil } from '../../session/kitchen-mode.ts';
import { useSession } from '../../session/session.ts';

const TOUCHES = ['pointerdown', 'keydown'] as const;
/** Touches within this time count once, ms. */
const COUNTED_EVERY_MS = 5_000;

/** Locks a device in kitchen mode when nobody has touched it for five minutes, on whatever page that happens. */
export function useKitchenLock(): void {
  const until = useUnlockedUntil();
  const isShared = useSession().kitchenMode !== null;
  useEffect(() => {
    // While it is unlocked, who may use it is asked for by the screen that unlocks.
    if (isShared) void loadRequests().then(({ refreshPeople }) => refreshPeople());
  }, [isShared]);
  useEffect(() => {
    if (until === 0) return;
    const timer = setTimeout(
      () => {
        lockKitchen();
        void import('../../features/settings/kitchen-mode/requests.ts').then(({ closeAgain }) => closeAgain());
      },
      Math.max(0, until - Date.now()),
    );
    let counted = Date.now();
    const touched = () => {
      if (Date.now() - counted < COUNTED_EVERY_MS) return;
      counted = Date.now();
      stayUnlocked();
    };
    for (const type of TOUCHES) addEventListener(type, touched, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      for (const type of TOUCHES) removeEventListener(type, touched, { capture: true });
    };
  }, [until]);
}

const loadRequests = () => import('../../features/settings/kitchen-mode/people.ts');
