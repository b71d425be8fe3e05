import '../platform/yield-to-requests.ts';
import { parentPort, workerData } from 'node:worker_threads';
import { readMenu, type ReadMenu } from './read-menu.ts';

export interface ThreadInput {
  files: Uint8Array[];
  exponent: number;
  limitMs: number;
}

export type ThreadMessage = { done: number; pages: number } | { menu: ReadMenu };

const { files, exponent, limitMs } = workerData as ThreadInput;
const menu = await readMenu(files, {
  clock: { now: () => performance.now() },
  exponent,
  limitMs,
  progress: (done, pages) => parentPort!.postMessage({ done, pages } satisfies ThreadMessage),
});
parentPort!.postMessage({ menu } satisfies ThreadMessage);
