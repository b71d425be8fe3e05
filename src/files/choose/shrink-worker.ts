import { drawOn, shrink, type Crop, type MakeCanvas } from './shrink.ts';

const offscreen: MakeCanvas = (width, height) => {
  const canvas = new OffscreenCanvas(width, height);
  return {
    draw: (source, from) => drawOn(canvas.getContext('2d')!, { source, from }),
    encode: (type, quality) => canvas.convertToBlob({ type, quality }),
  };
};

self.addEventListener('message', (event: MessageEvent<{ file: Blob; crop: Crop }>) => {
  const { file, crop } = event.data;
  shrink(file, crop, offscreen).then(
    (parts) => self.postMessage({ parts }, { transfer: parts.map(({ bytes }) => bytes) }),
    (error: unknown) => self.postMessage({ error: String(error) }),
  );
});
