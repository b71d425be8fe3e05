import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { Printer, Restaurant } from '../../../../contract/restaurant/rows.ts';
import { numberOf } from '../../../lib/order-number.ts';
import { serverNow } from '../../../lib/server-now.ts';
import { showFault } from '../../../ui/toast.ts';
import type { DueTicket } from './printed.ts';
import { knownPrinter } from './printer.ts';
import { send } from './send.ts';
import { Sheet } from './Sheet.tsx';
import { kitchenTicket, receipt, type Printing, type TicketLine } from './ticket.ts';
import { toPaper } from './to-paper.ts';
import { printFault } from './unprintable.ts';

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
    else await toPaper(sheetOf(lines, `Ticket of order #${number}`, width), width, copies);
  } catch (error) {
    console.warn('A ticket was not printed', error);
    const advice = 'Look at the printer’s paper and cable, and print it from the order.';
    showFault(`#${number} was not printed`, printFault(error, advice));
  }
}

function sheetOf(lines: TicketLine[], label: string, width: Printer['paper_width']): HTMLElement {
  const place = document.createElement('div');
  const root = createRoot(place);
  flushSync(() => root.render(<Sheet lines={lines} label={label} width={width} />));
  const sheet = place.firstElementChild!.cloneNode(true) as HTMLElement; // Sheet is one element
  root.unmount();
  return sheet;
}
