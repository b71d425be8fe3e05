/** A page paints sixty times a second, and answers touches in between. */
const SLICE_MS = 8;

interface Options<Y> {
  /** With each pause: how far it is. */
  onStep?: (step: Y) => void;
  isStopped?: () => boolean;
  now?: () => number;
  pause?: () => Promise<unknown>;
}

/** Works through a generator without freezing the page: pauses whenever a slice has lasted too long. Null: it was stopped. */
export async function inSlices<Y, R>(
  work: Generator<Y, R>,
  { onStep, isStopped = () => false, now = () => performance.now(), pause = nextTask }: Options<Y> = {},
): Promise<R | null> {
  let until = now() + SLICE_MS;
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (now() < until) continue;
    onStep?.(step.value);
    await pause();
    if (isStopped()) return null;
    until = now() + SLICE_MS;
  }
}

const nextTask = () => new Promise((resolve) => void setTimeout(resolve));
