import * as z from 'zod/mini';

/** Widths in pixels of a stored image, smallest first. An image that is smaller is never enlarged. */
export const IMAGE_WIDTHS = [320, 800, 1600] as const;
export type ImageWidth = (typeof IMAGE_WIDTHS)[number];

/** Bounds of what a device sends. The device crops and compresses to far less. */
export const IMAGE_LIMITS = {
  /** One width, bytes. */
  fileBytes: 3 * 1024 * 1024,
  /** One width, pixels: 1600 by 2500. */
  pixels: 4_000_000,
  /** Further images of an item, beside its first. */
  more: 5,
};

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const pattern = new RegExp(`^/files/(${UUID})/(${UUID})$`);

/**
 * What `image_url` holds: a path below the API's base, "/files/{restaurant}/{file}". The device makes the file's id, so the path is known
 * before the image is at the server. `?width=` names one of IMAGE_WIDTHS; 800 by default.
 */
export const ImageUrl = z.string().check(z.regex(pattern));

export const imageUrlOf = (restaurantId: string, fileId: string): string => `/files/${restaurantId}/${fileId}`;

/** Null: not an image of ours, such as an address elsewhere. */
export function imageIdsOf(url: string): { restaurantId: string; fileId: string } | null {
  const [, restaurantId, fileId] = pattern.exec(url) ?? [];
  return restaurantId && fileId ? { restaurantId, fileId } : null;
}
