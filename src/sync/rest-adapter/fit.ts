import { instant } from '../../data/clock.ts';
import type { Fields, Shape } from './shapes.ts';

/** Converts a server's value to our type: "1790" to a number, 1 to true, other time formats to an instant. Undefined if not possible. */
export function coerce(value: unknown, shape: Shape, name = ''): unknown {
  if (value === undefined || value === null) return undefined;
  if (shape === 'text') return textOf(value, name);
  if (shape === 'number') return numberOf(value);
  if (shape === 'flag') return flagOf(value);
  if (shape === 'instant') return instantOf(value);
  if (isListShape(shape)) return Array.isArray(value) ? listOf(value, shape[0]) : undefined;
  return isObject(value) ? objectOf(value, shape) : undefined;
}

/** Picks the fields that have our types, under their own names. Omits others. */
export function pickFields(raw: Record<string, unknown>, fields: Fields): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [key, shape] of Object.entries(fields)) {
    const name = nameOf(key);
    const value = raw[name] === null && key.includes('?') ? null : coerce(raw[name], shape, name);
    if (value !== undefined) row[name] = value;
  }
  return row;
}

const nameOf = (key: string): string => key.replace(/[?~]+$/, '');

/** An object within a row needs all its fields, or screens would fail. Undefined without a required time. */
function objectOf(raw: Record<string, unknown>, fields: Fields): Record<string, unknown> | undefined {
  const row = pickFields(raw, fields);
  for (const [key, shape] of Object.entries(fields)) {
    const name = nameOf(key);
    if (name in row || key.includes('~')) continue;
    const blank = key.includes('?') ? null : blankOf(shape);
    if (blank === undefined) return undefined;
    row[name] = blank;
  }
  return row;
}

function blankOf(shape: Shape): unknown {
  if (shape === 'text') return '';
  if (shape === 'number') return 0;
  if (shape === 'flag') return false;
  if (shape === 'instant') return undefined;
  return isListShape(shape) ? [] : objectOf({}, shape);
}

const listOf = (values: unknown[], shape: Shape): unknown[] =>
  values.map((value) => coerce(value, shape)).filter((value) => value !== undefined);

/** Screens format these texts and would crash on invalid ones. */
const checks: Record<string, (text: string) => string | undefined> = {
  currency: (text) => (/^[a-z]{3}$/i.test(text) ? text.toUpperCase() : undefined),
  timezone: (text) => (works(() => new Intl.DateTimeFormat('en', { timeZone: text })) ? text : undefined),
  locale: (text) => (works(() => new Intl.Locale(text)) ? text : undefined),
};
const TIME = /^([01]\d|2[0-3]):[0-5]\d/;

function textOf(value: unknown, name: string): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value);
  // "18:00:00" is a wall time, too.
  if (name.endsWith('_time')) return TIME.exec(text)?.[0];
  return checks[name] ? checks[name](text) : text;
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

const flags = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  [1, true],
  [0, false],
  ['1', true],
  ['0', false],
  ['true', true],
  ['false', false],
]);
const flagOf = (value: unknown): boolean | undefined => flags.get(value);

/** Without a zone it is UTC, as databases write it. Numbers are seconds or ms since 1970. */
function instantOf(value: unknown): string | undefined {
  if (typeof value === 'number') return withinReason(value < 1e11 ? value * 1000 : value);
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value)) return undefined;
  const hasZone = /(Z|[+-]\d\d:?\d\d)$/.test(value.slice(10));
  const text = value.replace(' ', 'T');
  return withinReason(Date.parse(hasZone || text.length === 10 ? text : `${text}Z`));
}

const withinReason = (ms: number): string | undefined =>
  ms > -2_208_988_800_000 && ms < 32_503_680_000_000 ? instant(ms) : undefined;

function works(run: () => unknown): boolean {
  try {
    run();
    return true;
  } catch {
    return false;
  }
}

const isListShape = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape);
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
