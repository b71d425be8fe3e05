import { mutate } from '../../../data/mutate.ts';
import { withdraw } from '../../../sync/recovery/unsent-changes.ts';
import { restoreOrder } from '../mutations.ts';
import type { Removal } from './remove.ts';

/** Undoes deletions: unsent ones are withdrawn; sent ones are restored by the server. */
export async function bringBack(removals: readonly Removal[]): Promise<void> {
  for (const { id, ticket } of removals) {
    await ticket.durable;
    if (await withdraw(ticket.key)) continue;
    await mutate(restoreOrder, { path: { id }, body: {} }).durable;
  }
}
