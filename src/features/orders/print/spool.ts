import type { Printer } from '../../../../contract/restaurant/rows.ts';
import type { Store } from '../../../data/store.ts';
import { follow } from '../../../data/watch.ts';
import { beginPrinting, dueTickets, takeTicket, type DueTicket } from './printed.ts';

interface Spool {
  store: Store;
  kinds: Printer['auto_print'];
  /** Resolves when the next one can be printed. */
  print: (ticket: DueTicket) => Promise<void>;
  /** Epoch ms by the server's clock. */
  now: () => number;
}

/** Prints each ticket that becomes due, once and one after the other. Returns a function to stop. */
export function startSpool({ store, kinds, print, now }: Spool): () => void {
  const { db } = store;
  let hasEnded = false;
  let isPrinting = false;

  async function printAll(): Promise<void> {
    if (isPrinting) return;
    isPrinting = true;
    try {
      while (!hasEnded) {
        const ticket = await takeTicket(db, kinds, now());
        if (!ticket) return;
        await print(ticket);
      }
    } catch (error) {
      // The next change of an order tries again.
      console.warn('The tickets cannot be read', error);
    } finally {
      isPrinting = false;
    }
  }

  let leave = () => {};
  void beginPrinting(db, now())
    .catch((error: unknown) => console.warn('This device cannot record what it prints', error))
    .then(() => {
      if (hasEnded) return;
      leave = follow(store, () => dueTickets(db, kinds, now()), {
        next: (tickets) => {
          if (tickets.length > 0) void printAll();
        },
      });
    });
  return () => {
    hasEnded = true;
    leave();
  };
}
