import { once } from 'node:events';
import { createInflate } from 'node:zlib';
import { RefusedFile } from './check-file.ts';

/** Of one picture in a PDF: a page of 600 dots an inch has 35 million pixels. */
export const PDF_IMAGE_PIXELS = 50_000_000;
/** Of one stream, unpacked: such a picture with four bytes a pixel. */
const STREAM_BYTES = PDF_IMAGE_PIXELS * 4;
/** Of a page's drawing, or a font: a large one has two megabytes. */
const CONTENT_BYTES = 16 * 1024 * 1024;

/**
 * Refuses a PDF with a picture or a stream that unpacks to more than a menu can have: ten megabytes may hold ten gigabytes of zeros, and
 * PDF.js would keep all of them. Nothing that is unpacked here is kept.
 */
export async function checkPdf(bytes: Uint8Array): Promise<void> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = file.indexOf('stream'); at >= 0; at = file.indexOf('stream', at + 6)) {
    if (file.subarray(at - 3, at).toString('latin1') === 'end') continue;
    const from = at + 6 + (file[at + 6] === 0x0d ? 2 : 1);
    const end = file.indexOf('endstream', from);
    const head = file.subarray(Math.max(0, at - 2000), at).toString('latin1');
    const dictionary = head.slice(Math.max(0, head.lastIndexOf(' obj')));
    const isImage = /\/Subtype\s*\/Image/.test(dictionary);
    const side = (name: string) => Number(new RegExp(`/${name}\\s+(\\d+)`).exec(dictionary)?.[1] ?? 0);
    if (isImage && side('Width') * side('Height') > PDF_IMAGE_PIXELS) throw new RefusedFile('picture_too_large');
    if (await unpacksTo(file.subarray(from, end < 0 ? undefined : end), isImage ? STREAM_BYTES : CONTENT_BYTES))
      throw new RefusedFile(isImage ? 'picture_too_large' : 'file_unreadable');
    if (end < 0) return;
    at = end + 3;
  }
}

/** Does a packed stream have more than `most` bytes? What is not packed, or broken, has not. */
async function unpacksTo(packed: Buffer, most: number): Promise<boolean> {
  // The first byte of zlib's; a thousandth is the least that it packs to.
  if (packed[0] !== 0x78 || packed.length * 1_100 < most) return false;
  const inflate = createInflate();
  let size = 0;
  inflate.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > most) inflate.destroy();
  });
  inflate.end(packed);
  // A stream that breaks off was read so far by PDF.js, too.
  await once(inflate, 'close').catch(() => undefined);
  return size > most;
}
