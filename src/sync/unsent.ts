import { instant } from '../data/clock.ts';
import { currentStore } from '../data/current.ts';
import type { DeadLetter } from '../data/db.ts';
import { argsOf } from '../data/fold.ts';
import { mutateIn, type Ticket } from '../data/mutate.ts';
import { definitionOf } from './registry.ts';
import { withdrawEntry } from './withdraw.ts';

/** Takes a change back that was never sent; false when it is on its way already. */
export function withdraw(key: string): Promise<boolean> {
  const { db, clock } = currentStore();
  return withdrawEntry({ db, definitions: definitionOf, at: instant(clock.now()) }, key);
}

/**
 * Makes a refused or lost change once more, as a new one of this moment: what it says stands again on the newest row. The old letter goes
 * when the new change is durable. Undefined: there is no such letter, or this code does not know its call.
 */
export async function restore(key: string): Promise<Ticket | undefined> {
  const store = currentStore();
  const letter = await store.db.dead_letters.get(key);
  const definition = letter && definitionOf(letter.entry.call);
  if (!letter || !definition) return undefined;
  const ticket = mutateIn(store, definition, argsOf({ path: letter.entry.path, body: fresh(letter) }));
  await ticket.durable;
  await store.db.dead_letters.delete(key);
  return ticket;
}

/** The person has read it. */
export const dismiss = async (key: string): Promise<void> => currentStore().db.dead_letters.delete(key);

/** Without what belongs to the old operation: the new one has a key and a time of its own. */
function fresh({ entry }: DeadLetter): Record<string, unknown> {
  const { occurred_at: _at, op_id: _op, was_offline: _offline, device_name: _device, ...body } = entry.body;
  return body;
}
