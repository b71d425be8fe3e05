import { runInThread } from '../platform/in-thread.ts';
import type { ReadMenu } from './read-menu.ts';
import type { ThreadInput, ThreadMessage } from './thread.ts';

export interface ReadInThreadOptions extends ThreadInput {
  /** Called after each page. */
  progress?: (done: number, pages: number) => void;
}

// Pages are not begun after the limit; one that hangs is ended with its thread.
const GRACE_MS = 20_000;
/** Of one page: a drawing of a million strokes never gets to its second. */
const PAGE_MS = 60_000;
const MEMORY_MB = 1024;

/** Null: it took too long. */
export const readInThread = ({ progress, ...input }: ReadInThreadOptions): Promise<ReadMenu | null> =>
  runInThread<ReadMenu, ThreadMessage>({
    module: new URL('./thread.ts', import.meta.url),
    input: input satisfies ThreadInput,
    memoryMb: MEMORY_MB,
    limitMs: input.limitMs + GRACE_MS,
    idleMs: PAGE_MS,
    onMessage: (message) => {
      if ('menu' in message) return message.menu;
      progress?.(message.done, message.pages);
      return undefined;
    },
  });
