import { useCallback, useSyncExternalStore } from 'react';
import { IMAGE_WIDTHS, imageIdsOf, type ImageWidth } from '../../contract/files/images.ts';
import { useStore } from '../data/current.ts';
import type { Store } from '../data/store.ts';
import { follow } from '../data/watch.ts';

/** Addresses of the images whose bytes this device has, by file and width. One for each open database. */
interface LocalImages {
  get(fileId: string, width: ImageWidth): string | null | undefined;
  subscribe(listener: () => void): () => void;
}

let current: { store: Store; images: LocalImages } | null = null;

/** The image from this device, if its bytes are here. Null: not here. Undefined: not known yet, for some milliseconds. */
export function useLocalImage(url: string | null | undefined, width: ImageWidth): string | null | undefined {
  const store = useStore();
  const fileId = url ? imageIdsOf(url)?.fileId : undefined;
  const images = store && fileId ? imagesOf(store) : null;
  const subscribe = useCallback((listener: () => void) => images?.subscribe(listener) ?? still, [images]);
  return useSyncExternalStore(subscribe, () => (fileId && images ? images.get(fileId, width) : null));
}

const still = () => undefined;

function imagesOf(store: Store): LocalImages {
  if (current?.store !== store) current = { store, images: watchImages(store) };
  return current.images;
}

/** Long enough for the picture from the network to take the place of the local one. */
const REVOKE_AFTER_MS = 60_000;

function watchImages(store: Store): LocalImages {
  const addresses = new Map<string, string[]>();
  const listeners = new Set<() => void>();
  let leave: (() => void) | null = null;
  let isKnown = false;

  async function show(ids: string[]): Promise<void> {
    let isChanged = !isKnown;
    for (const [id, urls] of addresses) {
      if (ids.includes(id)) continue;
      addresses.delete(id);
      isChanged = true;
      store.clock.after(REVOKE_AFTER_MS, () => urls.forEach((url) => URL.revokeObjectURL(url)));
    }
    for (const id of ids.filter((one) => !addresses.has(one))) {
      const file = await store.db.files.get(id);
      if (!file || addresses.has(id)) continue;
      addresses.set(
        id,
        // Not the pages of a menu, which are large, nor a CSV.
        file.parts.length === IMAGE_WIDTHS.length
          ? file.parts.map(({ type, bytes }) => URL.createObjectURL(new Blob([bytes], { type })))
          : [],
      );
      isChanged = true;
    }
    isKnown = true;
    if (isChanged) for (const listener of listeners) listener();
  }

  return {
    get: (fileId, width) => addresses.get(fileId)?.[IMAGE_WIDTHS.indexOf(width)] ?? (isKnown ? null : undefined),
    subscribe(listener) {
      listeners.add(listener);
      leave ??= follow(store, (db) => db.files.toCollection().primaryKeys(), {
        next: (ids) => void show(ids).catch(() => undefined), // the live query answers again
      });
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        leave?.();
        leave = null;
      };
    },
  };
}
