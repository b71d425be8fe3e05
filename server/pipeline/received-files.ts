import { createHash } from 'node:crypto';

/**
 * A file in a body. The contract declares base64, which a small JSON body has; of forms and large bodies the server has the bytes
 * (server/http/parse-body.ts), though the type of the field says text.
 */
export type ReceivedFile = string | Uint8Array;

export const bytesOf = (file: ReceivedFile): Buffer =>
  typeof file === 'string'
    ? Buffer.from(file, 'base64')
    : Buffer.from(file.buffer as ArrayBuffer, file.byteOffset, file.byteLength);

/** A body with each received file, on the first level or in a list there, replaced. */
export function replaceFiles(body: unknown, replace: (file: Uint8Array, at: [string, number?]) => unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const isFile = (value: unknown) => value instanceof Uint8Array;
  if (!Object.values(body).flat().some(isFile)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]: [string, unknown]) => {
      if (value instanceof Uint8Array) return [name, replace(value, [name])];
      if (!Array.isArray(value)) return [name, value];
      return [
        name,
        value.map((one: unknown, index) => (one instanceof Uint8Array ? replace(one, [name, index]) : one)),
      ];
    }),
  );
}

/** Text of the length that the file has in base64, which takes no memory as long as nobody reads it. */
export const standIn = ({ length }: Uint8Array): string => 'A'.repeat(Math.ceil(length / 3) * 4);

export const digestOf = (file: Uint8Array): string => createHash('sha256').update(file).digest('hex');
