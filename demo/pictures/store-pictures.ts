import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { IMAGE_WIDTHS, imageUrlOf } from '../../contract/files/images.ts';
import { imageKey } from '../../server/files/store.ts';
import type { files } from '../../server/db/schema/files.ts';
import type { FileStore } from '../../server/platform/files/file-store.ts';
import { newId } from '../../server/platform/ids.ts';
import { coverName, pictureOf, type PictureName } from './pictures.ts';

export interface StoredPictures {
  rows: (typeof files.$inferInsert)[];
  cover: string;
  /** What `image_url` of a dish holds; null: it has no picture. */
  ofDish(name: string): string | null;
}

/** Puts the pictures of these dishes and the cover into the file store, each once, in every width. */
export async function storePictures(
  store: FileStore,
  { restaurantId, now, dishes }: { restaurantId: string; now: Date; dishes: readonly string[] },
): Promise<StoredPictures> {
  const names = new Set([coverName, ...dishes.flatMap((dish) => pictureOf(dish) ?? [])]);
  const ids = new Map([...names].map((name) => [name, newId(now)]));
  const rows = await Promise.all(
    [...ids].map(async ([name, id]) => {
      const drawn = await readFile(join(import.meta.dirname, `${name}.webp`));
      const { width: full } = await sharp(drawn).metadata();
      const images = await Promise.all(
        IMAGE_WIDTHS.map(async (width) =>
          width < full ? sharp(drawn).resize(width).webp({ quality: 76 }).toBuffer() : drawn,
        ),
      );
      for (const [i, width] of IMAGE_WIDTHS.entries()) await store.put(imageKey(restaurantId, id, width), images[i]!);
      const at = now.toISOString();
      const hash = createHash('sha256').update(drawn).digest('hex');
      const bytes = images.reduce((sum, { length }) => sum + length, 0);
      return { restaurant_id: restaurantId, id, hash, bytes, created_at: at, stored_at: at };
    }),
  );
  const urlOf = (name: PictureName | typeof coverName) => imageUrlOf(restaurantId, ids.get(name)!);
  return {
    rows,
    cover: urlOf(coverName),
    ofDish: (dish) => {
      const name = pictureOf(dish);
      return name === null ? null : urlOf(name);
    },
  };
}
