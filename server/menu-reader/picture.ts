import sharp from 'sharp';
import { MENU_FILE_PIXELS, RefusedFile } from './check-file.ts';

/** One byte a pixel: 0 is ink, 255 paper. */
export interface Grey {
  data: Uint8Array;
  width: number;
  height: number;
}

/** Three bytes a pixel. */
export interface Colour {
  data: Uint8Array;
  width: number;
  height: number;
}

// Larger pictures hold no more letters, only more pixels.
const LONGEST = 3200;

/** Decodes a picture upright, at most 3,200 pixels long. Throws RefusedFile for what is too large or broken. */
export async function openPicture(bytes: Uint8Array): Promise<Colour> {
  const input = { limitInputPixels: MENU_FILE_PIXELS, failOn: 'error', pages: 1 } as const;
  try {
    // The header is asked first: a small file may name a picture of a hundred megapixels.
    const { width, height } = await sharp(bytes, { ...input, limitInputPixels: false }).metadata();
    if (width * height > MENU_FILE_PIXELS) throw new RefusedFile('picture_too_large');
    const { data, info } = await sharp(bytes, input)
      .autoOrient()
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .resize({ width: LONGEST, height: LONGEST, fit: 'inside', withoutEnlargement: true })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    if (info.channels !== 3) throw new RefusedFile('file_unreadable');
    return { data, width: info.width, height: info.height };
  } catch (error) {
    if (error instanceof RefusedFile) throw error;
    throw new RefusedFile('file_unreadable');
  }
}

export async function toGrey({ data, width, height }: Colour): Promise<Grey> {
  const grey = await sharp(data, { raw: { width, height, channels: 3 } })
    .greyscale()
    .raw()
    .toBuffer();
  return { data: grey, width, height };
}

export async function scaleGrey({ data, width, height }: Grey, factor: number): Promise<Grey> {
  const { data: scaled, info } = await sharp(data, { raw: { width, height, channels: 1 } })
    .resize(Math.round(width * factor), Math.round(height * factor), { kernel: factor > 1 ? 'cubic' : 'lanczos3' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: scaled, width: info.width, height: info.height };
}

export async function toJpeg({ data, width, height }: Colour): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 78, mozjpeg: true })
    .toBuffer();
}

/** A picture that the OCR reads, of a part of the page when `box` is given. */
export async function toPng(
  { data, width, height }: Grey,
  part?: { left: number; top: number; width: number; height: number; scale: number },
): Promise<Buffer> {
  const whole = sharp(data, { raw: { width, height, channels: 1 } });
  if (!part) return whole.png({ compressionLevel: 1 }).toBuffer();
  return whole
    .extract({ left: part.left, top: part.top, width: part.width, height: part.height })
    .resize(Math.round(part.width * part.scale), Math.round(part.height * part.scale), { kernel: 'cubic' })
    .extend({ top: 12, bottom: 12, left: 16, right: 16, background: '#fff' })
    .png({ compressionLevel: 1 })
    .toBuffer();
}
