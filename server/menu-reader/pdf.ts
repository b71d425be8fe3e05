import { createCanvas, DOMMatrix, ImageData, Path2D } from '@napi-rs/canvas';
import { createIsomorphicCanvasFactory, getDocumentProxy } from 'unpdf';
import { MENU_FILE_PAGES, RefusedFile } from './check-file.ts';
import { checkPdf, PDF_IMAGE_PIXELS } from './check-pdf.ts';
import type { Word } from './menu.ts';
import type { Colour } from './picture.ts';

export interface PdfPage {
  picture: Colour;
  /** The words of its text layer in pixels of the picture; empty for a scan. */
  words: Word[];
}

// The drawing part of PDF.js looks for these where a browser has them.
Object.assign(globalThis, { DOMMatrix, ImageData, Path2D });

// A page of type has letters enough; a scan has none, or a page number.
const LEAST_LETTERS = 25;
const PIXELS = 7_000_000;
/** Of one page: a menu full of ornaments has some ten thousand. */
const OPERATORS = 150_000;

/** The pages of a PDF, drawn and with their text layer. Throws RefusedFile when it is locked, broken or too long. */
export async function* openPdf(bytes: Uint8Array): AsyncGenerator<PdfPage & { count: number }> {
  await checkPdf(bytes);
  const pdf = await getDocumentProxy(new Uint8Array(bytes), {
    disableFontFace: true,
    useSystemFonts: false,
    // Checked already; a dictionary that lies must not make more of it.
    maxImageSize: PDF_IMAGE_PIXELS,
    verbosity: 0,
    CanvasFactory: await createIsomorphicCanvasFactory(() => import('@napi-rs/canvas')),
  }).catch((error: unknown) => {
    throw new RefusedFile(
      error instanceof Error && error.name === 'PasswordException' ? 'pdf_locked' : 'file_unreadable',
    );
  });
  try {
    if (pdf.numPages > MENU_FILE_PAGES) throw new RefusedFile('too_many_pages');
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await pdf.getPage(number);
      const natural = page.getViewport({ scale: 1 });
      // 200 dots an inch, less for a poster: the size of a page is only a number in the file.
      const scale = Math.min(200 / 72, Math.sqrt(PIXELS / (natural.width * natural.height)));
      const viewport = page.getViewport({ scale });
      const width = Math.max(1, Math.floor(viewport.width));
      const height = Math.max(1, Math.floor(viewport.height));
      const canvas = createCanvas(width, height);
      const context = canvas.getContext('2d');
      context.fillStyle = '#fff';
      context.fillRect(0, 0, width, height);
      const { fnArray: operators } = await page.getOperatorList();
      if (operators.length > OPERATORS) throw new RefusedFile('file_unreadable');
      await page.render({
        canvas: null,
        canvasContext: context as never,
        viewport,
      }).promise;
      const { items } = await page.getTextContent();
      const words = items.flatMap((item) => ('str' in item ? splitWords(item, viewport) : []));
      const letters = words.reduce((sum, { text }) => sum + text.length, 0);
      yield {
        count: pdf.numPages,
        picture: dropAlpha(context.getImageData(0, 0, width, height).data, width, height),
        words: letters < LEAST_LETTERS ? [] : words,
      };
      page.cleanup();
    }
  } catch (error) {
    throw error instanceof RefusedFile ? error : new RefusedFile('file_unreadable');
  } finally {
    await pdf.loadingTask.destroy();
  }
}

/** A run of text as words; the run's width is shared out by letters, which is near enough for columns. */
function splitWords(
  { str, width, transform }: { str: string; width: number; transform: number[] },
  viewport: { scale: number; convertToViewportPoint(x: number, y: number): number[] },
): Word[] {
  const size = Math.hypot(transform[2]!, transform[3]!) * viewport.scale;
  const [left, baseline] = viewport.convertToViewportPoint(transform[4]!, transform[5]!) as [number, number];
  const perLetter = (width * viewport.scale) / Math.max(1, str.length);
  return [...str.matchAll(/\S+/g)].map((match) => ({
    text: match[0].normalize('NFKC'),
    confidence: 1,
    left: left + match.index * perLetter,
    right: left + (match.index + match[0].length) * perLetter,
    top: baseline - size * 0.72,
    bottom: baseline,
    capHeight: size * 0.72,
  }));
}

function dropAlpha(data: Uint8ClampedArray, width: number, height: number): Colour {
  const out = new Uint8Array(width * height * 3);
  for (let from = 0, to = 0; to < out.length; from += 4, to += 3) {
    out[to] = data[from]!;
    out[to + 1] = data[from + 1]!;
    out[to + 2] = data[from + 2]!;
  }
  return { data: out, width, height };
}
