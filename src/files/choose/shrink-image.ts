import { scriptUrl } from '../../lib/script-url.ts';
import { drawOn, shrink, type Crop, type MakeCanvas, type Part } from './shrink.ts';
// oxlint-disable-next-line import/default -- Vite answers the address of the built worker
import workerUrl from './shrink-worker.ts?worker&url';

/** Decoding needs four bytes a pixel, so larger files are refused before they take the tab down. */
const FILE_MAX = 40 * 1024 * 1024;

/** In a worker, so that the page stays usable; on the page where a worker has no canvas. Null: not a picture that this browser reads. */
export async function shrinkImage(file: Blob, crop: Crop): Promise<Part[] | null> {
  if (file.size > FILE_MAX) return null;
  try {
    return (await inWorker(file, crop)) ?? (await shrink(file, crop, onPage));
  } catch (error) {
    console.info('A picture cannot be read', error);
    return null;
  }
}

/** Null: not possible there. */
function inWorker(file: Blob, crop: Crop): Promise<Part[] | null> {
  if (typeof OffscreenCanvas === 'undefined') return Promise.resolve(null);
  const worker = new Worker(scriptUrl(workerUrl), { type: 'module', name: 'galley-shrink' });
  return new Promise<Part[] | null>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<{ parts?: Part[] }>) => resolve(data.parts ?? null));
    worker.addEventListener('error', () => resolve(null));
    worker.postMessage({ file, crop });
  }).finally(() => worker.terminate());
}

const onPage: MakeCanvas = (width, height) => {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  return {
    draw: (source, from) => drawOn(canvas.getContext('2d')!, { source, from }),
    encode: (type, quality) => new Promise((resolve) => canvas.toBlob(resolve, type, quality)),
  };
};
