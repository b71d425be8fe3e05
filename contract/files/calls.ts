import * as z from 'zod/mini';
import { call, carried, read } from '../call.ts';
import { Id } from '../fields.ts';
import { IMAGE_LIMITS, IMAGE_WIDTHS, ImageUrl } from './images.ts';

/**
 * Stores an image under an id that the device made, at random. One `files` part for each of IMAGE_WIDTHS, in that order, as JPEG, WebP or
 * AVIF. The same image again changes nothing; another one under the same id is refused with `id_taken`. Nothing shows the image until a
 * row names it. 422 `invalid_fields` says what is wrong with a file.
 */
export const storeImage = call('files.storeImage', 'PUT', '/files/{id}', {
  access: 'menu.edit',
  offline: carried,
  body: z.strictObject({
    files: z
      .array(z.string().check(z.minLength(1), z.maxLength(Math.ceil(IMAGE_LIMITS.fileBytes / 3) * 4)))
      .check(z.minLength(IMAGE_WIDTHS.length), z.maxLength(IMAGE_WIDTHS.length)),
  }),
  isMultipart: true,
  bodyLimit: IMAGE_WIDTHS.length * IMAGE_LIMITS.fileBytes + 16 * 1024,
  reply: z.object({ id: Id, image_url: ImageUrl }),
  addition: true,
  summary: 'Store an image for the menu',
});

/** Public: the id cannot be guessed. Its content never changes, so it may be kept for ever. Answers the image itself. */
export const getImage = call('files.getImage', 'GET', '/files/{restaurantId}/{id}', {
  access: 'public',
  offline: read,
  query: z.strictObject({ width: z.optional(z.enum(['320', '800', '1600'])) }),
  reply: z.unknown(),
  addition: true,
  summary: 'An image of the menu',
});
