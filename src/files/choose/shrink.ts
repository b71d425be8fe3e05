import { IMAGE_WIDTHS } from '../../../contract/files/images.ts';

/** The part of a picture to keep, as shares of its width and height. */
export interface Crop {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Part {
  type: string;
  bytes: ArrayBuffer;
}

/** What draws and encodes: an OffscreenCanvas in the worker, a canvas of the page elsewhere. */
export interface Canvas {
  draw(source: ImageBitmap, from: Crop): void;
  encode(type: string, quality: number): Promise<Blob | null>;
}
export type MakeCanvas = (width: number, height: number) => Canvas;

/** Best first. A browser that cannot encode a type answers another one. */
const types = [
  { type: 'image/avif', quality: 0.6 },
  { type: 'image/webp', quality: 0.8 },
  { type: 'image/jpeg', quality: 0.82 },
] as const;

/**
 * The chosen part of a picture in each of IMAGE_WIDTHS, never enlarged. What the camera wrote into the file stays behind, because only
 * pixels are drawn. Rejects if the browser cannot read the file as a picture.
 */
export async function shrink(file: Blob, crop: Crop, makeCanvas: MakeCanvas): Promise<Part[]> {
  // As people see it: a camera may have noted that it was held sideways.
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const from = {
      left: Math.round(crop.left * bitmap.width),
      top: Math.round(crop.top * bitmap.height),
      width: Math.max(1, Math.round(crop.width * bitmap.width)),
      height: Math.max(1, Math.round(crop.height * bitmap.height)),
    };
    const parts: Part[] = [];
    let candidates: readonly (typeof types)[number][] = types;
    for (const widest of IMAGE_WIDTHS) {
      const width = Math.min(widest, from.width);
      const canvas = makeCanvas(width, Math.max(1, Math.round((width * from.height) / from.width)));
      canvas.draw(bitmap, from);
      const found = await encode(canvas, candidates);
      candidates = candidates.slice(candidates.indexOf(found.as));
      parts.push({ type: found.as.type, bytes: await found.blob.arrayBuffer() });
    }
    return parts;
  } finally {
    bitmap.close();
  }
}

async function encode(canvas: Canvas, candidates: readonly (typeof types)[number][]) {
  for (const as of candidates) {
    const blob = await canvas.encode(as.type, as.quality);
    if (blob?.type === as.type) return { blob, as };
  }
  throw new Error('This browser encodes no picture');
}

/** On white: JPEG has no transparency and would show black. */
export function drawOn(
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  { source, from }: { source: ImageBitmap; from: Crop },
): void {
  const { width, height } = context.canvas;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(source, from.left, from.top, from.width, from.height, 0, 0, width, height);
}
