/** Live queries without a first result. */
let unanswered = 0;
let waiting: (() => void)[] = [];

/** Registers a live query. Call the returned function at its first result, or when it ends before one. */
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

/** Resolves when every live query of the page has a result: the screen then shows what the device has stored. */
export const whenQueriesAnswered = (): Promise<void> =>
  unanswered === 0 ? Promise.resolve() : new Promise((resolve) => void waiting.push(resolve));
