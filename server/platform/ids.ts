import { createHash, randomFillSync } from 'node:crypto';

const SIZE = 16;
/** Random bytes for the next ids: each request has one, and asking the system for many at once costs as much as for a few. */
const pool = Buffer.alloc(256 * SIZE);
let used = pool.length;

/** A UUID v7: its first 48 bits are the time, so that rows created together are close in the index. */
export function newId(now: Date = new Date()): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const bytes = pool.subarray(used, (used += SIZE));
  bytes.writeUIntBE(now.getTime(), 0, 6);
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The lowest id that newId makes at this time or later. */
export function firstIdOf(at: Date): string {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** Always the same for the same text: a UUID v8, whose bits are free to choose. */
export function idFor(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isId = (value: string): boolean => pattern.test(value);
