import { whenQueriesAnswered } from '../../data/pending-queries.ts';

/** A database that does not answer must not keep people from the bell. */
const AT_LAST_MS = 8_000;

/**
 * Runs `task` `ms` after the first screen shows this device's rows, so that what it loads is no part of the first load, however slow
 * the device is. Returns a function that cancels it.
 */
export function afterFirstScreen(task: () => void, ms: number): () => void {
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // One turn later, when the screen's own queries have begun.
  const start = setTimeout(async () => {
    await Promise.race([whenQueriesAnswered(), new Promise<void>((resolve) => setTimeout(resolve, AT_LAST_MS))]);
    if (!isOver) timer = setTimeout(task, ms);
  });
  return () => {
    isOver = true;
    clearTimeout(start);
    clearTimeout(timer);
  };
}
