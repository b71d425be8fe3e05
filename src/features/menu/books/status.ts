import type { MenuBook } from '../../../../contract/menu/calls.ts';
import type { Mirrored } from '../../../data/db.ts';
import { mutate } from '../../../data/mutate.ts';
import { showToast } from '../../../ui/page/toast.ts';
import { editBook } from '../mutations.ts';

type Status = MenuBook['status'];

/** What a state is called, and what it means for customers: `short` on the menu's card. */
export const statuses: Record<Status, { name: string; meaning: string; short: string; verb: string; done: string }> = {
  draft: {
    name: 'Draft',
    short: 'Only you see it',
    meaning: 'Only you see it. Prepare it here and publish it when it is ready.',
    verb: 'Back to draft',
    done: 'is a draft again',
  },
  published: {
    name: 'Published',
    short: 'Customers see it',
    meaning: 'Customers see it and order from it, at its times.',
    verb: 'Publish',
    done: 'is published',
  },
  archived: {
    name: 'Archived',
    short: 'Kept, out of use',
    meaning: 'Out of use: customers do not see it. It is kept, and can be published again.',
    verb: 'Archive',
    done: 'is archived',
  },
};

/** Changes the state at once; the message takes it back. */
export function setStatus(book: Mirrored<'menu_books'>, status: Status): void {
  const set = (to: Status) => mutate(editBook, { path: { id: book.id }, body: { status: to } });
  const before = book.status;
  set(status);
  showToast({
    title: `${book.name} ${statuses[status].done}`,
    detail: statuses[status].meaning,
    undo: () => set(before),
  });
}
