/** Live queries that have not had their first answer. */
let unanswered = 0;
let waiting: (() => void)[] = [];

/** A live query begins; the answer tells of its first result, or of its end before one. */
export function trackQuery(): () => void {
  unanswered += 1;
  let isOpen = true;
  return () => {
    if (!isOpen) return;
    isOpen = false;
    unanswered -= 1;
    if (unanswered > 0) return;
    const tasks = waiting;
    waiting = [];
    for (const task of tasks) task();
  };
}

/** Resolves as soon as every live query of the page has been answered: the screen shows what the device holds. */
export const whenQueriesAnswered = (): Promise<void> =>
  unanswered === 0 ? Promise.resolve() : new Promise((resolve) => void waiting.push(resolve));
