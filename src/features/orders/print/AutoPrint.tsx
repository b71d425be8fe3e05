import { useEffect } from 'react';
import { useStore } from '../../../data/current.ts';
import { serverNow } from '../../../lib/server-now.ts';
import { useSession } from '../../../session/session.ts';
import { useRestaurant } from '../../../session/use-restaurant.ts';
import { useFloor } from '../../../ui/use-floor.ts';
import { useIsShown } from '../../../ui/use-is-shown.ts';
import { orderedItems } from '../queries.ts';
import { printTicket } from './print-ticket.tsx';
import { startSpool } from './spool.ts';

/** Prints what the printer of this device prints without a tap, whatever page is shown: in one tab at a time. */
export function AutoPrint() {
  const store = useStore();
  const restaurant = useRestaurant();
  const { printer: own } = useSession();
  const printer = restaurant?.printers?.find(({ id }) => id === own);
  // Browsers print only the page that is shown.
  const isShown = useIsShown();
  const isMine = useFloor('galley:printer', isShown && printer !== undefined);
  useEffect(() => {
    if (!isMine || !store || !restaurant || !printer) return;
    return startSpool({
      store,
      kinds: printer.auto_print,
      print: async (ticket) => {
        const items = await orderedItems(store.db, ticket.order).catch((error: unknown) => {
          // It costs the kitchen's own names, not the ticket.
          console.warn('The dishes of a ticket cannot be read', error);
          return undefined;
        });
        await printTicket(ticket, printer, restaurant, items);
      },
      now: serverNow,
    });
  }, [isMine, store, printer, restaurant]);
  return null;
}
