import { Worker } from 'node:worker_threads';
import type { ReadMenu } from './read-menu.ts';
import type { ThreadInput, ThreadMessage } from './thread.ts';

export interface ReadInThreadOptions extends ThreadInput {
  /** Called after each page. */
  progress?: (done: number, pages: number) => void;
}

// Pages are not begun after the limit; one that hangs is ended with its thread.
const GRACE_MS = 20_000;
const MEMORY_MB = 1024;

/** Reads a menu in a thread of its own, so that the API goes on answering. Null: it took too long. Rejects when the thread dies. */
export async function readInThread({ progress, ...input }: ReadInThreadOptions): Promise<ReadMenu | null> {
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: input satisfies ThreadInput,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<ReadMenu | null>((resolve, reject) => {
      timer = setTimeout(() => resolve(null), input.limitMs + GRACE_MS);
      worker.on('message', (message: ThreadMessage) => {
        if ('menu' in message) resolve(message.menu);
        else progress?.(message.done, message.pages);
      });
      worker.on('error', reject);
      worker.on('exit', (code) => reject(new Error(`The menu reader ended with ${code}`)));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
