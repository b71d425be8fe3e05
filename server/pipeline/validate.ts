import * as z from 'zod/mini';
import type { Call } from '../../contract/call.ts';
import { push } from '../../contract/sync/calls.ts';
import { refuse, type Refusal } from './handler.ts';
import { isId } from '../platform/ids.ts';
import { replaceFiles, standIn } from './received-files.ts';
import { validationMessage } from './validation-messages.ts';

// zod/mini has no messages of its own.
z.config({ localeError: validationMessage });

export interface RawInput {
  path: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}

export type Input = { path: Record<string, string>; query: unknown; body: unknown };

/** Number of fields that one refusal names. */
const ERRORS_MAX = 50;

/** Checks the input against the contract. An impossible path is 404; every other error is named by its dotted path. */
export function checkInput(call: Call, raw: RawInput): Input | Refusal {
  const path = checkPath(call, raw.path);
  if (!path) return refuse('not_found');
  for (const [name, { known, otherwise }] of Object.entries(call.options.messages ?? {}))
    if (!known.includes(path[name]!))
      return refuse('invalid_fields', { message: otherwise, field_errors: { [name]: otherwise } });
  // The entries of a push are checked one by one when they are processed, so that a bad one does not hold up the others.
  const unstorable =
    call.name === push.name ? null : (findUnstorable(replaceFiles(raw.body, () => '')) ?? findUnstorable(raw.query));
  if (unstorable !== null)
    return refuse('invalid_fields', { field_errors: { [unstorable]: 'Contains characters that cannot be stored' } });
  const query = check(call.options.query ?? nothing, raw.query);
  const given = raw.body === undefined && call.options.isBodyOptional ? {} : raw.body;
  const body = call.options.body ? checkBody(call.options.body, given) : check(nothing, raw.body ?? {});
  const field_errors = { ...query.errors, ...body.errors };
  if (Object.keys(field_errors).length > 0) return refuse('invalid_fields', { field_errors });
  return { path, query: query.value, body: call.options.body ? body.value : undefined };
}

const nothing = z.strictObject({});

/** The contract declares files as base64: it is asked about their length, and they stay bytes. */
function checkBody(schema: z.ZodMiniType, given: unknown): ReturnType<typeof check> {
  const files: { file: Uint8Array; at: [string, number?] }[] = [];
  const asTexts = replaceFiles(given, (file, at) => {
    files.push({ file, at });
    return standIn(file);
  });
  const checked = check(schema, asTexts);
  for (const {
    file,
    at: [name, index],
  } of checked.value === undefined ? [] : files) {
    const value = checked.value as Record<string, unknown>;
    if (index === undefined) value[name] = file;
    else (value[name] as unknown[])[index] = file;
  }
  return checked;
}

function check(schema: z.ZodMiniType, value: unknown): { value?: unknown; errors: Record<string, string> } {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { value: parsed.data, errors: {} };
  const errors: Record<string, string> = {};
  for (const issue of parsed.error.issues) {
    const at = issue.path.map(String);
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys.slice(0, ERRORS_MAX)) errors[fieldName([...at, key])] = 'Unknown field';
    else errors[fieldName(at)] ??= issue.message;
    if (Object.keys(errors).length >= ERRORS_MAX) break;
  }
  return { errors: Object.fromEntries(Object.entries(errors).slice(0, ERRORS_MAX)) };
}

/** Such as "lines.0.quantity"; storable, because a refusal may be stored. */
const fieldName = (path: string[]) => (path.join('.') || 'body').slice(0, 120).toWellFormed().replaceAll('\0', '�');

/** Parameters whose names end with "id" must be UUIDs. Null: the path cannot exist. */
export function checkPath(call: Call, given: Record<string, string>): Record<string, string> | null {
  const names = [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
  if (Object.keys(given).length !== names.length) return null;
  const path: Record<string, string> = {};
  for (const name of names) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (typeof value !== 'string' || value.length > 200 || findUnstorable(value) !== null) return null;
    const isIdParameter = /id$/i.test(name);
    if (isIdParameter && !isId(value)) return null;
    path[name] = isIdParameter ? value.toLowerCase() : value;
  }
  return path;
}

/**
 * The dotted path of a text that PostgreSQL or UTF-8 cannot hold (NUL, half a surrogate pair), or of a key with a special meaning in
 * objects; null if there is none. Walks without recursion.
 */
export function findUnstorable(root: unknown): string | null {
  const open: { value: unknown; at: string[] }[] = [{ value: root, at: [] }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, at } = next;
    if (typeof value === 'string' && !isStorable(value)) return fieldName(at);
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      if (key === '__proto__' || !isStorable(key)) return fieldName([...at, key]);
      if (typeof inner === 'string' || typeof inner === 'object') open.push({ value: inner, at: [...at, key] });
    }
  }
  return null;
}

const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();
