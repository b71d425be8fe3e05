import { Worker } from 'node:worker_threads';

interface ThreadOptions<Message> {
  /** The module that the thread runs; it finds `input` in its `workerData`. */
  module: URL;
  input: unknown;
  /** Memory of the input that is handed over, not copied. */
  transfer?: ArrayBuffer[];
  memoryMb: number;
  limitMs: number;
  /** Without a message; default: as long as the whole may take. */
  idleMs?: number;
  /** Called with each message; what it returns other than undefined is the result, and ends the thread. */
  onMessage: (message: Message) => unknown;
}

/** Runs work in a thread of its own, so that the API goes on answering. Null: it took too long. Rejects when the thread dies. */
export async function runInThread<Result, Message>({
  module,
  input,
  transfer = [],
  memoryMb,
  limitMs,
  idleMs = limitMs,
  onMessage,
}: ThreadOptions<Message>): Promise<Result | null> {
  const worker = new Worker(module, {
    workerData: input,
    transferList: transfer,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  let timer: NodeJS.Timeout | undefined;
  let idle: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Result | null>((resolve, reject) => {
      const giveUp = () => resolve(null);
      timer = setTimeout(giveUp, limitMs);
      idle = setTimeout(giveUp, idleMs);
      worker.on('message', (message: Message) => {
        idle?.refresh();
        const result = onMessage(message);
        if (result !== undefined) resolve(result as Result); // as the caller says
      });
      worker.on('error', reject);
      worker.on('exit', (code) => reject(new Error(`The thread ended with ${code}`)));
    });
  } finally {
    clearTimeout(timer);
    clearTimeout(idle);
    await worker.terminate();
  }
}
