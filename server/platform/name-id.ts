import { createHash } from 'node:crypto';

/**
 * A UUID v5 from names: the same names always give the same id, so that a repeated import finds its rows. `space`: a restaurant's id, so
 * that restaurants never share ids.
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
