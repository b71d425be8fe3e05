import type { Field, Fields, ValuesOf } from '../../../contract/entity-fields.ts';
import { decimal, parseMoney } from '../../lib/money.ts';

// Fields of a row while they are typed: texts, numbers, amounts and rates as text; everything else as the row has it.

type TypedKind = 'text' | 'code' | 'whole' | 'money' | 'percent';
const typedKinds: ReadonlySet<string> = new Set<TypedKind>(['text', 'code', 'whole', 'money', 'percent']);

export type DraftOf<F extends Fields> = {
  [K in keyof F]: F[K]['kind'] extends TypedKind ? string : ValuesOf<F>[K];
};

/** `row`: empty for a new one. */
export const draftOf = <F extends Fields>(fields: F, row: object, currency: string) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, one]) => {
      const value: unknown = (row as Record<string, unknown>)[name];
      return [name, typedKinds.has(one.kind) ? textOf(one, value, currency) : (value ?? one.empty)];
    }),
  ) as DraftOf<F>;

/** What a draft says, as a call takes it. The names of the fields that cannot be taken are added to `wrong`. */
export const readDraft = <F extends Fields>(fields: F, draft: DraftOf<F>, currency: string, wrong: Set<string>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, one]) => {
      const value: unknown = typedKinds.has(one.kind) ? readText(one, draft[name] as string, currency) : draft[name];
      if (value === undefined) wrong.add(name);
      return [name, value];
    }),
  ) as ValuesOf<F>;

function textOf(one: Field, value: unknown, currency: string): string {
  if (value === undefined || value === null || (value === one.empty && !one.isRequired)) return '';
  if (one.kind === 'money') return decimal(value as number, currency);
  return `${one.kind === 'percent' ? (value as number) / 100 : (value as string | number)}`;
}

/** Undefined: it cannot be taken. */
function readText(one: Field, typed: string, currency: string): unknown {
  const text = typed.trim();
  if (text === '') return one.isRequired ? undefined : one.empty;
  if (one.kind === 'money') return within(parseMoney(text, currency), 0, HIGHEST_PRICE);
  if (one.kind === 'percent') return basisPointsOf(text) ?? undefined;
  if (one.kind === 'whole') return within(/^\d{1,6}$/.test(text) ? Number(text) : null, one.min, one.max);
  return one.empty === '' && !one.isRequired ? typed : text;
}

const within = (value: number | null, min = 0, max = Infinity): number | undefined =>
  value !== null && value >= min && value <= max ? value : undefined;

/** The contract's maximum price, minor units. */
const HIGHEST_PRICE = 100_000_000;

/** "12.5" → 1250; null: no rate. */
export function basisPointsOf(text: string): number | null {
  const typed = text.trim().replace('%', '').replace(',', '.').trim();
  const rate = /^\d{1,3}(\.\d{1,2})?$/.test(typed) ? Math.round(Number(typed) * 100) : null;
  return rate !== null && rate <= 10_000 ? rate : null;
}
