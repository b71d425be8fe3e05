import { runInThread } from '../platform/in-thread.ts';

/** Bytes. What is smaller is read at once: it takes less time than a thread to begin. */
export const READ_AT_ONCE = 64 * 1024;

const MEMORY_MB = 768;
const LIMIT_MS = 120_000;

export interface ThreadInput {
  module: string;
  name: string;
  args: unknown[];
}

export type ThreadMessage = { key: string; part: unknown[] } | { done: object };

/** Where a file takes too long or too much memory. */
export const tooLong = { fault: 'This file takes too long to read. Import it in parts.' };

/**
 * `read`, which the module at `url` exports by its name, off the thread that answers requests if the file is large. What it takes and
 * returns is copied. Null: it takes too long or too much memory.
 */
export const inThread =
  <Args extends [content: Uint8Array, ...more: unknown[]], Result extends object>(
    url: string,
    read: (...args: Args) => Result,
  ) =>
  async (...args: Args): Promise<Result | null> => {
    if (args[0].length <= READ_AT_ONCE) return read(...args);
    const lists: Record<string, unknown[]> = {};
    return runInThread<Result, ThreadMessage>({
      module: new URL('./thread.ts', import.meta.url),
      input: { module: url, name: read.name, args } satisfies ThreadInput,
      memoryMb: MEMORY_MB,
      limitMs: LIMIT_MS,
      onMessage: (message) => {
        if ('done' in message) return { ...message.done, ...lists };
        for (const one of message.part) (lists[message.key] ??= []).push(one);
        return undefined;
      },
    }).catch((error: unknown) => {
      if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY') return null;
      throw error;
    });
  };
