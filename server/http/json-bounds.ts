import { setImmediate as pause } from 'node:timers/promises';

/** Deeper JSON is refused before recursive code sees it. */
export const NESTING_MAX = 32;

/** Minimum bytes per value of a body. Real ones have 15 and more; a list of zeros has two and costs most to parse, check and refuse. */
const BYTES_PER_NODE = 8;

/** How many values a body of at most `bytes` may have. */
export const nodeLimitFor = (bytes: number): number => Math.floor(bytes / BYTES_PER_NODE);

/**
 * Counts values and depth of JSON text without building anything, and stops at the first exceeded bound. Results for invalid JSON do not
 * matter: the parser refuses it.
 */
export function findExceededBound(bytes: Uint8Array, bounds: Bounds): Exceeded {
  const inspecting = inspect(bytes, bounds);
  let step = inspecting.next();
  while (!step.done) step = inspecting.next();
  return step.value;
}

/** The same of a long text: other requests are answered in between. */
export async function findExceededBoundInSlices(bytes: Uint8Array, bounds: Bounds): Promise<Exceeded> {
  const inspecting = inspect(bytes, bounds);
  let step = inspecting.next();
  while (!step.done) {
    await pause();
    step = inspecting.next();
  }
  return step.value;
}

interface Bounds {
  nodes: number;
  depth: number;
}
type Exceeded = 'nodes' | 'depth' | null;

/** Bytes. */
const SLICE = 512 * 1024;

function* inspect(bytes: Uint8Array, { nodes, depth }: Bounds): Generator<undefined, Exceeded> {
  let count = 1;
  let open = 0;
  let isInText = false;
  let paused = 0;
  for (let i = 0; i < bytes.length; i += 1) {
    if (i - paused >= SLICE) {
      paused = i;
      yield;
    }
    const byte = bytes[i];
    if (isInText) {
      if (byte === BACKSLASH) i += 1;
      else if (byte === QUOTE) isInText = false;
      continue;
    }
    if (byte === QUOTE) isInText = true;
    else if (byte === COMMA) count += 1;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      count += 1;
      open += 1;
      if (open > depth) return 'depth';
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) open -= 1;
    if (count > nodes) return 'nodes';
  }
  return null;
}

// In UTF-8, bytes of other characters are 128 or more, so none of these can be part of one.
const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [...'"\\,[]{}'].map((sign) =>
  sign.charCodeAt(0),
);
