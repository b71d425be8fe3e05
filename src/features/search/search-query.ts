import { phoneDigits, phoneNeedles, TERM_DIGITS } from '../../../contract/auth/phone-search.ts';
import { fold } from '../../../contract/fold.ts';

/** A word of a search. `numbers`: the parts of a telephone number that it may be. `needles`: a line with the word has one of them. */
interface Term {
  word: string;
  numbers: string[];
  needles: string[];
}

export interface SearchQuery {
  terms: Term[];
  /** The whole search as a telephone number: "07700 900 142" finds +447700900142. */
  phone: string[];
}

/** What is searched of a row: its codes ("#148#k7#"), its words and its telephone number's digits. */
export interface Searchable {
  codes?: (string | null)[];
  words: (string | null)[];
  phone?: string | null;
}

/** A search may be as long as in the lists. */
export const SEARCH_LENGTH = 100;

export function parseSearch(typed: string): SearchQuery {
  const words = fold(typed.slice(0, SEARCH_LENGTH))
    .split(' ')
    .filter((word) => word !== '' && word !== '#');
  return { terms: words.map(termOf), phone: phoneNeedles(typed) };
}

export const isEmpty = ({ terms }: SearchQuery): boolean => terms.length === 0;

function termOf(word: string): Term {
  if (word.startsWith('#')) return { word, numbers: [], needles: [`${word}#`] };
  const numbers = phoneNeedles(word, TERM_DIGITS);
  // Digits in a name or the code of an order have no other spelling.
  return { word, numbers, needles: [...new Set([word, ...numbers])] };
}

/** A row as one line of the index. Folded text has no tabs and no line breaks. */
export function lineOf({ codes = [], words, phone = null }: Searchable): string {
  const known = codes.filter((code) => code !== null && code !== '').map((code) => fold(code!));
  const text = fold(words.filter(Boolean).join(' '));
  return `${known.length > 0 ? `#${known.join('#')}#` : ''}\t ${text}\t${phoneDigits(phone)}`;
}

/**
 * How well a line matches: 0 not at all, 4 for the very number of an order, 3 if the text begins with the search, 2 if each word begins
 * a word, else 1.
 */
export function scoreLine(line: string, { terms, phone }: SearchQuery): number {
  const [codes = '', text = '', digits = ''] = line.split('\t');
  if (phone.some((needle) => digits.includes(needle))) return 2;
  let score = 3;
  for (const { word, numbers } of terms) {
    const code = word.startsWith('#') ? word : `#${word}`;
    if (codes.includes(`${code}#`)) {
      if (terms.length === 1) return 4;
      continue;
    }
    if (word.startsWith('#')) return 0;
    if (text.includes(` ${word}`)) continue;
    const isInside = text.includes(word) || codes.includes(code) || numbers.some((part) => digits.includes(part));
    if (!isInside) return 0;
    score = 1;
  }
  return score === 3 && !text.startsWith(` ${terms.map(({ word }) => word).join(' ')}`) ? 2 : score;
}

export interface Piece {
  text: string;
  isHit: boolean;
}

/** The text in pieces, with those that the search found, in whatever case and with whatever accents. */
export function highlight(text: string, { terms }: SearchQuery): Piece[] {
  const letters = [...text];
  let folded = '';
  /** For each unit of the folded text: the letter that it comes from. */
  const from: number[] = [];
  for (const [i, letter] of letters.entries()) {
    const plain = /\s/.test(letter) ? ' ' : fold(letter);
    folded += plain;
    for (let unit = 0; unit < plain.length; unit++) from.push(i);
  }
  const isHit = letters.map(() => false);
  for (const { word } of terms)
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length))
      for (let unit = at; unit < at + word.length; unit++) isHit[from[unit]!] = true;
  // An apostrophe that the search reads past belongs to the letters around it.
  for (const i of letters.keys()) if (!from.includes(i) && isHit[i - 1] && isHit[i + 1]) isHit[i] = true;
  const pieces: Piece[] = [];
  for (const [i, letter] of letters.entries()) {
    const last = pieces.at(-1);
    if (last && last.isHit === isHit[i]) last.text += letter;
    else pieces.push({ text: letter, isHit: isHit[i]! });
  }
  return pieces;
}
