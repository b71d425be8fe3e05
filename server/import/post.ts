import { parentPort } from 'node:worker_threads';
import type { ThreadMessage } from './read-in-thread.ts';

const PART = 500;

/** Sends what a thread has read to the one that waits for it. */
export const post = (message: ThreadMessage): void => parentPort!.postMessage(message);

export function postParts(list: readonly unknown[]): void {
  for (let from = 0; from < list.length; from += PART) post({ part: list.slice(from, from + PART) });
}
