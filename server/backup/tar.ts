/** One file of an archive, as it is read. Large content is split, so that it need not be in memory at once. */
export interface Entry {
  name: string;
  body: Buffer;
}

/** One file to be packed: its bytes, or their number and the bytes when their turn comes. */
export interface PackedEntry {
  name: string;
  body: Buffer | { size: number; read(): AsyncIterable<Buffer> };
}

const BLOCK = 512;
const LARGEST_BODY = 64 * 1024 * 1024;

/** The bytes of a tar archive (ustar), which every system can open. */
export async function* packTar(entries: AsyncIterable<PackedEntry>, mtime: Date): AsyncGenerator<Buffer> {
  for await (const { name, body } of entries) {
    const size = Buffer.isBuffer(body) ? body.length : body.size;
    yield header(name, size, mtime);
    if (Buffer.isBuffer(body)) yield body;
    else yield* body.read();
    yield Buffer.alloc(-size & (BLOCK - 1));
  }
  yield Buffer.alloc(2 * BLOCK);
}

/** Throws if the archive is damaged or has no end mark. */
export async function* unpackTar(bytes: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  const reader = createReader(bytes);
  for (;;) {
    const head = await reader.read(BLOCK);
    // Read to the end, where the compression has its checksum.
    if (head.every((byte) => byte === 0)) return reader.end();
    const size = readOctal(head, 124, 12);
    if (readOctal(head, 148, 8) !== checksum(head) || size > LARGEST_BODY) throw new Error('a header is damaged');
    const name = head.toString('utf8', 0, 100).replace(/\0.*$/s, '');
    const body = await reader.read(size);
    await reader.read(-size & (BLOCK - 1));
    yield { name, body };
  }
}

function header(name: string, size: number, mtime: Date): Buffer {
  if (Buffer.byteLength(name) > 99) throw new Error(`The name ${name} is too long for an archive`);
  const head = Buffer.alloc(BLOCK);
  head.write(name, 0);
  head.write('0000600\0', 100);
  head.write('0000000\0', 108);
  head.write('0000000\0', 116);
  writeOctal(head, size, 124);
  writeOctal(head, Math.floor(mtime.getTime() / 1000), 136);
  head.write('0', 156);
  head.write('ustar\x0000', 257);
  head.write(`${checksum(head).toString(8).padStart(6, '0')}\0 `, 148);
  return head;
}

const writeOctal = (head: Buffer, value: number, at: number) =>
  head.write(`${value.toString(8).padStart(11, '0')}\0`, at);

const readOctal = (head: Buffer, at: number, length: number) =>
  Number.parseInt(head.toString('latin1', at, at + length), 8);

/** The sum of the header's bytes, with its own field as blanks. */
const checksum = (head: Buffer) => head.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0);

function createReader(bytes: AsyncIterable<Buffer>) {
  const source = bytes[Symbol.asyncIterator]();
  let held: Buffer[] = [];
  let length = 0;
  return {
    async read(size: number): Promise<Buffer> {
      while (length < size) {
        const next = await source.next();
        if (next.done) throw new Error('it ends in the middle');
        held.push(next.value);
        length += next.value.length;
      }
      const all = held.length === 1 ? held[0]! : Buffer.concat(held);
      held = [all.subarray(size)];
      length -= size;
      return all.subarray(0, size);
    },
    async end(): Promise<void> {
      for (let next = await source.next(); !next.done; next = await source.next()) held.push(next.value);
      if (held.some((bytes) => bytes.some((byte) => byte !== 0))) throw new Error('it goes on after its end');
    },
  };
}
