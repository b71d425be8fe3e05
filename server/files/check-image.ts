import sharp from 'sharp';
import { IMAGE_LIMITS, type ImageWidth } from '../../contract/files/images.ts';

export type ImageType = 'image/jpeg' | 'image/webp' | 'image/avif';

/** The type by the first bytes; null: none that a browser shows and we take. What a file claims to be is not looked at. */
export function imageTypeOf(bytes: Uint8Array): ImageType | null {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('RIFF') && head.slice(8) === 'WEBP') return 'image/webp';
  if (head.slice(4) === 'ftypavif') return 'image/avif';
  return null;
}

/**
 * Decodes an image completely, within bounds that its header cannot escape. Answers the bytes to store: as they came, or without
 * what a camera writes into a file (place, time, device).
 */
export async function checkImage(
  bytes: Buffer,
  width: ImageWidth,
): Promise<{ bytes: Buffer } | { wrong: 'empty' | 'no image' | 'too wide' }> {
  if (bytes.length === 0) return { wrong: 'empty' };
  const type = imageTypeOf(bytes);
  if (!type) return { wrong: 'no image' };
  const open = () => sharp(bytes, { limitInputPixels: IMAGE_LIMITS.pixels, failOn: 'error', pages: 1 });
  try {
    const found = await open().metadata();
    if (found.width > width) return { wrong: 'too wide' };
    if ((found.pages ?? 1) > 1) return { wrong: 'no image' };
    const carriesMore = found.exif ?? found.xmp ?? found.iptc ?? found.comments;
    // Also when nothing is removed: a file that ends early or lies about its size is found only by decoding it.
    if (!carriesMore) return (await open().raw().toBuffer(), { bytes });
    const upright = open().autoOrient();
    const stripped =
      type === 'image/jpeg' ? upright.jpeg({ quality: 80 }) : type === 'image/webp' ? upright.webp() : upright.avif();
    return { bytes: await stripped.toBuffer() };
  } catch {
    // The decoder's words are about its insides.
    return { wrong: 'no image' };
  }
}
