/** Names of which only the letters' case, their encoding or the spaces differ are one: "Caffè", "caffe\u0300" and "CAFF&Egrave;". */
export const foldName = (name: string): string => cleanName(name).toLowerCase();

/** A name as it is stored: on one line, without what nobody sees. */
export const cleanName = (name: string): string => cleanText(name).replace(/\s+/g, ' ').trim();

/**
 * Text of another program. Tills and web shops write "Fish &amp;amp; chips", accents as signs of their own (NFD), and zero-width spaces from
 * web pages.
 */
export const cleanText = (text: string): string =>
  decodeEntities(decodeEntities(text)).normalize('NFC').replace(invisible, '');

/** Not the joiners U+200C and U+200D: Persian words and emoji need them. */
const invisible = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  rsquo: '’',
  szlig: 'ß',
};
const accents: Record<string, string> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  uml: '\u0308',
  tilde: '\u0303',
  cedil: '\u0327',
  ring: '\u030a',
};

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi,
    (whole, decimal?: string, hex?: string, term?: string) => {
      if (term) return named[term.toLowerCase()] ?? accented(term) ?? whole;
      const code = decimal ? Number(decimal) : Number.parseInt(hex!, 16);
      const isText = code >= 32 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff);
      return isText ? String.fromCodePoint(code) : whole;
    },
  );
}

/** "eacute" → "é". */
function accented(term: string): string | undefined {
  const mark = accents[term.slice(1).toLowerCase()];
  return mark && /^[a-z]/i.test(term) ? term.slice(0, 1) + mark : undefined;
}
