import { useEffect } from 'react';
import { useRows } from '../../data/live.ts';
import { setTitleCount } from '../../ui/title.ts';
import { attentionOf, isWaiting } from './attention.ts';
import { newestNotifications, pendingOrders } from './queries.ts';

/**
 * What waits for the person: orders without an answer for the drawer; with everything else that was told and not read, in the tab's
 * title, on the bell, and on the app's icon where the system shows a number.
 */
export function useAttention(): { newOrders: number; waiting: number } {
  const orders = useRows('orders', pendingOrders, [])?.filter(isWaiting) ?? [];
  const told = useRows('notifications', newestNotifications, []) ?? [];
  const waiting = attentionOf(orders, told);
  useEffect(() => show(waiting), [waiting]);
  // Who has left the app, or signed out, leaves no number behind.
  useEffect(() => () => show(0), []);
  return { newOrders: orders.length, waiting };
}

function show(waiting: number): void {
  setTitleCount(waiting);
  // An icon without a badge is ordinary: a browser's tab, or Android.
  const shown = waiting > 0 ? navigator.setAppBadge?.(waiting) : navigator.clearAppBadge?.();
  shown?.catch(() => undefined);
}
