import { imageUrlOf } from '../../contract/files/images.ts';
import { currentStore } from '../data/current.ts';
import { refused, storeChange, type Stored } from '../session/store-change.ts';
import type { Part } from './choose/shrink.ts';
import { keepFile } from './kept-files.ts';

/** The bytes first: a mutation that names them is sent when they are at the server. */
export async function storeImage(
  parts: readonly Part[],
  store: (restaurant_id: string, url: string) => unknown,
): Stored {
  const kept = await keepFile(currentStore(), [...parts]);
  if (kept.kind !== 'kept')
    return refused(507, 'disk_full', 'This device has no room for more pictures. Send what is waiting first');
  return storeChange((restaurant_id) => store(restaurant_id, imageUrlOf(restaurant_id, kept.id)));
}
