import { setImmediate as pause } from 'node:timers/promises';
import { findExceededBoundInSlices, NESTING_MAX } from '../http/json-bounds.ts';

/** Bytes of rows that are read before other requests are answered; of one row at most. */
const SLICE = 256 * 1024;
const ROW_MAX = 4 * 1024 * 1024;

/** The rows of a part of a table, some at a time. Throws where it is no list of rows. `mend`: their text before it is read. */
export async function* rowsOf(body: Buffer, mend: (text: string) => string): AsyncGenerator<Record<string, unknown>[]> {
  // Before it is parsed: what is nested by the thousand overflows the stack.
  if (await findExceededBoundInSlices(body, { nodes: Infinity, depth: NESTING_MAX }))
    throw new Error('Nested too deeply');
  let rows: Record<string, unknown>[] = [];
  let size = 0;
  for (const element of elementsOf(body)) {
    if (element.length > ROW_MAX) throw new Error('A row is too large');
    const row: unknown = JSON.parse(mend(element.toString('utf8')));
    if (typeof row !== 'object' || row === null) throw new Error('This is no row');
    rows.push(row as Record<string, unknown>);
    size += element.length;
    if (size < SLICE) continue;
    yield rows;
    await pause();
    [rows, size] = [[], 0];
  }
  if (rows.length > 0) yield rows;
}

const code = (sign: string) => sign.charCodeAt(0);
const opening = new Set([...'[{'].map(code));
const closing = new Set([...']}'].map(code));
const [QUOTE, BACKSLASH, COMMA] = [...'"\\,'].map(code);

/** The texts between the commas of a list; what is wrong within them, their parser says. */
function* elementsOf(body: Buffer): Generator<Buffer> {
  const text = body.toString('latin1', 0, 20).trimStart();
  const begin = body.indexOf('[');
  const end = body.lastIndexOf(']');
  if (!text.startsWith('[') || end < begin || body.toString('utf8', end + 1).trim() !== '') throw new Error('No list');
  if (body.subarray(begin + 1, end).every((byte) => byte <= 0x20)) return;
  let from = begin + 1;
  let depth = 0;
  let isInText = false;
  for (let at = from; at < end; at += 1) {
    const byte = body[at]!;
    if (isInText) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) isInText = false;
    } else if (byte === QUOTE) isInText = true;
    else if (opening.has(byte)) depth += 1;
    else if (closing.has(byte)) depth -= 1;
    else if (byte === COMMA && depth === 0) {
      yield body.subarray(from, at);
      from = at + 1;
    }
  }
  yield body.subarray(from, end);
}
