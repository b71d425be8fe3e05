import type { DeadLetter } from '../../data/db.ts';
import { argsOf, type Definitions } from '../../data/apply-pending.ts';
import { lostFields, lostPart } from '../../data/lost-fields.ts';
import { mutateIn, type Ticket } from '../../data/mutate.ts';
import type { Store } from '../../data/store.ts';

/**
 * Makes a failed change again, as a new mutation of this moment on the newest row. The dead letter is deleted in the transaction that
 * stores the new mutation.
 */
export async function retryFailedChange(
  store: Store,
  definitions: Definitions,
  key: string,
): Promise<Ticket | undefined> {
  const deadLetter = await store.db.dead_letters.get(key);
  const definition = deadLetter && definitions(deadLetter.entry.call);
  if (!deadLetter || !definition) return undefined;
  // A dead letter may be older than this code.
  const body = definition.remaining?.(deadLetter.entry.body, lostFields(deadLetter)?.names) ?? fresh(deadLetter);
  return mutateIn(store, definition, argsOf(definition.call, { ...deadLetter.entry, body }), { instead: key });
}

/**
 * The part that did not take effect, without the fields of the old operation: the new mutation has its own key and time, and the person has
 * seen the current price.
 */
function fresh(deadLetter: DeadLetter): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(lostPart(deadLetter)).filter(
      ([name]) => !/^(occurred_at|op_id|was_offline|device_name|expected_.*)$/.test(name),
    ),
  );
}
