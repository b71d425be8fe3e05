/** The body of a response as text; null: it is longer than `max` bytes, and the rest is not read. */
export async function readWithin(response: Response, max: number): Promise<string | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > max) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
