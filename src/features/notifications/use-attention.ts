import { useEffect } from 'react';
import { useRows } from '../../data/live.ts';
import { setTitleCount } from '../../ui/page/title.ts';
import { attentionOf, isWaiting } from './attention.ts';
import { newestNotifications, pendingOrders } from './queries.ts';

/**
 * `newOrders`: unanswered orders, for the drawer. `waiting`: these and other unread notifications, for the tab's title, the bell,
 * and the app's icon where the system shows a number.
 */
export function useAttention(): { newOrders: number; waiting: number } {
  const orders = useRows('orders', pendingOrders, [])?.filter(isWaiting) ?? [];
  const told = useRows('notifications', newestNotifications, []) ?? [];
  const waiting = attentionOf(orders, told);
  useEffect(() => show(waiting), [waiting]);
  // Leaving the app or signing out removes the number.
  useEffect(() => () => show(0), []);
  return { newOrders: orders.length, waiting };
}

function show(waiting: number): void {
  setTitleCount(waiting);
  // Many icons have no badge: those of browser tabs and on Android.
  const shown = waiting > 0 ? navigator.setAppBadge?.(waiting) : navigator.clearAppBadge?.();
  shown?.catch(() => undefined);
}
