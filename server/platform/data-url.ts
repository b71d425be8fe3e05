import { setImmediate as pause } from 'node:timers/promises';

/** Bytes; whole groups of three, so that the texts of slices are the text of the whole. */
const SLICE = 768 * 1024;

/** A file as a text that a page shows. Other requests are answered in between. */
export async function toDataUrl(mimeType: string, bytes: Uint8Array): Promise<string> {
  const file = Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
  let url = `data:${mimeType};base64,`;
  for (let at = 0; at < file.length; at += SLICE) {
    if (at > 0) await pause();
    url += file.toString('base64', at, at + SLICE);
  }
  return url;
}
