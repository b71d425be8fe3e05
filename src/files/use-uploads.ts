import { useEffect } from 'react';
import type { Call } from '../../contract/call.ts';
import { storeImportFile } from '../../contract/customers/import-calls.ts';
import * as calls from '../../contract/files/calls.ts';
import { IMAGE_CACHE } from '../../contract/files/image-cache.ts';
import { IMAGE_WIDTHS } from '../../contract/files/images.ts';
import { storeUploadFile } from '../../contract/menu/upload-calls.ts';
import { send } from '../api/send.ts';
import { useStore } from '../data/current.ts';
import type { StoredFile } from '../data/db.ts';
import { wakeWorker } from '../sync/runtime/client.ts';
import { addressOf } from './address.ts';
import { uploadFiles, type Sent } from './upload-files.ts';

/** Sends files while the page is open; one tab of the device does it. */
export function useUploads(): void {
  const store = useStore();
  useEffect(() => {
    if (!store) return;
    let isLeft = false;
    let end = () => {};
    const begin = () => {
      if (isLeft) return;
      const uploads = uploadFiles({ store, send: sendFile, onDone: wakeWorker });
      window.addEventListener('online', uploads.now);
      return new Promise<void>((resolve) => {
        end = () => {
          window.removeEventListener('online', uploads.now);
          uploads.stop();
          resolve();
        };
      });
    };
    // Without locks two tabs may send the same file, which changes nothing.
    if (navigator.locks) void navigator.locks.request(`galley-files ${store.db.name}`, begin);
    else void begin();
    return () => {
      isLeft = true;
      end();
    };
  }, [store]);
}

/** An image in its widths, the CSV of a customer import, or a page of a menu. */
async function sendFile({ id, parts, use }: StoredFile): Promise<Sent> {
  if (navigator.onLine === false) return 'later';
  const isImage = parts.length === IMAGE_WIDTHS.length;
  const form = new FormData();
  for (const { type, bytes } of parts) form.append(isImage ? 'files' : 'file', new Blob([bytes], { type }));
  // The call takes its body as a form, too (isMultipart).
  const sendForm = <C extends Call & { path: `${string}{id}` }>(call: C) =>
    send<Call>(call, { path: { id }, body: form });
  const result = await sendForm(isImage ? calls.storeImage : use === 'menu_page' ? storeUploadFile : storeImportFile);
  if (result.ok) {
    if (isImage) await keepForOffline((result.data as { image_url: string }).image_url, parts);
    return 'stored';
  }
  if (result.kind === 'offline') return 'later';
  const { status } = result;
  if (status >= 500 && status !== 503) return 'fault';
  // A session that ended, a PIN, an unfinished profile, old code, too many requests or a busy server: none is the file's fault.
  return [401, 403, 426, 429, 503].includes(status) ? 'later' : 'refused';
}

/** Where the service worker looks, so that the image is there without a network after its bytes have left the queue. */
async function keepForOffline(url: string, parts: StoredFile['parts']): Promise<void> {
  try {
    const cache = await caches.open(IMAGE_CACHE);
    for (const [index, { type, bytes }] of parts.entries())
      await cache.put(
        addressOf(url, IMAGE_WIDTHS[index]!),
        new Response(bytes, { headers: { 'Content-Type': type, 'X-Content-Type-Options': 'nosniff' } }),
      );
  } catch (error) {
    // No cache without a secure origin, or no room: the network has the image.
    console.info('An image is not kept for offline use', error);
  }
}
