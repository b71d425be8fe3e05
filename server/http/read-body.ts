import { Refusal, refuse } from '../pipeline/handler.ts';
import { findExceededBound, NESTING_MAX, nodeLimitFor } from './json-bounds.ts';

/**
 * The JSON body of a request, or what is wrong with it; `undefined` when there is none. Reads no more than `limit` bytes, and parses
 * nothing that is out of bounds: parsing, checking and naming what is wrong hold every other request up.
 */
export async function readBody(request: Request, limit: number): Promise<{ value: unknown } | Refusal> {
  const length = request.headers.get('Content-Length');
  if (length !== null && Number(length) > limit) return refuse('too_large');
  const bytes = await readAtMost(request, limit).catch(() => undefined);
  // The line broke in the middle: whoever sent it will hardly read this.
  if (bytes === undefined) return refuse('bad_request', { message: 'The body did not arrive whole' });
  if (bytes === null) return refuse('too_large');
  if (bytes.length === 0) return { value: undefined };
  if (!isJson(request.headers.get('Content-Type')) || request.headers.has('Content-Encoding'))
    return refuse('unsupported_media_type');
  const exceeded = findExceededBound(bytes, { nodes: nodeLimitFor(limit), depth: NESTING_MAX });
  if (exceeded === 'nodes') return refuse('too_large', { message: 'The request has too many values' });
  if (exceeded === 'depth') return refuse('bad_request', { message: 'The body is nested too deeply' });
  const value = parse(bytes);
  return value instanceof Refusal ? value : { value };
}

/** The bytes of a body, null when there are more than `limit`; rejects when the line breaks in the middle. */
export async function readAtMost(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!request.body) return new Uint8Array();
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks, size);
    size += value.length;
    if (size > limit) {
      // The rest is let go unread; a broken cancel changes nothing about that.
      void reader.cancel().catch(() => undefined);
      return null;
    }
    chunks.push(value);
  }
}

const isJson = (type: string | null) => /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type ?? '');

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    // Bad UTF-8 or bad JSON: the engine's message quotes the input, so it is not passed on.
    return refuse('invalid_json');
  }
}
