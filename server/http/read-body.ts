import { readAtMost } from '../platform/read-at-most.ts';
import type * as z from 'zod/mini';
import type { CallOptions, Schema } from '../../contract/call.ts';
import { Refusal, refuse } from '../pipeline/handler.ts';
import { runInThread } from '../platform/in-thread.ts';
import { Turns } from '../platform/turns.ts';
import { findExceededBound, NESTING_MAX, nodeLimitFor } from './json-bounds.ts';
import { PARSED_AT_ONCE, parseBody, type BodyToParse, type FormPart, type ParsedBody } from './parse-body.ts';

interface ReadOptions extends Pick<CallOptions, 'isMultipart' | 'body'> {
  /** Largest body, bytes. */
  limit: number;
  /** Whose body it is, for the turns of large ones. */
  who?: string;
}

/**
 * Reads the body of a request; `undefined` if there is none. Reads at most `limit` bytes and parses nothing that exceeds the bounds,
 * because parsing and checking hold up all other requests. A form becomes the JSON body that it stands for; its files are bytes, and so are
 * those of a large JSON body.
 */
export async function readBody(
  request: Request,
  { limit, who = '', isMultipart = false, body }: ReadOptions,
): Promise<{ value: unknown } | Refusal> {
  const declared = request.headers.get('Content-Length');
  if (declared !== null && Number(declared) > limit) return refuse('too_large');
  const bytes = await readAtMost(request, limit, declared === null ? limit : Number(declared)).catch(() => undefined);
  // The connection broke; the sender will hardly read this.
  if (bytes === undefined) return refuse('bad_request', { message: 'The body did not arrive whole' });
  if (bytes === null) return refuse('too_large');
  if (bytes.length === 0) return { value: undefined };
  const type = request.headers.get('Content-Type');
  const isForm = isMultipart && type?.startsWith('multipart/form-data');
  if (request.headers.has('Content-Encoding') || !(isForm || isJson(type))) return refuse('unsupported_media_type');
  const given = { bytes, formType: isForm ? type! : null, limit };
  const parsed = bytes.length > PARSED_AT_ONCE ? await turns.run(who, () => inThread(given)) : await parseBody(given);
  if ('refused' in parsed)
    return refuse(parsed.refused, parsed.message === undefined ? {} : { message: parsed.message });
  return { value: 'form' in parsed ? toValue(parsed.form, body) : parsed.json };
}

/** One large body at a time in each process: taking it apart takes a core. */
const turns = new Turns(1);
const THREAD_MB = 256;
const THREAD_MS = 30_000;

async function inThread(body: BodyToParse): Promise<ParsedBody> {
  const parsed = await runInThread<ParsedBody, ParsedBody>({
    module: new URL('./parse-thread.ts', import.meta.url),
    input: body,
    transfer: [body.bytes.buffer],
    memoryMb: THREAD_MB,
    limitMs: THREAD_MS,
    onMessage: (message) => message,
  }).catch((error: unknown) => {
    if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY') return null;
    throw error;
  });
  return parsed ?? { refused: 'too_large' };
}

function toValue(form: FormPart[], body: Schema | undefined): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  for (const [name, part] of form) {
    if (name === '__proto__') continue;
    if (typeof part === 'string') value[name] = readText(part, (body as z.ZodMiniObject | undefined)?.shape?.[name]);
    else ((value[name] = Array.isArray(value[name]) ? value[name] : []) as Uint8Array[]).push(part);
  }
  return value;
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

const isJson = (type: string | null) => /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type ?? '');
