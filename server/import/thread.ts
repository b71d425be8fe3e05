import '../platform/yield-to-requests.ts';
import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadInput, ThreadMessage } from './read-in-thread.ts';

const PART = 500;

const { module, name, args } = workerData as ThreadInput;
const read = ((await import(module)) as Record<string, (...given: unknown[]) => object>)[name]!;
const post = (message: ThreadMessage) => parentPort!.postMessage(message);
const done = Object.entries(read(...args)).filter(([key, list]) => {
  const isLong = Array.isArray(list) && list.length > PART;
  // Receiving takes its time as well.
  for (let from = 0; isLong && from < list.length; from += PART) post({ key, part: list.slice(from, from + PART) });
  return !isLong;
});
post({ done: Object.fromEntries(done) });
