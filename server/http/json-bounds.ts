/** Deeper JSON than this is no request of ours; it is refused before anything walks it by recursion. */
export const NESTING_MAX = 32;

/**
 * Bytes per value that a body has at least. Real ones have 15 and more; a list of zeros has two, and costs most to parse, check and
 * refuse for its size.
 */
const BYTES_PER_NODE = 8;

/** How many values a body of at most `bytes` may hold. */
export const nodeLimitFor = (bytes: number): number => Math.floor(bytes / BYTES_PER_NODE);

/**
 * Counts the values and the depth of JSON text without building anything, and stops at the first bound that it meets. What it says of text
 * that is not JSON does not matter: the parser refuses it.
 */
export function findExceededBound(
  bytes: Uint8Array,
  { nodes, depth }: { nodes: number; depth: number },
): 'nodes' | 'depth' | null {
  let count = 1;
  let open = 0;
  let isInText = false;
  for (let i = 0; i < bytes.length; i += 1) {
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

// Every other byte of UTF-8 is 128 or more, so none of these is part of another sign.
const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [...'"\\,[]{}'].map((sign) =>
  sign.charCodeAt(0),
);
