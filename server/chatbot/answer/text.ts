/** A word of a question: as folded text, and its stem for comparison. */
export interface Term {
  text: string;
  stem: string;
  /** Punctuation stands before it, so it does not belong to the word before. */
  isApart: boolean;
  /** A word of the restaurant's own names, so that it is no misspelling of another. */
  isOwn?: true;
}

/** Lower case without accents. */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[’‘`´]/g, "'")
    .replaceAll('œ', 'oe')
    .replaceAll('ß', 'ss');

export function termsOf(text: string): Term[] {
  const terms: Term[] = [];
  let isApart = false;
  // Elided articles ("l'", "d'") and possessives are words of their own.
  for (const [piece] of fold(text).matchAll(/[\p{L}\p{N}]+|[^\p{L}\p{N}\s'-]+/gu)) {
    if (!/^[\p{L}\p{N}]/u.test(piece)) isApart = true;
    else {
      terms.push({ text: piece, stem: stem(piece), isApart });
      isApart = false;
    }
  }
  return terms;
}

/** Without the endings of plurals and verbs; the same for each language, as it is only compared with other stems. */
export function stem(term: string): string {
  if (term.length <= 3 || /\d/.test(term)) return term;
  if (term.length > 5 && term.endsWith('ing')) return undouble(term.slice(0, -3));
  if (term.length > 4 && term.endsWith('ies')) return `${term.slice(0, -3)}y`;
  if (term.length > 4 && /(?:sh|ch|x|ss|z)es$/.test(term)) return term.slice(0, -2);
  if (term.endsWith('s') && !term.endsWith('ss')) return trimE(term.slice(0, -1));
  return trimE(term);
}

const undouble = (term: string) => trimE(term.replace(/(.)\1$/, '$1'));
const trimE = (term: string) => (term.length > 4 && term.endsWith('e') ? term.slice(0, -1) : term);

/**
 * Short words have neighbours that mean something else ("beef", "beer"), so they are not corrected. The first letter is rarely wrong.
 */
export function isMisspelt(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  if (a === b || shorter < 4 || a[0] !== b[0] || Math.abs(a.length - b.length) > 2 || /\d/.test(a + b)) return false;
  if (shorter === 4) return a.length + b.length > 8 && distance(a, b) === 1 && (isDoubled(a, b) || isVoiced(a, b));
  const edits = distance(a, b);
  if (edits <= 1) return true;
  // "lasanga": two slips with nearly the same letters. "Chicken" and "chickpea" differ in more of them.
  return edits === 2 && (shorter >= 9 || (shorter >= 6 && charactersApart(a, b) <= 1) || isOtherSpelling(a, b));
}

/** "toufu" for "tofu": one vowel more. */
const isVoiced = (a: string, b: string) => consonants(a) === consonants(b);

const consonants = (term: string) => term.replaceAll(/[aeiouy]/g, '');

/** "machbus" for "machboos": words from other alphabets are written with whatever vowels sound right. */
const isOtherSpelling = (a: string, b: string) => consonants(a).length >= 4 && consonants(a) === consonants(b);

/** "sallad" for "salad": a letter that is doubled. */
const isDoubled = (a: string, b: string) => a.replaceAll(/(.)\1/g, '$1') === b.replaceAll(/(.)\1/g, '$1');

function charactersApart(a: string, b: string): number {
  const left = [...b];
  let missing = 0;
  for (const character of a) {
    const at = left.indexOf(character);
    if (at < 0) missing += 1;
    else left.splice(at, 1);
  }
  return Math.max(missing, left.length);
}

/** Edits between two words; two letters in the wrong order count as one. */
export function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isEqual = a[i - 1] === b[j - 1];
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isEqual ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, before[j - 2]! + 1);
      row.push(least);
    }
    before = last;
    last = row;
  }
  return last[b.length]!;
}
