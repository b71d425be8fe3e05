/** How the text of a file is written. `utf-8-twice`: some program took UTF-8 for Windows-1252 and saved that as UTF-8. */
export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'macintosh',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'utf-8-twice',
] as const;
export type Encoding = (typeof encodings)[number];

/** Those that nothing in the file proves: a person has to look whether the letters are right. */
export const isGuessed = (encoding: Encoding): boolean =>
  encoding !== 'utf-8' && encoding !== 'utf-16le' && encoding !== 'utf-16be';

interface Decoder {
  decode(bytes: Uint8Array): string;
}

/** Pages, workers and Node have it; the contract is compiled without the types of any of them. */
const { TextDecoder, TextEncoder } = globalThis as unknown as {
  TextDecoder: new (encoding: string, options?: { fatal: boolean }) => Decoder;
  TextEncoder: new () => { encode(text: string): Uint8Array };
};

export function decodeText(bytes: Uint8Array, encoding: Encoding): string {
  return encoding === 'utf-8-twice'
    ? untwice(new TextDecoder('utf-8').decode(bytes))
    : new TextDecoder(encoding).decode(bytes);
}

/** As it is sent once a person has seen how it is read; what needs no guess goes as it is. */
export const asUtf8 = (bytes: Uint8Array, encoding: Encoding): ArrayBuffer =>
  (isGuessed(encoding) ? new TextEncoder().encode(`\uFEFF${decodeText(bytes, encoding)}`) : bytes.slice())
    .buffer as ArrayBuffer; // of a copy

/** UTF-16 as its byte order mark or its zero bytes say, UTF-8 where it is valid, else what makes words of the other bytes. */
export function guessEncoding(bytes: Uint8Array): Encoding {
  const utf16 = utf16Of(bytes);
  if (utf16) return utf16;
  const sample = highParts(bytes);
  const text = new TextDecoder('utf-8').decode(sample);
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return isTwice(text) ? 'utf-8-twice' : 'utf-8';
  } catch {
    return hasUtf8Mark(bytes) || isMostlyUtf8(bytes) ? 'utf-8' : singleByteOf(sample);
  }
}

const hasUtf8Mark = (bytes: Uint8Array) => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

/** If most characters beyond ASCII come out right, some program cut one in half; in another encoding all others would be wrong. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(bytes);
  let votes = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 0x7f) votes += code === 0xfffd ? -1 : 1;
  }
  return votes > 0;
}

/**
 * Without a byte order mark, one byte of each line break, separator, digit and Latin letter is zero, always on the same side; no other
 * encoding has zero bytes. Some signs, such as "一", have one on the other side.
 */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const head = bytes.subarray(0, 4096);
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2]! += 1;
  const [even, odd] = zeros as [number, number];
  if (Math.max(even, odd) * 50 < head.length || Math.min(even, odd) * 2 > Math.max(even, odd)) return null;
  const encoding = odd > even ? 'utf-16le' : 'utf-16be';
  // In UTF-8 with stray zero bytes no pair is a line break.
  return /[\r\n]/.test(new TextDecoder(encoding).decode(head)) ? encoding : null;
}

const SAMPLE_BYTES = 16 * 1024;
const BESIDE = 12;

/** The first bytes beyond ASCII, with what stands beside them: enough to tell what they are. */
function highParts(bytes: Uint8Array, wanted = SAMPLE_BYTES): Uint8Array {
  const parts: number[] = [];
  let done = 0;
  for (let at = 0; at < bytes.length && parts.length < wanted; at++) {
    if (bytes[at]! < 0x80) continue;
    const from = Math.max(done, at - BESIDE);
    if (from > done) parts.push(0x0a);
    done = Math.min(bytes.length, at + BESIDE);
    // No character is cut in half.
    while (done < bytes.length && bytes[done]! >= 0x80 && done < at + 2 * BESIDE) done += 1;
    for (let one = from; one < done; one++) parts.push(bytes[one]!);
    at = done - 1;
  }
  return Uint8Array.from(parts);
}

/** Windows-1252 as characters of its bytes, and back. */
const byteOf = new Map(
  Array.from({ length: 128 }, (_, n) => [new TextDecoder('windows-1252').decode(Uint8Array.of(128 + n)), 128 + n]),
);
const runs = /[^\0-\x7f]{2,}/gu;

/** "Ã©" → "é", and what came out right stays. */
export function untwice(text: string): string {
  return text.replace(runs, (run) => {
    const once = onceOf(run);
    // Right letters and quotes may stand beside it.
    return once === run ? run.replace(twiceInRun, onceOf) : once;
  });
}

const twiceInRun = /[\u00c2-\u00df][^\0-\x7f]|[\u00e0-\u00ef][^\0-\x7f]{2}|[\u00f0-\u00f4][^\0-\x7f]{3}/gu;

function onceOf(run: string): string {
  const bytes = Array.from(run, (sign) => byteOf.get(sign));
  if (bytes.includes(undefined)) return run;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes as number[])); // none is undefined
  } catch {
    return run;
  }
}

/** Most of what is beyond ASCII is UTF-8 that was taken for Windows-1252. */
function isTwice(text: string): boolean {
  const found = text.match(runs) ?? [];
  const twice = found.filter((run) => untwice(run) !== run).length;
  return twice > 0 && twice * 2 >= found.length;
}

/** The encoding of one byte a sign in which the letters make words; Windows-1252 where others do no better. */
function singleByteOf(sample: Uint8Array): Encoding {
  let best: { encoding: Encoding; score: number } = { encoding: 'windows-1252', score: -Infinity };
  for (const encoding of ['windows-1252', 'macintosh', 'windows-1250', 'windows-1251', 'windows-1253'] as const) {
    const score = scoreOf(new TextDecoder(encoding).decode(sample));
    if (score > best.score) best = { encoding, score };
  }
  return best.encoding;
}

/** Some words of a file with letters beyond ASCII, for a person to look at. */
export const highTermsOf = (bytes: Uint8Array, encoding: Encoding): string[] =>
  [...new Set(decodeText(highParts(bytes, 2000), encoding).match(/[^\s,;"|]*[^\0-\x7f][^\s,;"|]*/gu) ?? [])].slice(
    0,
    TERMS,
  );

const TERMS = 12;

const isAlphabetic = (sign: string) => /[\p{Lu}\p{Ll}\p{Lo}]/u.test(sign);
const scripts = { latin: /\p{Script=Latin}/u, cyrillic: /\p{Script=Cyrillic}/u, greek: /\p{Script=Greek}/u };
const scriptOf = (sign: string) =>
  (Object.keys(scripts) as (keyof typeof scripts)[]).find((one) => scripts[one].test(sign));
const usualCharacters = /[àáâãäåæçèéêëìíîïñòóôõöøùúûüßœąćęłńśźżčďěňřšťůžőű]/iu;
const usualSigns = /[£€’‘“”–—°½¼®™¡¿«»…·•×²]/;

/** How much a text looks like words. */
function scoreOf(text: string): number {
  let score = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!;
    if (sign < '\u0080') continue;
    const [before, after] = [text[at - 1] ?? ' ', text[at + 1] ?? ' '];
    const beside = [before, after].filter(isAlphabetic);
    if (/[\p{Cc}\uFFFD]/u.test(sign)) score -= 6;
    else if (!isAlphabetic(sign)) score += signScore(sign, [before, after], beside.length);
    else {
      const script = scriptOf(sign);
      if (beside.some((one) => scriptOf(one) !== script)) score -= 3;
      else if (script === 'latin') score += latinScore(sign, beside);
      else if (beside.length === 0) score -= 0.5;
      else score += sign === 'ς' && isAlphabetic(after) ? -2 : 1;
      if (isCapital(sign) && /\p{Ll}/u.test(before)) score -= 2;
      if (isCapital(after) && /\p{Ll}/u.test(sign)) score -= 2;
    }
  }
  return score;
}

const isCapital = (sign: string) => /\p{Lu}/u.test(sign);

function signScore(sign: string, neighbours: string[], count: number): number {
  if (sign === '’' && count === 2) return 1;
  if (count === 2) return -2;
  if (/[£€]/.test(sign)) return neighbours.some((one) => /\d/.test(one)) ? 1 : count > 0 ? -1 : 0;
  return usualSigns.test(sign) ? 0.3 : -1;
}

function latinScore(sign: string, beside: string[]): number {
  // "à" and "é" are words; other letters seldom stand alone.
  if (beside.length === 0) return /[àáéèêóòôö]/i.test(sign) ? 0.2 : -0.5;
  const isInRun = beside.length === 2 && beside.every((one) => one > '\u007f');
  return (usualCharacters.test(sign) ? 1 : -0.5) - (isInRun ? 2.5 : 0);
}
