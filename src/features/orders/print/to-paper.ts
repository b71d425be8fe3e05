import type { Printer } from '../../../../contract/restaurant/rows.ts';
import { printAlone } from '../../../ui/paper.ts';

export type PaperWidth = Printer['paper_width'];

/** Prints the sheet on a page of its own length, so that a paper roll ends with the ticket. Resolves when the dialog closes. */
export const toPaper = (sheet: HTMLElement, width: PaperWidth, copies = 1): Promise<void> =>
  printAlone(sheet, (height) => `size: ${width}mm ${height}mm; margin: 0`, copies);
