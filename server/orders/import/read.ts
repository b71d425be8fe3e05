import { createReadStream } from 'node:fs';
import { setImmediate as pause } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { CELLS_MAX, readPreamble, separators, type CountKnown } from '../../../contract/csv.ts';
import {
  countUtf8,
  highParts,
  isGuessed,
  isTwice,
  highTermsOf,
  SAMPLE_BYTES,
  singleByteOf,
  untwice,
  utf16Of,
  type Encoding,
} from '../../../contract/csv-encoding.ts';

/** One record and the line on which it starts (from 1). `fields` null: an unclosed quote. */
export interface RawRecord {
  line: number;
  fields: string[] | null;
}

interface Line {
  line: number;
  text: string;
}

/** The path of a .csv or .csv.gz, or the bytes of a .csv. */
export type Source = string | Uint8Array;

/**
 * Reads the records of a file, from the headings on: titles above them are no records. Detects separator (comma, semicolon or
 * tab, or what "sep=" says) and encoding (see `guessEncoding`). An unclosed quote spoils only its own line.
 */
export async function* readRecords(
  source: Source,
  encoding: Encoding,
  countKnown: CountKnown,
): AsyncGenerator<RawRecord> {
  const lines = readLines(source, encoding);
  let width = 0;
  const next = async () => {
    const read = await lines.next();
    return read.done ? null : read.value;
  };

  const { separator, unread } = await findHead(next, countKnown);
  for (;;) {
    const line = unread.shift() ?? (await next());
    if (!line) return;
    if (line.text.trim() === '') continue;
    let fields = split(line.text, separator);
    // A quoted field may span a few lines. If they do not form a complete record, only the first one is spoilt.
    let text = line.text;
    const batch: Line[] = [];
    while (!fields && batch.length < CONTINUED_LINES) {
      const more = unread.shift() ?? (await next());
      if (!more) break;
      batch.push(more);
      text += `\n${more.text}`;
      const joined = split(text, separator);
      if (joined && (width === 0 || joined.length === width)) fields = joined;
      else if (joined) break;
    }
    if (!fields) unread.unshift(...batch);
    width ||= fields?.length ?? 0;
    yield { line: line.line, fields };
  }
}

const CONTINUED_LINES = 5;
/** Titles above the headings: the name of the report, the restaurant, the days. */
const TITLE_LINES = 20;

/** Which of the first lines has the headings: the one with the most known columns, whatever separates them. */
async function findHead(
  next: () => Promise<Line | null>,
  countKnown: CountKnown,
): Promise<{ separator: string; unread: Line[] }> {
  const first: Line[] = [];
  let declared: string | null = null;
  while (first.length <= TITLE_LINES) {
    const line = await next();
    if (!line) break;
    if (line.text.trim() === '') continue;
    if (first.length === 0 && declared === null) declared = readPreamble(line.text).declared;
    else first.push(line);
    if (declared === null && first.length === 0) first.push(line);
  }
  let best = { separator: declared ?? findSeparator(first[0]?.text ?? ''), at: 0, known: 0 };
  for (const separator of declared === null ? separators : [declared])
    for (const [at, { text }] of first.entries()) {
      const known = countKnown(split(text, separator) ?? []);
      if (known > best.known) best = { separator, at, known };
    }
  return { separator: best.separator, unread: first.slice(best.at) };
}

/** The fields of a record; null if a quote stays open. */
function split(text: string, separator: string): string[] | null {
  if (!text.includes('"')) return text.split(separator, CELLS_MAX);
  const fields: string[] = [];
  let field = '';
  let at = 0;
  while (at <= text.length) {
    if (text[at] === '"' && field.trim() === '') {
      const end = closingQuote(text, at + 1);
      if (end < 0) return null;
      field = text.slice(at + 1, end).replaceAll('""', '"');
      at = end + 1;
    } else if (at === text.length || text[at] === separator) {
      fields.push(field);
      if (fields.length === CELLS_MAX) return fields;
      field = '';
      at += 1;
    } else {
      field += text[at];
      at += 1;
    }
  }
  return fields;
}

function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at;
  }
  return -1;
}

/** The separator that splits the header into most parts. */
function findSeparator(header: string): string {
  const count = (sign: string) => split(header, sign)?.length ?? 0;
  return separators.reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

/** Characters. Nobody's row is longer; the rest of one is not read. */
const LINE_MAX = 1024 * 1024;

async function* readLines(source: Source, encoding: Encoding): AsyncGenerator<Line> {
  const isWrittenTwice = encoding === 'utf-8-twice';
  const decoder = new TextDecoder(isWrittenTwice ? 'utf-8' : encoding);
  let line = 0;
  let rest = '';
  for await (const chunk of open(source)) {
    const isCut = rest.endsWith('\r');
    const pieces = ((isCut ? '\r' : '') + decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r(?!$)/);
    // What came before is not looked through again: a line may be as long as the file.
    pieces[0] = (isCut ? rest.slice(0, -1) : rest) + pieces[0]!;
    rest = (pieces.pop() ?? '').slice(0, LINE_MAX);
    for (const text of pieces) yield { line: (line += 1), text: isWrittenTwice ? untwice(text) : text };
  }
  rest += decoder.decode();
  rest = rest.replace(/\r$/, '');
  if (rest) yield { line: line + 1, text: isWrittenTwice ? untwice(rest) : rest };
}

/** As `guessEncoding` does, but piece by piece. */
async function guessFrom(source: Source): Promise<Encoding> {
  const strict = new TextDecoder('utf-8', { fatal: true });
  let isFirst = true;
  try {
    for await (const chunk of open(source)) {
      const utf16 = isFirst && utf16Of(chunk);
      if (utf16) return utf16;
      isFirst = false;
      strict.decode(chunk, { stream: true });
    }
    strict.decode();
    return isTwice(new TextDecoder('utf-8').decode(await sampleOf(source))) ? 'utf-8-twice' : 'utf-8';
  } catch (error) {
    // Only invalid UTF-8 is an answer; a read error is not.
    if ((error as { code?: string }).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error;
    return (await isBrokenUtf8(source)) ? 'utf-8' : singleByteOf(await sampleOf(source));
  }
}

/** How the letters of a file are written, and words that show it. */
export async function findEncoding(source: Source): Promise<{ encoding: Encoding; terms: string[] }> {
  const encoding = await guessFrom(source);
  return { encoding, terms: isGuessed(encoding) ? highTermsOf(await sampleOf(source), encoding) : [] };
}

/** The first bytes beyond ASCII with what stands beside them. */
async function sampleOf(source: Source): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of open(source)) {
    const part = highParts(chunk);
    parts.push(part);
    if ((size += part.length) > SAMPLE_BYTES) break;
  }
  return Buffer.concat(parts);
}

async function isBrokenUtf8(source: Source): Promise<boolean> {
  const decoder = new TextDecoder('utf-8');
  const votes = { right: 0, wrong: 0 };
  for await (const chunk of open(source)) countUtf8(decoder.decode(chunk, { stream: true }), votes);
  return votes.right > votes.wrong;
}

async function* open(source: Source): AsyncGenerator<Uint8Array> {
  if (typeof source !== 'string') return yield* inChunks(source);
  const file = createReadStream(source);
  if (!source.toLowerCase().endsWith('.gz')) return yield* file as AsyncIterable<Buffer>;
  const unpacked = createGunzip();
  file.on('error', (error) => unpacked.destroy(error));
  yield* file.pipe(unpacked) as AsyncIterable<Buffer>;
}

/** Other requests are answered between two chunks. */
async function* inChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES) {
    yield bytes.subarray(from, from + CHUNK_BYTES);
    await pause();
  }
}

const CHUNK_BYTES = 64 * 1024;
