import { createHash } from 'node:crypto';

/**
 * A UUID (version 5) made from names: the same names give the same id at every run, so that an import which runs again finds what it
 * made. `space` is a restaurant's id: two restaurants never share one.
 */
export function nameId(space: string, ...names: string[]): string {
  const bytes = createHash('sha1')
    .update(Buffer.from(space.replaceAll('-', ''), 'hex'))
    .update(names.join('\u0000'))
    .digest()
    .subarray(0, 16);
  bytes[6] = 0x50 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
