import type { Fetched } from '../integrations/fetch-safely.ts';
import { clip } from '../../contract/clip.ts';

const PASSAGES_MAX = 200;
const PASSAGE_MIN = 30;
const PASSAGE_MAX = 600;

/** The text of a page or a file in passages, or why there is none, in words. */
export async function passagesOf({
  type,
  bytes,
}: Pick<Fetched, 'type' | 'bytes'>): Promise<{ title: string; texts: string[] } | string> {
  const kind = type.split(';')[0]!.trim().toLowerCase();
  if (kind === 'application/pdf' || bytes.subarray(0, 5).toString('latin1') === '%PDF-') return readPdf(bytes);
  const text = new TextDecoder(charsetOf(type), { fatal: false }).decode(bytes);
  if (kind === 'text/html' || kind === 'application/xhtml+xml' || (kind === '' && /^\s*</.test(text))) {
    const title = plain(/<title[^>]*>([^<]*)/i.exec(text)?.[1] ?? '').trim();
    return withTexts(clip(title, 120, ''), textOfHtml(text));
  }
  if (kind === '' || kind.startsWith('text/')) return withTexts('', text);
  return 'Only web pages, text files and PDFs are read';
}

function charsetOf(type: string): string {
  const named = /charset="?([\w-]+)/i.exec(type)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(named).encoding;
  } catch {
    return 'utf-8';
  }
}

async function readPdf(bytes: Buffer): Promise<{ title: string; texts: string[] } | string> {
  try {
    const { extractText } = await import('unpdf');
    const { text } = await extractText(new Uint8Array(bytes), { mergePages: true });
    return withTexts('', text);
  } catch {
    return 'This PDF cannot be read';
  }
}

/** Scripts, styles and navigation are not what the page says. */
function textOfHtml(html: string): string {
  const body = html
    .replaceAll(/<!--[\s\S]*?-->/g, ' ')
    .replaceAll(/<(script|style|noscript|template|svg|head|nav|footer|form)\b[\s\S]*?<\/\1\s*>/gi, ' ')
    .replaceAll(/<\/(?:p|div|li|h[1-6]|tr|section|article|dd|dt|blockquote)\s*>|<br\s*\/?>/gi, '\n')
    .replaceAll(/<[^>]*>/g, ' ');
  return plain(body);
}

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  euro: '€',
  pound: '£',
  eacute: 'é',
};
const plain = (text: string) =>
  text.replaceAll(/&(#x?[\da-f]+|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? whole;
    const code = name[1]?.toLowerCase() === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : ' ';
  });

function withTexts(title: string, text: string): { title: string; texts: string[] } | string {
  const storable = text.toWellFormed().replaceAll('\u0000', ' ');
  const texts = storable
    .split(/\n+/)
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .flatMap((line) =>
      line.length <= PASSAGE_MAX
        ? [line]
        : (line.match(new RegExp(String.raw`.{1,${PASSAGE_MAX}}(?:\s|$)`, 'g')) ?? []),
    )
    .map((line) => line.trim())
    .filter((line) => line.length >= PASSAGE_MIN)
    .slice(0, PASSAGES_MAX);
  return texts.length > 0
    ? { title: title.toWellFormed().replaceAll('\u0000', ''), texts }
    : 'There is no text to read';
}
