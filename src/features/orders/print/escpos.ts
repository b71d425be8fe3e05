import ReceiptPrinterEncoder, { type Language } from '@point-of-sale/receipt-printer-encoder';
import { AMOUNT, drawLine, INDENT, PAIR_RIGHT, type MakeContext } from './draw-line.ts';
import type { TicketLine } from './ticket.ts';
import type { PaperWidth } from './to-paper.ts';

/** Characters per line in the printer's default font, by the width of the paper in millimetres. */
const columnsOf: Record<PaperWidth, number> = { 58: 32, 80: 48 };

/** Letters that nearly every printer of the language has, under the same numbers. All others are printed as pictures. */
const lettersOf = {
  'esc-pos': {
    codepageMapping: 'epson/legacy',
    codepageCandidates: ['cp437', 'cp850', 'cp858', 'windows1252', 'cp852', 'cp866'],
  },
  star: { codepageMapping: 'star', codepageCandidates: ['cp437', 'cp858', 'windows1252', 'cp852', 'cp866'] },
} as const;

/** Of letters that no paper can show, which may be an allergy. */
const MISSING: TicketLine = { kind: 'alarm', text: 'LETTERS ARE MISSING: SEE THE SCREEN' };

/**
 * A ticket in the printer's language, with a cut at its end. Lines with characters that the printer's letters lack are pictures, or it would
 * print question marks. Where this device cannot draw them either, the ticket is printed all the same, and says so at its top.
 */
export function encodeTicket(
  lines: TicketLine[],
  language: Language = 'esc-pos',
  width: PaperWidth = 80,
  makeContext?: MakeContext,
): Uint8Array {
  const columns = columnsOf[width];
  const letters = lettersOf[language === 'esc-pos' ? 'esc-pos' : 'star'];
  const options = { language, columns, ...letters, codepageCandidates: [...letters.codepageCandidates] };
  const printer = new ReceiptPrinterEncoder({ ...options, feedBeforeCut: 4, imageMode: 'raster' });
  printer.initialize().codepage('auto');
  const parts = lines.map(tidy).map((line) => {
    const isText = textsOf(line).every((text) => holds(new ReceiptPrinterEncoder(options), text));
    return { line, isText, drawn: isText ? null : drawLine(line, columns, makeContext) };
  });
  if (parts.some(({ isText, drawn }) => !isText && !drawn?.isWhole)) write(printer, MISSING, columns);
  for (const { line, drawn } of parts) {
    if (drawn) {
      // The colours of emoji as dots; letters are sharper without.
      const algorithm = textsOf(line).some((text) => EMOJI.test(text)) ? 'atkinson' : 'threshold';
      printer.image(drawn.picture, { width: drawn.picture.width, height: drawn.picture.height, algorithm });
    } else write(printer, line, columns);
  }
  return printer.cut('partial').encode();
}

/** Accents as one character with their letter, as printers have them; and no control characters, which would be commands. */
const tidy = (line: TicketLine): TicketLine =>
  Object.fromEntries(
    Object.entries(line).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string'
        ? value
            .normalize('NFC')
            .replaceAll(/\s+/g, ' ')
            .replaceAll(/\p{Cc}/gu, '')
        : value,
    ]),
  ) as TicketLine;

const textsOf = (line: TicketLine): string[] =>
  Object.entries(line).flatMap(([name, value]: [string, unknown]) =>
    name !== 'kind' && typeof value === 'string' ? value : [],
  );

const EMOJI = /\p{Extended_Pictographic}/u;
const QUESTION_MARK = 0x3f;

/** Has the printer letters for all of it? The encoder puts a question mark where there is none. */
function holds(printer: ReceiptPrinterEncoder, text: string): boolean {
  const encoded = printer.codepage('auto').text(text).encode('lines') as { type: string; payload: number[] }[][];
  const marks = encoded
    .flat()
    .flatMap(({ type, payload }) => (type === 'text' ? payload.filter((byte) => byte === QUESTION_MARK) : []));
  return marks.length === text.split('?').length - 1;
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
      const text = columns - INDENT - (amount ? AMOUNT : 0);
      printer
        .bold(true)
        .table(
          [
            { width: INDENT, align: 'left' },
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
          { width: INDENT + 2 * (line.depth ?? 0), align: 'left' },
          { width: columns - INDENT - 2 * (line.depth ?? 0), align: 'left' },
        ],
        [['', line.text]],
      );
      return;
    case 'pair':
      printer.bold(line.isStrong ?? false).table(
        [
          { width: columns - PAIR_RIGHT, align: 'left' },
          { width: PAIR_RIGHT, align: 'right' },
        ],
        [[line.left, line.right]],
      );
      printer.bold(false);
      return;
    case 'columns': {
      const width = Math.floor(columns / 3);
      printer.table(
        [columns - 2 * width, width, width].map((cell) => ({ width: cell, align: 'right' as const })),
        [[line.first, line.second, line.third]],
      );
    }
  }
}
