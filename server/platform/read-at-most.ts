/**
 * The bytes of a body; null if there are more than `limit`. Rejects if the connection breaks. Each chunk is copied as it comes, so that no
 * step takes longer for a long body. `expected`: how many are said to come.
 */
export async function readAtMost(
  request: Pick<Request, 'body'>,
  limit: number,
  expected = limit,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!request.body) return new Uint8Array();
  const reader = request.body.getReader();
  // Memory is taken only as it is written to.
  let bytes = new Uint8Array(Math.min(expected, limit));
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return bytes.subarray(0, size);
    if (size + value.length > limit) {
      // Drop the rest unread; a failing cancel does not matter.
      void reader.cancel().catch(() => undefined);
      return null;
    }
    if (size + value.length > bytes.length) {
      const longer = new Uint8Array(limit);
      longer.set(bytes.subarray(0, size));
      bytes = longer;
    }
    bytes.set(value, size);
    size += value.length;
  }
}
