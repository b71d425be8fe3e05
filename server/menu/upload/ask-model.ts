import sharp from 'sharp';
import { VisionFailure, type Vision, type VisionPage } from '../../integrations/vision.ts';
import type { ReadMenu } from '../../menu-reader/read-menu.ts';
import { checkAgainstModel } from '../../menu-reader/second-reading.ts';
import type { Log } from '../../platform/log.ts';

export interface AskModelOptions {
  vision: Vision | null;
  log: Pick<Log, 'info' | 'warn'>;
  exponent: number;
  /** Most that all pages may take together, ms. */
  limitMs: number;
}

/** Longest side of the picture that is sent, pixels: enough for small print, and bounded in cost. */
const SIDE = 1600;
const BYTES_MAX = 3 * 1024 * 1024;
const AT_ONCE = 3;

/**
 * Has a model read the pages a second time, if one is configured. Only the pictures leave this server. Whatever goes wrong, what the OCR
 * read is the result, and the log says so.
 */
export async function askModel(menu: ReadMenu, { vision, log, exponent, limitMs }: AskModelOptions): Promise<ReadMenu> {
  if (!vision || menu.status !== 'read' || menu.pages.length === 0) return menu;
  const limit = AbortSignal.timeout(Math.max(limitMs, 0));
  const readings: (VisionPage | null)[] = menu.pages.map(() => null);
  const left = [...menu.pages.keys()];
  const work = async () => {
    for (let page = left.shift(); page !== undefined; page = left.shift())
      readings[page] = await readPage(menu.pages[page]!.jpeg, page);
  };
  const readPage = async (jpeg: Uint8Array, page: number): Promise<VisionPage | null> => {
    try {
      if (limit.aborted) throw new VisionFailure('timeout');
      const small = await sharp(jpeg)
        .resize({ width: SIDE, height: SIDE, fit: 'inside', withoutEnlargement: true })
        .jpeg({ quality: 80 })
        .toBuffer();
      if (small.length > BYTES_MAX) throw new VisionFailure('picture_too_large');
      return await vision.readPage(small, limit);
    } catch (error) {
      log.warn('menu_model_failed', { page, reason: error instanceof VisionFailure ? error.reason : 'internal' });
      return null;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const count = readings.filter(Boolean).length;
  if (count === 0) return menu;
  log.info('menu_model_read', { pages: count });
  return { ...menu, categories: checkAgainstModel(menu.categories, { readings, pages: menu.pages, exponent }) };
}
