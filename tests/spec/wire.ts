import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { type Schema, versionOf } from '../../contract/call.ts';
import { entities } from '../../contract/entity.ts';
import { calls } from '../../contract/index.ts';

/**
 * Every shape that a device and the server exchange when they keep in step, by name, each as a short hash: the calls of the protocol,
 * the rows of the mirror, and what each queued call carries.
 */
export function wirePieces(): Record<string, string> {
  const pieces: Record<string, string> = {};
  for (const call of Object.values(calls)) {
    const { body, reply, offline } = call.options;
    const isQueued = offline.kind === 'queue';
    if (!isQueued && !call.name.startsWith('sync.')) continue;
    // Of a queued call only what is sent: its effect comes back as rows.
    const said = [call.path, body && shape(body, 'input'), isQueued ? null : shape(reply, 'output')];
    // Raised when the meaning changes, though the shape stays.
    const ver = versionOf(call);
    pieces[call.name] = shortHash(ver > 1 ? [...said, ver] : said);
  }
  for (const [table, row] of Object.entries(entities)) pieces[`row ${table}`] = shortHash(shape(row, 'output'));
  return sorted(pieces) as Record<string, string>;
}

/** One hash of them all. */
export const wireHash = (pieces: Record<string, string>): string => shortHash(pieces);

const shape = (schema: Schema, io: 'input' | 'output') => z.toJSONSchema(schema, { io });

const shortHash = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(sorted(value) ?? null))
    .digest('hex')
    .slice(0, 16);

/** The same shape written in another order is the same shape. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, inner]) => [key, sorted(inner)] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}
