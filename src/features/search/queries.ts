import type { GalleyDb, Mirrored } from '../../data/db.ts';

/** Reads a whole table in slices, each in its own transaction, so that typing never waits for it. */
export async function scanTable<T extends 'menu_items' | 'customers' | 'chats'>(
  db: GalleyDb,
  table: T,
  { signal, size }: { signal: AbortSignal; size: () => number },
  onRows: (rows: Mirrored<T>[]) => void,
): Promise<void> {
  let last = '';
  while (!signal.aborted) {
    const rows = (await db.table(table).where('id').above(last).limit(size()).toArray()) as Mirrored<T>[];
    if (rows.length === 0 || signal.aborted) return;
    onRows(rows);
    last = rows.at(-1)!.id;
  }
}
