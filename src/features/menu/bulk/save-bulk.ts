import { BULK_BYTES, BULK_ITEMS, type BulkItem } from '../../../../contract/menu/bulk-calls.ts';
import { mutate } from '../../../data/mutate.ts';
import { showToast } from '../../../ui/page/toast.ts';
import { bulkItems } from '../mutations.ts';

/** Items of one mutation each: as many as one call takes. */
export function chunksOf(items: readonly BulkItem[]): BulkItem[][] {
  const chunks: BulkItem[][] = [];
  let bytes = 0;
  for (const item of items) {
    const size = new TextEncoder().encode(JSON.stringify(item)).length;
    const last = chunks.at(-1);
    if (last && last.length < BULK_ITEMS && bytes + size <= BULK_BYTES) {
      last.push(item);
      bytes += size;
    } else {
      chunks.push([item]);
      bytes = size;
    }
  }
  return chunks;
}

const save = (items: readonly BulkItem[]) => {
  for (const chunk of chunksOf(items)) mutate(bulkItems, { body: { items: chunk } });
};

/** Stores a bulk edit and says what it did. `former`: what takes it back. */
export function saveBulk(items: readonly BulkItem[], former: readonly BulkItem[], title: string): void {
  save(items);
  showToast({ title, undo: () => save(former) });
}
