import { findExceededBound, NESTING_MAX, nodeLimitFor } from './json-bounds.ts';

/**
 * Bytes. A body up to this is parsed at once, by the thread that answers requests: a few milliseconds, whatever it holds. A larger one is a
 * file with some fields, and a thread of its own takes it apart (read-body.ts). What it has besides its files may be as long as this.
 */
export const PARSED_AT_ONCE = 256 * 1024;

export interface BodyToParse {
  bytes: Uint8Array<ArrayBuffer>;
  /** The content type of a form; null: JSON. */
  formType: string | null;
  /** Largest body of the call, bytes. */
  limit: number;
}

/** A part of a form: a text, or the bytes of a file. */
export type FormPart = [name: string, content: string | Uint8Array<ArrayBuffer>];

export type ParsedBody =
  | { json: unknown }
  | { form: FormPart[] }
  | { refused: 'too_large' | 'bad_request' | 'invalid_json'; message?: string };

/** Takes a body apart, without looking at what it means. What its files are called and claim to be is not looked at. */
export const parseBody = async (body: BodyToParse): Promise<ParsedBody> =>
  body.formType === null ? parseJson(body) : parseForm(body.bytes, body.formType);

function parseJson({ bytes, limit }: BodyToParse): ParsedBody {
  const nodes = nodeLimitFor(Math.min(limit, PARSED_AT_ONCE));
  const exceeded = findExceededBound(bytes, { nodes, depth: NESTING_MAX });
  if (exceeded === 'nodes') return { refused: 'too_large', message: 'The request has too many values' };
  if (exceeded === 'depth') return { refused: 'bad_request', message: 'The body is nested too deeply' };
  try {
    const json: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return bytes.length > PARSED_AT_ONCE ? withoutFileTexts(json) : { json };
  } catch {
    // Invalid UTF-8 or JSON. The engine's message quotes the input, so do not pass it on.
    return { refused: 'invalid_json' };
  }
}

const LONG_TEXT = 64 * 1024;

/** Base64 is for files, which are long texts on the first level, or in a list there. Returns their bytes instead. */
function withoutFileTexts(json: unknown): ParsedBody {
  if (typeof json !== 'object' || json === null) return { refused: 'too_large' };
  const decode = (value: unknown) =>
    typeof value === 'string' && value.length > LONG_TEXT ? ownBytes(Buffer.from(value, 'base64')) : value;
  const decoded = Object.fromEntries(
    Object.entries(json).map(([name, value]) => [name, Array.isArray(value) ? value.map(decode) : decode(value)]),
  );
  const rest = JSON.stringify(decoded, (_, value: unknown) => (value instanceof Uint8Array ? null : value));
  return rest.length > PARSED_AT_ONCE ? { refused: 'too_large' } : { json: decoded };
}

/** In memory of their own, which can be handed to another thread. */
const ownBytes = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  bytes.buffer instanceof ArrayBuffer && bytes.length === bytes.buffer.byteLength
    ? new Uint8Array(bytes.buffer)
    : Uint8Array.from(bytes);

const FORM_PARTS = 40;

async function parseForm(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<ParsedBody> {
  if (hasTooManyParts(bytes, type)) return { refused: 'too_large', message: 'The form has too many parts' };
  const form = await new Response(bytes, { headers: { 'Content-Type': type } }).formData().catch(() => null);
  if (!form) return { refused: 'bad_request', message: 'The form cannot be read' };
  const parts: FormPart[] = [];
  let textLength = 0;
  for (const [name, part] of form) {
    if (typeof part === 'string') textLength += part.length;
    parts.push([name, typeof part === 'string' ? part : new Uint8Array(await part.arrayBuffer())]);
  }
  return textLength > PARSED_AT_ONCE ? { refused: 'too_large' } : { form: parts };
}

/** Before the form is read: each part costs more than its bytes. */
function hasTooManyParts(bytes: Uint8Array<ArrayBuffer>, type: string): boolean {
  const [, quoted, bare] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type) ?? [];
  const boundary = Buffer.from(`--${quoted ?? bare ?? ''}`);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let count = 0;
  // Each part begins with it, and the form ends with it.
  for (let at = text.indexOf(boundary); at >= 0; at = text.indexOf(boundary, at + boundary.length))
    if ((count += 1) > FORM_PARTS + 1) return true;
  return false;
}
