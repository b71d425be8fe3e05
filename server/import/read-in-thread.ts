import { runInThread } from '../platform/in-thread.ts';

/** Bytes. What is smaller is read at once: it takes less time than a thread to begin. */
export const READ_AT_ONCE = 64 * 1024;

const MEMORY_MB = 768;
const LIMIT_MS = 120_000;

export const tooLong = { fault: 'This file takes too long to read. Import it in parts.' };

/** The long list of a result in parts, since receiving it takes its time as well; then the rest. */
export type ThreadMessage = { part: unknown[] } | { done: object };

/** Reads a file of an owner off the thread that answers requests, with `module` (see post.ts). Null: it takes too long or too much memory. */
export async function readInThread<Done, Part>(
  module: URL,
  input: object,
): Promise<{ done: Done; parts: Part[] } | null> {
  const parts: Part[] = [];
  const done = await runInThread<Done, ThreadMessage>({
    module,
    input,
    memoryMb: MEMORY_MB,
    limitMs: LIMIT_MS,
    onMessage: (message) => {
      if ('done' in message) return message.done;
      for (const one of message.part) parts.push(one as Part); // as the thread reads them
      return undefined;
    },
  }).catch((error: unknown) => {
    if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY') return null;
    throw error;
  });
  return done && { done, parts };
}
