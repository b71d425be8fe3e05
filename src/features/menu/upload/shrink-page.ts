import { drawOn } from '../../../files/choose/shrink.ts';

/** What the server reads at most (`server/menu-reader/picture.ts`): larger pictures hold no more letters. */
const LONGEST = 3200;
/** A smaller file is sent as it is. */
const BYTES = 1024 * 1024;
const QUALITY = 0.88;

type Draw = (file: Blob) => Promise<Blob | null>;

/**
 * A photograph of a page without pixels that nobody reads, and without what the camera wrote into it. The queue waits for the bytes of its
 * files, so each megabyte counts on a weak network. A PDF, and whatever cannot be drawn here, stays as it is.
 */
export async function shrinkPage(file: Blob, draw: Draw = drawSmaller): Promise<Blob> {
  if (!/^image\/(jpeg|png|webp)$/.test(file.type) || file.size <= BYTES) return file;
  // The server says what is wrong with a picture that cannot be read.
  const smaller = await draw(file).catch(() => null);
  return smaller?.type === 'image/jpeg' && smaller.size < file.size ? smaller : file;
}

async function drawSmaller(file: Blob): Promise<Blob | null> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const scale = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height));
    const size = { width: Math.round(bitmap.width * scale), height: Math.round(bitmap.height * scale) };
    const canvas = Object.assign(document.createElement('canvas'), size);
    const from = { left: 0, top: 0, width: bitmap.width, height: bitmap.height };
    drawOn(canvas.getContext('2d')!, { source: bitmap, from });
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  } finally {
    bitmap.close();
  }
}
