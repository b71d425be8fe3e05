const KEY = 'galley:printed';
const KEPT = 200;

interface Printed {
  id: string;
  /** ISO. */
  at: string;
}

type Memory = Pick<Storage, 'getItem' | 'setItem'>;

/** When this tab printed the order last; null: never, or so long ago that many others came since. */
export const printedAt = (memory: Memory, id: string): string | null =>
  read(memory).find((printed) => printed.id === id)?.at ?? null;

/** Keeps it, so that the next copy says REPRINT: two tickets must not become two dinners. */
export function notePrinted(memory: Memory, printed: Printed): void {
  const others = read(memory).filter(({ id }) => id !== printed.id);
  try {
    memory.setItem(KEY, JSON.stringify([printed, ...others].slice(0, KEPT)));
  } catch (error) {
    // A full storage costs the word REPRINT, not the ticket.
    console.warn('What was printed cannot be kept', error);
  }
}

function read(memory: Memory): Printed[] {
  try {
    const value: unknown = JSON.parse(memory.getItem(KEY) ?? '[]');
    return Array.isArray(value) ? (value as Printed[]) : []; // written by notePrinted alone
  } catch {
    return []; // somebody else wrote there: nothing is known
  }
}
