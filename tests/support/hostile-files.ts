import { once } from 'node:events';
import { crc32, createDeflate, deflateSync } from 'node:zlib';

// Files that somebody sends as a menu and that are none, or would take all of the memory.

/** `size` zeros, packed, without having them in memory at once. */
export async function packedZeros(size: number): Promise<Buffer> {
  const deflate = createDeflate({ level: 9 });
  const parts: Buffer[] = [];
  deflate.on('data', (part: Buffer) => parts.push(part));
  const block = Buffer.alloc(1 << 20);
  for (let left = size; left > 0; left -= block.length)
    if (!deflate.write(block.subarray(0, Math.min(left, block.length)))) await once(deflate, 'drain');
  deflate.end();
  await once(deflate, 'end');
  return Buffer.concat(parts);
}

/** A PNG of one bit a pixel: 30,000 times 30,000 are 110 kB. */
export async function pngBomb(side: number): Promise<Buffer> {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head[8] = 1;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', await packedZeros(side * (Math.ceil(side / 8) + 1))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

interface PdfStream {
  dictionary: string;
  bytes: Buffer;
}

interface PdfParts {
  pages: number;
  /** The content of every page. */
  content?: PdfStream;
  image?: PdfStream;
  /** Of the trailer. */
  more?: string;
}

export function pdfOf({ pages, content, image, more = '' }: PdfParts): Buffer {
  const first = 5;
  const resources = image ? '/Resources << /XObject << /Im 4 0 R >> >>' : '';
  const stream = ({ dictionary, bytes }: PdfStream) =>
    Buffer.concat([
      Buffer.from(`<< ${dictionary} /Length ${bytes.length} >>\nstream\n`),
      bytes,
      Buffer.from('\nendstream'),
    ]);
  const draw = image ? { dictionary: '', bytes: Buffer.from('q 595 0 0 842 0 0 cm /Im Do Q') } : undefined;
  const drawn = content ?? draw;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages} /Kids [${Array.from({ length: pages }, (_, n) => `${first + n} 0 R`).join(' ')}] >>`,
    drawn ? stream(drawn) : 'null',
    image ? stream(image) : 'null',
    ...Array.from(
      { length: pages },
      () => `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${drawn ? '/Contents 3 0 R' : ''} ${resources} >>`,
    ),
  ];
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  let length = parts[0]!.length;
  objects.forEach((object, index) => {
    offsets.push(length);
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]);
    parts.push(part);
    length += part.length;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${count} /Root 1 0 R ${more} >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

/** Of a password that nobody knows. */
export const lockedPdf = (): Buffer => {
  const secret = 'ab'.repeat(32);
  return pdfOf({
    pages: 1,
    more: `/ID [<${'01'.repeat(16)}> <${'01'.repeat(16)}>] /Encrypt << /Filter /Standard /V 1 /R 2 /O <${secret}> /U <${secret}> /P -4 >>`,
  });
};

/** A scanned page of `side` times `side` grey pixels. */
export const pdfImageBomb = async (side: number): Promise<Buffer> =>
  pdfOf({
    pages: 1,
    image: {
      dictionary: `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode`,
      bytes: await packedZeros(side * side),
    },
  });

/** A page whose instructions are `size` bytes. */
export const pdfContentBomb = async (size: number): Promise<Buffer> =>
  pdfOf({ pages: 1, content: { dictionary: '/Filter /FlateDecode', bytes: await packedZeros(size) } });

/** A page that is drawn with so many strokes. */
export const pdfOfStrokes = (strokes: number): Buffer =>
  pdfOf({
    pages: 1,
    content: { dictionary: '/Filter /FlateDecode', bytes: deflateSync(Buffer.from('0 0 m 9 9 l S\n'.repeat(strokes))) },
  });

/** A page whose instructions are packed and say nothing. */
export const blankPdf = (): Buffer =>
  pdfOf({ pages: 1, content: { dictionary: '/Filter /FlateDecode', bytes: deflateSync(Buffer.from('q Q')) } });
