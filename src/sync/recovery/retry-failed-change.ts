import type { DeadLetter } from '../../data/db.ts';
import { argsOf, type Definitions } from '../../data/apply-pending.ts';
import { lostPart } from '../../data/lost-fields.ts';
import { mutateIn, type Ticket } from '../../data/mutate.ts';
import type { Store } from '../../data/store.ts';

/**
 * Makes a refused or lost change once more, as a new one of this moment: what it says stands again on the newest row. The old letter goes
 * in the transaction that makes the new change durable.
 */
export async function retryFailedChange(
  store: Store,
  definitions: Definitions,
  key: string,
): Promise<Ticket | undefined> {
  const letter = await store.db.dead_letters.get(key);
  const definition = letter && definitions(letter.entry.call);
  if (!letter || !definition) return undefined;
  // A letter may be older than this code.
  return mutateIn(store, definition, argsOf(definition.call, { ...letter.entry, body: fresh(letter) }), {
    instead: key,
  });
}

/**
 * What did not take effect, without what belongs to the old operation: the new one has a key and a time of its own, and the person has seen
 * the price that stands.
 */
function fresh(letter: DeadLetter): Record<string, unknown> {
  const {
    occurred_at: _at,
    op_id: _op,
    was_offline: _offline,
    device_name: _device,
    expected_price_amount: _price,
    ...body
  } = lostPart(letter);
  return body;
}
