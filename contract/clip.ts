let made: Intl.Segmenter | undefined;
const segmentsOf = (text: string) => (made ??= new Intl.Segmenter('en', { granularity: 'grapheme' })).segment(text);

/**
 * A text of at most `max` UTF-16 units, as limits count them, with `end` where it was cut: between the characters that people see, so that
 * no emoji or accent is cut in two.
 */
export function clip(text: string, max: number, end = '…'): string {
  if (text.length <= max) return text;
  const at = segmentsOf(text).containing(max - end.length)?.index ?? 0;
  return text.slice(0, at).trimEnd() + end;
}

/** The characters that people see: an emoji of several code points is one. */
export const graphemesOf = (text: string): string[] => Array.from(segmentsOf(text), ({ segment }) => segment);

/** The first character that people see, as for initials. */
export const firstGrapheme = (text: string): string => segmentsOf(text).containing(0)?.segment ?? '';
