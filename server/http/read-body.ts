import type * as z from 'zod/mini';
import type { CallOptions, Schema } from '../../contract/call.ts';
import { Refusal, refuse } from '../pipeline/handler.ts';
import { findExceededBound, findExceededBoundInSlices, NESTING_MAX, nodeLimitFor } from './json-bounds.ts';

/**
 * Reads the JSON body of a request; `undefined` if there is none. Reads at most `limit` bytes and parses nothing that exceeds the bounds,
 * because parsing and checking hold up all other requests.
 */
export async function readBody(
  request: Request,
  limit: number,
  { isMultipart = false, body }: Pick<CallOptions, 'isMultipart' | 'body'> = {},
): Promise<{ value: unknown } | Refusal> {
  const length = request.headers.get('Content-Length');
  if (length !== null && Number(length) > limit) return refuse('too_large');
  const bytes = await readAtMost(request, limit).catch(() => undefined);
  // The connection broke; the sender will hardly read this.
  if (bytes === undefined) return refuse('bad_request', { message: 'The body did not arrive whole' });
  if (bytes === null) return refuse('too_large');
  if (bytes.length === 0) return { value: undefined };
  const type = request.headers.get('Content-Type');
  if (isMultipart && type?.startsWith('multipart/form-data') && !request.headers.has('Content-Encoding'))
    return readForm(bytes, type, body);
  if (!isJson(type) || request.headers.has('Content-Encoding')) return refuse('unsupported_media_type');
  const exceeded = await findExceededBoundInSlices(bytes, { nodes: nodeLimitFor(limit), depth: NESTING_MAX });
  if (exceeded === 'nodes') return refuse('too_large', { message: 'The request has too many values' });
  if (exceeded === 'depth') return refuse('bad_request', { message: 'The body is nested too deeply' });
  const value = parse(bytes);
  return value instanceof Refusal ? value : { value };
}

/** The bytes of a body; null if there are more than `limit`. Rejects if the connection breaks. */
export async function readAtMost(
  request: Pick<Request, 'body'>,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!request.body) return new Uint8Array();
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks, size);
    size += value.length;
    if (size > limit) {
      // Drop the rest unread; a failing cancel does not matter.
      void reader.cancel().catch(() => undefined);
      return null;
    }
    chunks.push(value);
  }
}

const FORM_PARTS = 40;

/** A form as the JSON body that it stands for. What its files are called and claim to be is not looked at. */
async function readForm(
  bytes: Uint8Array<ArrayBuffer>,
  type: string,
  body: Schema | undefined,
): Promise<{ value: unknown } | Refusal> {
  const form = await new Response(bytes, { headers: { 'Content-Type': type } }).formData().catch(() => null);
  if (!form) return refuse('bad_request', { message: 'The form cannot be read' });
  const parts = [...form.entries()];
  if (parts.length > FORM_PARTS) return refuse('too_large', { message: 'The form has too many parts' });
  const value: Record<string, unknown> = {};
  for (const [name, part] of parts) {
    if (name === '__proto__') continue;
    if (typeof part === 'string') value[name] = readText(part, (body as z.ZodMiniObject | undefined)?.shape?.[name]);
    else ((value[name] = Array.isArray(value[name]) ? value[name] : []) as string[]).push(await toBase64(part));
  }
  return { value };
}

/** A form has texts alone: what the call does not take as one is JSON, such as a number, a list or null. */
function readText(text: string, field: unknown): unknown {
  if (text.length > TEXT_AS_JSON_MAX || !field || (field as Schema).safeParse(text).success) return text;
  const bytes = new TextEncoder().encode(text);
  if (findExceededBound(bytes, { nodes: nodeLimitFor(TEXT_AS_JSON_MAX), depth: NESTING_MAX })) return text;
  try {
    return JSON.parse(text);
  } catch {
    // The call's own check says what is wrong with it.
    return text;
  }
}

const TEXT_AS_JSON_MAX = 64 * 1024;

const toBase64 = async (file: Blob) => Buffer.from(await file.arrayBuffer()).toString('base64');

const isJson = (type: string | null) => /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type ?? '');

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    // Invalid UTF-8 or JSON. The engine's message quotes the input, so do not pass it on.
    return refuse('invalid_json');
  }
}
