import { useEffect } from 'react';
import { useRows } from '../data/live.ts';
import { setTitleCount } from '../ui/title.ts';

/** How many orders wait for an answer: on the drawer, in the tab's title, and on the app's icon where the system shows one. */
export function useNewOrders(): number {
  const rows = useRows(
    'orders',
    (db) => db.orders.where('[order_status+placed_at]').between(['pending'], ['pending', []]).toArray(),
    [],
  );
  const count = rows?.filter((order) => order.order_status === 'pending' && order.deleted_at === null).length ?? 0;
  useEffect(() => {
    setTitleCount(count);
    // An icon without a badge is ordinary: a browser's tab, or Android.
    const shown = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
    shown?.catch(() => undefined);
  }, [count]);
  return count;
}
