import type { Printer, Restaurant } from '../../../../contract/restaurant/rows.ts';
import { numberOf } from '../../../lib/order-number.ts';
import { serverNow } from '../../../lib/server-now.ts';
import { renderOnce } from '../../../ui/render-once.ts';
import { showFault } from '../../../ui/page/toast.ts';
import type { DueTicket } from './printed.ts';
import { knownPrinter } from './printer.ts';
import { send } from './send.ts';
import { Sheet } from './Sheet.tsx';
import { kitchenTicket, receipt, type Printing } from './ticket.ts';
import { toPaper } from './to-paper.ts';

let last: Promise<void> = Promise.resolve();

/** Prints a ticket without a tap: on the receipt printer that is connected to this device, else by the browser. One after the other. */
export function printTicket(
  ticket: DueTicket,
  printer: Printer,
  restaurant: Restaurant,
  items?: Printing['items'],
): Promise<void> {
  last = last.then(() => printNow(ticket, printer, restaurant, items));
  return last;
}

async function printNow(
  { order, kind }: DueTicket,
  printer: Printer,
  restaurant: Restaurant,
  items: Printing['items'],
): Promise<void> {
  const { paper_width: width, copies } = printer;
  const number = numberOf(order);
  try {
    const printing = { order, restaurant, now: serverNow(), printedAt: null, items };
    const lines = kind === 'receipt' ? receipt(printing) : kitchenTicket(printing);
    const direct = await knownPrinter().catch(() => null); // then the browser prints
    if (direct) for (let copy = 0; copy < copies; copy += 1) await send(direct, lines, width);
    else
      await toPaper(
        renderOnce(<Sheet lines={lines} label={`Ticket of order #${number}`} width={width} />),
        width,
        copies,
      );
  } catch (error) {
    console.warn('A ticket was not printed', error);
    showFault(`#${number} was not printed`, 'Look at the printer’s paper and cable, and print it from the order.');
  }
}
