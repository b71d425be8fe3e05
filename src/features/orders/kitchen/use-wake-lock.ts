import { useEffect, useState } from 'react';

/** `none`: this browser cannot keep the screen on, so the device's own setting has to. */
export type WakeLockState = 'on' | 'off' | 'none';

/** Keeps the screen on while the view is visible. The system releases the lock when the page is hidden, so it is requested again. */
export function useWakeLock(): WakeLockState {
  const [state, setState] = useState<WakeLockState>(() => ('wakeLock' in navigator ? 'off' : 'none'));
  useEffect(() => {
    if (!('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let hasLeft = false;
    const acquire = async () => {
      if (hasLeft || document.visibilityState !== 'visible' || (lock && !lock.released)) return;
      try {
        const got = await navigator.wakeLock.request('screen');
        if (hasLeft) return void got.release();
        lock = got;
        setState('on');
        got.addEventListener('release', () => setState('off'));
      } catch {
        // Low battery or a policy: the bar shows it, and the next tap or return to the page tries again.
        setState('off');
      }
    };
    const again = () => void acquire();
    again();
    document.addEventListener('visibilitychange', again);
    window.addEventListener('pointerdown', again);
    return () => {
      hasLeft = true;
      document.removeEventListener('visibilitychange', again);
      window.removeEventListener('pointerdown', again);
      void lock?.release();
    };
  }, []);
  return state;
}
