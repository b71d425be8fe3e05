import { buildFromPages } from './build-from-pages.ts';
import { checkFile, MENU_FILE_PAGES, RefusedFile, type MenuFileKind, type MenuFileRefusal } from './check-file.ts';
import type { PagePicture, ReadCategory, Word } from './menu.ts';
import { openOcr, type Ocr } from './ocr.ts';
import { openPdf } from './pdf.ts';
import { openPicture, toJpeg, type Colour } from './picture.ts';
import { readPage, type SeenPage } from './read-page.ts';
import { joinWords } from './segments.ts';

export type ReadMenu =
  | { status: 'read'; currency: string | null; categories: ReadCategory[]; pages: PagePicture[] }
  | { status: 'refused'; code: MenuFileRefusal };

export interface ReadOptions {
  clock: { now(): number };
  /** Digits of the currency behind the point; when they are not given, those of the currency that the menu names. */
  exponent?: number;
  /** Called after each page. */
  progress?: (done: number, pages: number) => void;
  signal?: AbortSignal;
  /** Most that one file may take, ms. Pages after it are not read. */
  limitMs?: number;
}

/**
 * Reads a menu from a PNG, JPEG, WebP or PDF, or from several of them in the order of its pages. Nothing leaves the machine. Throws when
 * aborted.
 */
export async function readMenu(given: Uint8Array | Uint8Array[], options: ReadOptions): Promise<ReadMenu> {
  const files: { bytes: Uint8Array; kind: MenuFileKind }[] = [];
  for (const bytes of [given].flat()) {
    const checked = checkFile(bytes);
    if ('refused' in checked) return { status: 'refused', code: checked.refused };
    files.push({ bytes, kind: checked.kind });
  }
  const startedAt = options.clock.now();
  const pages: SeenPage[] = [];
  let ocr: Ocr | null = null;
  try {
    for await (const { picture, words, count } of openAll(files)) {
      options.signal?.throwIfAborted();
      if (words.length > 0) pages.push({ picture, segments: joinWords(words) });
      else pages.push(await readPage(picture, (ocr ??= await openOcr()), options.signal));
      options.progress?.(pages.length, count);
      if (options.clock.now() - startedAt > (options.limitMs ?? Infinity)) break;
    }
  } catch (error) {
    if (error instanceof RefusedFile) return { status: 'refused', code: error.code };
    throw error;
  } finally {
    await ocr?.close();
  }
  const built = buildFromPages(
    pages.map(({ segments }) => segments),
    options.exponent,
  );
  return { status: 'read', ...built, pages: await toPictures(pages) };
}

/** `count`: as many pages as are known of, one for each file that is not open yet. */
async function* openAll(
  files: { bytes: Uint8Array; kind: MenuFileKind }[],
): AsyncGenerator<{ picture: Colour; words: Word[]; count: number }> {
  let before = 0;
  for (const [index, { bytes, kind }] of files.entries()) {
    const after = files.length - index - 1;
    let count = 1;
    if (kind === 'pdf')
      for await (const page of openPdf(bytes)) {
        count = page.count;
        if (before + count + after > MENU_FILE_PAGES) throw new RefusedFile('too_many_pages');
        yield { ...page, count: before + count + after };
      }
    else yield { picture: await openPicture(bytes), words: [], count: before + 1 + after };
    before += count;
  }
}

async function toPictures(pages: SeenPage[]): Promise<PagePicture[]> {
  return Promise.all(
    pages.map(async ({ picture }) => ({
      jpeg: await toJpeg(picture),
      width: picture.width,
      height: picture.height,
    })),
  );
}
