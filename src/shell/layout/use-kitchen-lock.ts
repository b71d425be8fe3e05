import { useEffect } from 'react';
import { closeDevice, refreshDevicePeople } from '../../routes.ts';
import { lockKitchen, useAtDevice } from '../../session/kitchen-mode.ts';
import { stayUnlocked } from '../../session/unlock.ts';
import { useSession } from '../../session/session.ts';

const TOUCHES = ['pointerdown', 'keydown'] as const;
/** Touches within this time count once, ms. */
const COUNTED_EVERY_MS = 5_000;

/** Locks a device in kitchen mode when nobody has touched it for five minutes, on whatever page that happens. */
export function useKitchenLock(): void {
  const { until } = useAtDevice();
  const isShared = useSession().kitchenMode !== null;
  useEffect(() => {
    if (isShared) void refreshDevicePeople();
  }, [isShared]);
  useEffect(() => {
    if (until === 0) return;
    const lock = () => {
      lockKitchen();
      void closeDevice();
    };
    const timer = setTimeout(lock, Math.max(0, until - Date.now()));
    let counted = Date.now();
    const touched = () => {
      if (Date.now() - counted < COUNTED_EVERY_MS) return;
      counted = Date.now();
      if (!stayUnlocked()) lock();
    };
    for (const type of TOUCHES) addEventListener(type, touched, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      for (const type of TOUCHES) removeEventListener(type, touched, { capture: true });
    };
  }, [until]);
}
