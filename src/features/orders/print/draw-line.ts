import { graphemesOf } from '../../../../contract/clip.ts';
import type { TicketLine } from './ticket.ts';

type Context = Pick<
  CanvasRenderingContext2D,
  | 'font'
  | 'fillStyle'
  | 'textAlign'
  | 'textBaseline'
  | 'direction'
  | 'fillRect'
  | 'fillText'
  | 'measureText'
  | 'getImageData'
>;
/** A canvas to draw on; null: there is none. */
export type MakeContext = (width: number, height: number) => Context | null;

/** Dots that a character of the printer's font is wide, and what it is high. */
const COLUMN = 12;
const ROW = 24;
const LEADING = 1.25;

interface Piece {
  text: string;
  /** In columns. */
  from: number;
  to: number;
  align: 'left' | 'center' | 'right';
}

export interface Drawn {
  picture: ImageData;
  /** False: this device lacks some of its letters, too, and drew boxes in their place. */
  isWhole: boolean;
}

/** A line as a picture, for text that the printer's own letters lack. Null: this browser cannot draw. */
export function drawLine(line: TicketLine, columns: number, makeContext: MakeContext = onCanvas): Drawn | null {
  const { pieces, size, isBold, isInverse } = layoutOf(line, columns);
  const width = columns * COLUMN;
  const font = `${isBold ? 'bold ' : ''}${size}px sans-serif`;
  const open = (wide: number, high: number): Context | null => {
    const context = makeContext(wide, high);
    if (!context) return null;
    Object.assign(context, { font, textBaseline: 'alphabetic', fillStyle: isInverse ? '#000000' : '#ffffff' });
    context.fillRect(0, 0, wide, high);
    context.fillStyle = isInverse ? '#ffffff' : '#000000';
    return context;
  };
  const measure = open(1, 1);
  if (!measure) return null;
  const rows = pieces.map((piece) => ({
    ...piece,
    lines: wrap(piece.text, (piece.to - piece.from) * COLUMN, (text) => measure.measureText(text).width),
  }));
  const isWhole = hasAll(pieces, (sign) => {
    const context = open(2 * size, 2 * size);
    context?.fillText(sign, 0, 1.5 * size);
    return context?.getImageData(0, 0, 2 * size, 2 * size).data.join();
  });
  const leading = Math.round(size * LEADING);
  const height = Math.max(1, ...rows.map(({ lines }) => lines.length)) * leading;
  const context = open(width, height);
  if (!context) return null;
  for (const { lines, from, to, align } of rows) {
    context.textAlign = align;
    const x = align === 'left' ? from : align === 'right' ? to : (from + to) / 2;
    for (const [at, text] of lines.entries()) {
      context.direction = RIGHT_TO_LEFT.test(text) ? 'rtl' : 'ltr';
      context.fillText(text, x * COLUMN, at * leading + size);
    }
  }
  return { picture: context.getImageData(0, 0, width, height), isWhole };
}

/** The first letter of the text is of a script that is written from right to left. */
const RIGHT_TO_LEFT = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

function layoutOf(line: TicketLine, columns: number) {
  const middle = (text: string): Piece[] => [{ text, from: 0, to: columns, align: 'center' }];
  const look = { size: ROW, isBold: false, isInverse: false };
  switch (line.kind) {
    case 'rule':
      return { ...look, pieces: [] };
    case 'name':
    case 'plain':
      return { ...look, pieces: middle(line.text) };
    case 'strong':
      return { ...look, isBold: true, pieces: middle(line.text) };
    case 'number':
      return { ...look, isBold: true, size: 3 * ROW, pieces: middle(line.text) };
    case 'alarm':
      return { ...look, isBold: true, isInverse: true, pieces: middle(line.text) };
    case 'dish': {
      const end = columns - (line.amount ? AMOUNT : 0);
      const pieces: Piece[] = [
        { text: line.quantity, from: 0, to: INDENT, align: 'left' },
        { text: line.text, from: INDENT, to: end, align: 'left' },
        { text: line.amount ?? '', from: end, to: columns, align: 'right' },
      ];
      return { ...look, isBold: true, pieces };
    }
    case 'detail':
      return {
        ...look,
        pieces: [{ text: line.text, from: INDENT + 2 * (line.depth ?? 0), to: columns, align: 'left' as const }],
      };
    case 'pair': {
      const pieces: Piece[] = [
        { text: line.left, from: 0, to: columns - PAIR_RIGHT, align: 'left' },
        { text: line.right, from: columns - PAIR_RIGHT, to: columns, align: 'right' },
      ];
      return { ...look, isBold: line.isStrong ?? false, pieces };
    }
    case 'columns': {
      const third = Math.floor(columns / 3);
      const pieces = [line.first, line.second, line.third].map((text, at): Piece => {
        const to = columns - (2 - at) * third;
        return { text, from: at === 0 ? 0 : to - third, to, align: 'right' };
      });
      return { ...look, pieces };
    }
  }
}

/** Columns of a line's parts, the same as text and as a picture. */
export const INDENT = 4;
export const AMOUNT = 10;
export const PAIR_RIGHT = 14;

/** Lines of at most `room` dots: between words, or within one that is wider. */
function wrap(text: string, room: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  const add = (part: string, gap: string) => {
    if (line === '' || widthOf(line + gap + part) <= room) line += (line === '' ? '' : gap) + part;
    else {
      lines.push(line);
      line = part;
    }
  };
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (widthOf(word) <= room) add(word, ' ');
    else for (const [at, sign] of graphemesOf(word).entries()) add(sign, at === 0 ? ' ' : '');
  }
  return line === '' ? lines : [...lines, line];
}

/** A character that no font is known to have: how it looks, every missing one does. */
const NO_CHARACTER = '\u{10FFFD}';
const VISIBLE = /[^\p{Z}\p{Cc}\p{Cf}\p{M}]/u;

/** Whether this device has a font for each of the characters. */
function hasAll(pieces: readonly Piece[], lookOf: (sign: string) => string | undefined): boolean {
  const signs = new Set(pieces.flatMap(({ text }) => graphemesOf(text)));
  const unsure = [...signs].filter((sign) => VISIBLE.test(sign) && !/^[\x20-\x7e]$/.test(sign));
  if (unsure.length === 0) return true;
  const missing = lookOf(NO_CHARACTER);
  return unsure.every((sign) => lookOf(sign) !== missing);
}

const onCanvas: MakeContext = (width, height) =>
  Object.assign(document.createElement('canvas'), { width, height }).getContext('2d', { willReadFrequently: true });
