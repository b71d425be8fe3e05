import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { createWorker, OEM, PSM } from 'tesseract.js';
import type { Word } from './menu.ts';

/** Reads the letters of pictures. One at a time; close it to free its 200 MB. */
export interface Ocr {
  /** The words of a page, scattered as they stand. Boxes in pixels of the picture. With fewer words than `least` it is read as one block. */
  readPage(png: Buffer, least: number): Promise<Word[]>;
  /** The words of a picture that holds one line. */
  readLine(png: Buffer): Promise<Word[]>;
  close(): Promise<void>;
}

/** Starts the OCR with the language data and the core from npm; it asks nothing of the network. */
export async function openOcr(): Promise<Ocr> {
  const data = dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json'));
  const worker = await createWorker('eng', OEM.LSTM_ONLY, {
    langPath: join(data, '4.0.0_best_int'),
    cacheMethod: 'none',
    gzip: true,
  });
  await worker.setParameters({ user_defined_dpi: '300', preserve_interword_spaces: '1' });
  let mode: PSM | null = null;
  const read = async (png: Buffer, wanted: PSM): Promise<Word[]> => {
    if (mode !== wanted) await worker.setParameters({ tessedit_pageseg_mode: wanted });
    mode = wanted;
    const { data: page } = await worker.recognize(png, {}, { blocks: true, text: false });
    const words = (page.blocks ?? []).flatMap(({ paragraphs }) =>
      paragraphs.flatMap(({ lines }) => lines.flatMap((line) => line.words)),
    );
    return words.map(({ text, confidence, bbox }) => ({
      // "I’oignon": the OCR knows English alone, where no word begins with an l and an apostrophe.
      text: text.normalize('NFKC').replace(/^I(?=[’'][aeiouhéêâ])/, 'l'),
      confidence: confidence / 100,
      left: bbox.x0,
      top: bbox.y0,
      right: bbox.x1,
      bottom: bbox.y1,
      capHeight: findCapHeight(text, bbox.y1 - bbox.y0),
    }));
  };
  return {
    readPage: async (png, least) => {
      const words = await read(png, PSM.SPARSE_TEXT);
      return words.length < least ? read(png, PSM.SINGLE_BLOCK) : words;
    },
    readLine: (png) => read(png, PSM.SINGLE_LINE),
    close: async () => {
      await worker.terminate();
    },
  };
}

/** A box is as high as its letters reach; "acorn" is lower than "Acorn", and "Apple" reaches below the line. */
function findCapHeight(text: string, height: number): number {
  const isTall = /[A-Z0-9bdfhklt£$€&()!?/]/.test(text);
  const isDeep = /[gjpqy,;()]/.test(text);
  return height / ((isTall ? 1 : 0.72) + (isDeep ? 0.26 : 0));
}
