import sharp from 'sharp';
import type { Grey } from './picture.ts';

const SHRINK = 8;
const TILE = 32;
// No ink is lighter than paper of this brightness; what seems so is noise.
const BRIGHT = 170;

/**
 * Dark ink on white paper, whatever the photograph had: shadows are divided out by the paper's own brightness, and where the ink is lighter
 * than the paper (a blackboard, a dark band) it is turned over. Both are decided for each place, for one page may have both.
 */
export async function flatten(grey: Grey): Promise<Grey> {
  const { data, width, height } = grey;
  const paper = await findPaper(grey);
  const isLightInk = findLightInk(data, paper, width, height);
  const across = Math.ceil(width / TILE);
  const out = new Uint8Array(data.length);
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.floor(y / TILE) * across;
    for (let x = 0; x < width; x++, i++) {
      const value = data[i]!;
      const ground = paper[i]!;
      const share =
        ground < BRIGHT && isLightInk[row + Math.floor(x / TILE)]
          ? (255 - value) / Math.max(48, 255 - ground)
          : value / Math.max(48, ground);
      out[i] = share >= 1 ? 255 : Math.round(share * 255);
    }
  }
  return stretch({ data: out, width, height });
}

/** The brightness of the paper at each pixel: the median of the surroundings, which letters are too thin to move. */
async function findPaper({ data, width, height }: Grey): Promise<Uint8Array> {
  const small = await sharp(data, { raw: { width, height, channels: 1 } })
    .resize(Math.max(1, Math.round(width / SHRINK)), Math.max(1, Math.round(height / SHRINK)), { fit: 'fill' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const middle = await sharp(small.data, { raw: { ...small.info, channels: 1 } })
    .median(27)
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return sharp(middle.data, { raw: { ...middle.info, channels: 1 } })
    .resize(width, height, { fit: 'fill', kernel: 'linear' })
    .greyscale()
    .raw()
    .toBuffer();
}

/** For each tile whether its ink is lighter than its paper: the third moment has the sign of the rare values. */
function findLightInk(data: Uint8Array, paper: Uint8Array, width: number, height: number): boolean[] {
  const across = Math.ceil(width / TILE);
  const down = Math.ceil(height / TILE);
  const moments = new Float64Array(across * down);
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.floor(y / TILE) * across;
    for (let x = 0; x < width; x++, i++) moments[row + Math.floor(x / TILE)]! += (data[i]! - paper[i]!) ** 3;
  }
  return Array.from(moments, (_, tile) => {
    const column = tile % across;
    const row = Math.floor(tile / across);
    let sum = 0;
    for (let dy = -3; dy <= 3; dy++)
      for (let dx = -3; dx <= 3; dx++) {
        if (column + dx < 0 || column + dx >= across || row + dy < 0 || row + dy >= down) continue;
        sum += moments[(row + dy) * across + column + dx]!;
      }
    return sum > 0;
  });
}

/** Makes the darkest two percent of what is not paper black, so that faint type is read as well. */
function stretch(grey: Grey): Grey {
  const counts = new Uint32Array(256);
  for (const value of grey.data) counts[value]!++;
  let ink = 0;
  for (let value = 0; value < 160; value++) ink += counts[value]!;
  let black = 0;
  for (let seen = 0; black < 120; black++) {
    seen += counts[black]!;
    if (seen > ink * 0.1) break;
  }
  const factor = 255 / (255 - black);
  return { ...grey, data: grey.data.map((value) => Math.max(0, Math.round((value - black) * factor))) };
}
