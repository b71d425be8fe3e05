import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { type Schema, versionOf } from '../../contract/call.ts';
import { entities } from '../../contract/entity.ts';
import { calls } from '../../contract/index.ts';

/**
 * Every shape that device and server exchange in the sync protocol, by name, each as a short hash: the calls of the protocol, the
 * rows of the mirror, and the request of each queued call.
 */
export function wirePieces(): Record<string, string> {
  const pieces: Record<string, string> = {};
  for (const call of Object.values(calls)) {
    const { body, reply, offline } = call.options;
    const isQueued = offline.kind === 'queue';
    if (!isQueued && !call.name.startsWith('sync.')) continue;
    // Of a queued call only the request counts: its effect comes back as rows.
    const shapes = [call.path, body && shape(body, 'input'), isQueued ? null : shape(reply, 'output')];
    // Raised when the meaning changes but not the shape.
    const ver = versionOf(call);
    pieces[call.name] = shortHash(ver > 1 ? [...shapes, ver] : shapes);
  }
  for (const [table, row] of Object.entries(entities)) pieces[`row ${table}`] = shortHash(shape(row, 'output'));
  return sorted(pieces) as Record<string, string>;
}

/** One hash over all of them. */
export const wireHash = (pieces: Record<string, string>): string => shortHash(pieces);

const shape = (schema: Schema, io: 'input' | 'output') => z.toJSONSchema(schema, { io });

const shortHash = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(sorted(value) ?? null))
    .digest('hex')
    .slice(0, 16);

/** Sorts keys, so that the order in which a shape is written does not matter. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, inner]) => [key, sorted(inner)] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}
