import { isDeepStrictEqual } from 'node:util';
import type { Row, Table } from '../../../contract/entity.ts';
import type { ShadowRow } from '../../../src/data/db.ts';
import type { Raw } from '../disk.ts';

/** A row as the device stores it. */
export type Shown = Row & { _sync?: { op_ids: string[] }; _gen?: number };

/** The row without the device's own fields. */
export const plain = (row: Shown): Row => {
  if (!('_sync' in row) && !('_gen' in row)) return row;
  const { _sync, _gen, ...rest } = row;
  return rest;
};

export function differences(a: object | null, b: object | null): string {
  if (!a || !b) return `${a ? 'a row' : 'none'} / ${b ? 'a row' : 'none'}`;
  const [x, y] = [a, b] as Record<string, unknown>[];
  return Object.keys({ ...x, ...y })
    .filter((name) => !isDeepStrictEqual(x![name], y![name]))
    .map((name) => `${name} ${JSON.stringify(x![name])} / ${JSON.stringify(y![name])}`)
    .join('; ');
}

/** The server's row under pending mutations. */
export function baseOf(raw: Raw, touch: string): Row | null | undefined {
  const shadow = raw.get<ShadowRow>('shadow', touch);
  const [table, id] = touch.split(':') as [Table, string];
  return shadow ? shadow.base : raw.get<Shown>(table, id);
}
