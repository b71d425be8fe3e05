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
  const letter = await store.db.dead_letters.get(key);
  const definition = letter && definitions(letter.entry.call);
  if (!letter || !definition) return undefined;
  // A dead letter may be older than this code.
  const body = definition.remaining?.(letter.entry.body, lostFields(letter)?.names) ?? fresh(letter);
  return mutateIn(store, definition, argsOf(definition.call, { ...letter.entry, body }), { instead: key });
}

/**
 * The part that did not take effect, without the fields of the old operation: the new mutation has its own key and time, and the person has
 * seen the current price.
 */
function fresh(letter: DeadLetter): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(lostPart(letter)).filter(
      ([name]) => !/^(occurred_at|op_id|was_offline|device_name|expected_.*)$/.test(name),
    ),
  );
}
