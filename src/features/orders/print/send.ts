import type { Printer } from './printer.ts';
import type { TicketLine } from './ticket.ts';
import type { PaperWidth } from './to-paper.ts';

/** Sends a ticket straight to a printer. Its encoder is a separate chunk, loaded with the first ticket. */
export async function send(printer: Printer, lines: TicketLine[], width: PaperWidth): Promise<void> {
  const { encodeTicket } = await import('./escpos.ts');
  await printer.print(encodeTicket(lines, printer.language, width));
}
