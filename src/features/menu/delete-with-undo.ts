import type { Ticket } from '../../data/mutate.ts';
import { showToast } from '../../ui/page/toast.ts';

/** Says what was deleted. The message takes it back: a deletion that was not sent is withdrawn, another is restored. */
export function sayDeleted(name: string, deletions: readonly Ticket[], restore: () => void): void {
  showToast({ title: `${name} deleted`, undo: () => void takeBack(deletions, restore) });
}

async function takeBack(deletions: readonly Ticket[], restore: () => void): Promise<void> {
  // Loaded when it is needed: it brings the rules of every mutation.
  const { withdraw } = await import('../../sync/recovery/unsent-changes.ts');
  const results = await Promise.all(
    deletions.map(async ({ key, durable }) => {
      await durable.catch(() => undefined);
      return withdraw(key);
    }),
  );
  // Restoring what is there does nothing, so one call for all is enough.
  if (results.includes(false)) restore();
}
