import type { OutboxEntry } from '../../../data/db.ts';
import { isOf } from '../../../data/mutation.ts';
import * as mutations from '../mutations.ts';

type Change = Pick<OutboxEntry, 'call' | 'body'>;

const nouns = [
  [mutations.reorderBooks, 'menus'],
  [mutations.reorderCategories, 'categories'],
  [mutations.reorderItems, 'items'],
  [mutations.reorderGroups, 'choices'],
] as const;

const nounOf = (change: Pick<Change, 'call'>) => nouns.find(([{ call }]) => isOf(call, change))?.[1];

/** Does the change put a list into another order? */
export const isReorder = (change: Pick<Change, 'call'>): boolean => nounOf(change) !== undefined;

/** "Butter chicken moved", "12 items moved". `name`: of the first that was moved. */
export function describeReorder(change: Change, name: string): { title: string; subject: string } {
  const count = (change.body.places as unknown[] | undefined)?.length ?? 0;
  const what = count === 1 ? name : `${count} ${nounOf(change)}`;
  return { title: `${what} moved`, subject: `${what}, place in the list` };
}
