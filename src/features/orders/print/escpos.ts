import ReceiptPrinterEncoder, { type Language } from '@point-of-sale/receipt-printer-encoder';
import type { TicketLine } from './ticket.ts';
import type { PaperWidth } from './to-paper.ts';

/** Characters per line in the printer's default font, by the width of the paper in millimetres. */
const columnsOf: Record<PaperWidth, number> = { 58: 32, 80: 48 };
const AMOUNT = 10;

/** A ticket in the printer's language, with a cut at its end. */
export function encodeTicket(lines: TicketLine[], language: Language = 'esc-pos', width: PaperWidth = 80): Uint8Array {
  const columns = columnsOf[width];
  const printer = new ReceiptPrinterEncoder({ language, columns, feedBeforeCut: 4 });
  printer.initialize().codepage('auto');
  for (const line of lines) write(printer, line, columns);
  return printer.cut('partial').encode();
}

function write(printer: ReceiptPrinterEncoder, line: TicketLine, columns: number): void {
  switch (line.kind) {
    case 'rule':
      printer.line('-'.repeat(columns));
      return;
    case 'name':
    case 'plain':
      printer.align('center').line(line.text).align('left');
      return;
    case 'strong':
      printer.align('center').bold(true).line(line.text).bold(false).align('left');
      return;
    case 'number':
      printer.align('center').bold(true).size(3, 3).line(line.text).size(1, 1).bold(false).align('left');
      return;
    case 'alarm':
      printer.align('center').bold(true).invert(true).line(` ${line.text} `).invert(false).bold(false).align('left');
      return;
    case 'dish': {
      const amount = line.amount ?? '';
      const text = columns - 4 - (amount ? AMOUNT : 0);
      printer
        .bold(true)
        .table(
          [
            { width: 4, align: 'left' },
            { width: text, align: 'left' },
            ...(amount ? [{ width: AMOUNT, align: 'right' as const }] : []),
          ],
          [[line.quantity, line.text, ...(amount ? [amount] : [])]],
        );
      printer.bold(false);
      return;
    }
    case 'detail':
      printer.table(
        [
          { width: 4 + 2 * (line.depth ?? 0), align: 'left' },
          { width: columns - 4 - 2 * (line.depth ?? 0), align: 'left' },
        ],
        [['', line.text]],
      );
      return;
    case 'pair':
      printer.bold(line.isStrong ?? false).table(
        [
          { width: columns - 14, align: 'left' },
          { width: 14, align: 'right' },
        ],
        [[line.left, line.right]],
      );
      printer.bold(false);
  }
}
