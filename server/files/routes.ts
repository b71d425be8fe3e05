import * as contract from '../../contract/files/calls.ts';
import { imageUrlOf, type ImageWidth } from '../../contract/files/images.ts';
import { defineHandlerWithoutTransaction, refuse, type Handler } from '../pipeline/handler.ts';
import type { Services } from '../pipeline/services.ts';
import { openFiles } from '../platform/files/open-files.ts';
import { isId } from '../platform/ids.ts';
import { barePolicy } from '../web/headers.ts';
import { imageTypeOf } from './check-image.ts';
import { storeImage } from './store-image.ts';
import { imageKey } from './store.ts';

export function fileRoutes({ pools, env }: Services): Handler[] {
  /** Not in one transaction: decoding takes a while, and no store is asked inside of a transaction. */
  const store = defineHandlerWithoutTransaction(contract.storeImage, async (c) => {
    const { restaurantId } = c.session;
    const id = c.path.id.toLowerCase();
    if (!isId(id)) return refuse('not_found');
    const refusal = await storeImage({ pools, env }, { restaurantId, now: c.now }, id, c.body.files);
    return refusal ?? { id, image_url: imageUrlOf(restaurantId, id) };
  });

  /** From the store alone: the address names the key, and nobody can guess one. */
  const get = defineHandlerWithoutTransaction(contract.getImage, async (c) => {
    const { restaurantId, id } = c.path;
    if (!isId(restaurantId) || !isId(id)) return refuse('not_found');
    const width = Number(c.query.width ?? 800) as ImageWidth; // one of the query's words
    const bytes = await openFiles(env).get(imageKey(restaurantId.toLowerCase(), id.toLowerCase(), width));
    const type = bytes && imageTypeOf(bytes);
    if (!type) return refuse('not_found');
    const image = Buffer.from(bytes);
    return new Response(image, { headers: { ...imageHeaders, 'Content-Type': type } });
  });

  return [store, get];
}

/** Any website may show it. Opened by itself, it runs nothing. */
const imageHeaders = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': `${barePolicy}; sandbox`,
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
};
