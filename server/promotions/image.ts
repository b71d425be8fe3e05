import sharp from 'sharp';
import { IMAGE_WIDTHS, imageUrlOf } from '../../contract/files/images.ts';
import { storeImage } from '../files/store-image.ts';
import { refuse, Refusal, type Handler } from '../pipeline/handler.ts';
import { bytesOf, type ReceivedFile } from '../pipeline/received-files.ts';
import { newId } from '../platform/ids.ts';

type Stores = Parameters<NonNullable<Handler['prepare']>>[0];

const PIXELS_MAX = 10_000_000;

/** Stores a picture that came with a form, in each width, without what a camera writes into it. Answers its `image_url`. */
export async function storeFormImage(
  services: Stores,
  { restaurantId, now }: { restaurantId: string; now: Date },
  file: ReceivedFile,
): Promise<string | Refusal> {
  const widths = await shrink(bytesOf(file));
  if (!widths) return refuse('invalid_fields', { field_errors: { image: 'Not a JPEG, PNG, WebP or AVIF image' } });
  const id = newId(now);
  const refusal = await storeImage(services, { restaurantId, now }, id, widths);
  return refusal ?? imageUrlOf(restaurantId, id);
}

async function shrink(bytes: Buffer): Promise<Buffer[] | null> {
  try {
    const open = () => sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', pages: 1 }).autoOrient();
    const { format } = await open().metadata();
    if (!['jpeg', 'png', 'webp', 'heif', 'avif'].includes(format)) return null;
    const widths: Buffer[] = [];
    for (const width of IMAGE_WIDTHS)
      widths.push(
        await open()
          .resize({ width, height: 2500, fit: 'inside', withoutEnlargement: true })
          .jpeg({ quality: 80 })
          .toBuffer(),
      );
    return widths;
  } catch {
    // The decoder's words are about its insides.
    return null;
  }
}
