import sharp from 'sharp';

/** What a camera, a scanner or a messenger does to a picture of a menu. PNG or JPEG in, PNG or JPEG out. */
export interface Spoil {
  rotate?: number;
  /** Share of the size that is left. */
  scale?: number;
  /** Standard deviation of grey noise. */
  noise?: number;
  blur?: number;
  /** A shadow from the left top to the right bottom, 0 to 1. */
  shade?: number;
  /** How far the middle of the page bulges upwards, in pixels. */
  curve?: number;
  jpeg?: number;
}

export async function spoil(png: Buffer, { rotate, scale, noise, blur, shade, curve, jpeg }: Spoil): Promise<Buffer> {
  let picture = png;
  if (rotate) picture = await sharp(picture).rotate(rotate, { background: '#6b5a48' }).png().toBuffer();
  if (curve) picture = await bend(picture, curve);
  if (shade) picture = await darken(picture, shade);
  if (noise) picture = await addNoise(picture, noise);
  if (blur) picture = await sharp(picture).blur(blur).png().toBuffer();
  if (scale) {
    const { width } = await sharp(picture).metadata();
    picture = await sharp(picture)
      .resize(Math.round(width * scale))
      .png()
      .toBuffer();
  }
  return jpeg ? sharp(picture).flatten().jpeg({ quality: jpeg }).toBuffer() : picture;
}

async function darken(picture: Buffer, shade: number): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata();
  const dark = Math.round(255 * (1 - shade));
  const shadow = `<svg width="${width}" height="${height}"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="rgb(${dark},${dark},${dark})"/>
    <stop offset="1" stop-color="#fff"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/></svg>`;
  return sharp(picture)
    .flatten()
    .composite([{ input: Buffer.from(shadow), blend: 'multiply' }])
    .png()
    .toBuffer();
}

/** The lines of an open book: higher in the middle than at the edges. */
async function bend(picture: Buffer, height: number): Promise<Buffer> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, channels } = info;
  const out = Buffer.alloc(data.length, 255);
  for (let x = 0; x < width; x++) {
    const shift = Math.round(height * Math.sin((Math.PI * x) / width));
    for (let y = 0; y < info.height - shift; y++)
      data.copy(
        out,
        (y * width + x) * channels,
        ((y + shift) * width + x) * channels,
        ((y + shift) * width + x + 1) * channels,
      );
  }
  return sharp(out, { raw: info }).png().toBuffer();
}

async function addNoise(picture: Buffer, sigma: number): Promise<Buffer> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const random = seeded(7);
  for (let i = 0; i < data.length; i += info.channels) {
    // Three uniform numbers added up are near enough to a normal one.
    const grain = (random() + random() + random() - 1.5) * 2 * sigma;
    for (let c = 0; c < info.channels; c++) data[i + c] = Math.max(0, Math.min(255, data[i + c]! + grain));
  }
  return sharp(data, { raw: info }).png().toBuffer();
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A PDF whose only content is a scanned page, as scanners write them. */
export async function scanToPdf(picture: Buffer): Promise<Buffer> {
  const jpeg = await sharp(picture).flatten().jpeg({ quality: 80 }).toBuffer();
  const { width, height } = await sharp(jpeg).metadata();
  const content = `q 595 0 0 ${Math.round((595 * height) / width)} 0 0 cm /Im0 Do Q`;
  const objects: (string | Buffer)[][] = [
    ['<< /Type /Catalog /Pages 2 0 R >>'],
    ['<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
    [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 ${Math.round((595 * height) / width)}] /Contents 4 0 R /Resources << /XObject << /Im0 5 0 R >> >> >>`,
    ],
    [`<< /Length ${content.length} >>\nstream\n${content}\nendstream`],
    [
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>\nstream\n`,
      jpeg,
      '\nendstream',
    ],
  ];
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  let length = parts[0]!.length;
  const write = (part: string | Buffer) => {
    const bytes = Buffer.from(part as string);
    parts.push(bytes);
    length += bytes.length;
  };
  objects.forEach((object, index) => {
    offsets.push(length);
    write(`${index + 1} 0 obj\n`);
    object.forEach(write);
    write('\nendobj\n');
  });
  const start = length;
  write(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`);
  for (const offset of offsets) write(`${String(offset).padStart(10, '0')} 00000 n \n`);
  write(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.concat(parts);
}
