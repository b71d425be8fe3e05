import * as z from 'zod/mini';

// A field of an entity is declared once: what a row holds and a call takes, what stands where nobody has said anything, how it is typed,
// written in a file, named and published. Rows, bodies, new rows, drafts, copies, files and public shapes are made from the declarations.

/** How a field is typed, shown, and written in a file. `own`: its area has a control and words of its own for it. */
export type FieldKind = 'text' | 'code' | 'choice' | 'whole' | 'money' | 'percent' | 'flag' | 'list' | 'own';

/** What is said of a field besides its values. */
interface About {
  /** As people call it, with a capital letter. */
  label: string;
  /** What a number counts: "kcal". */
  unit?: string;
  /** Its column in a file; without one it stands in none. */
  csv?: string;
  /** Whether customers' pages and programs may read it. */
  isPublic?: true;
  /** True: each row has it. Other fields came later, and a device may still have rows without them. */
  isInEveryRow?: true;
  /** True: a new row must be given it. */
  isRequired?: true;
  /** The part of the form in which a plain control stands for it. */
  part?: string;
  /** In the control while it is empty. */
  placeholder?: string;
  hint?: string;
  /** What to enter instead of what cannot be taken. */
  advice?: string;
}

export interface Field<R extends z.ZodMiniType = z.ZodMiniType, B extends z.ZodMiniType = z.ZodMiniType> extends About {
  kind: FieldKind;
  /** In a row. */
  row: R;
  /** In the body of a call. */
  body: B;
  /** In a new row that says nothing, and what a row without the field means. */
  empty: z.infer<R>;
  /** Bounds of a number, and the longest text. */
  min?: number;
  max?: number;
}

export type Fields = Record<string, Field>;

export const field = <K extends FieldKind, R extends z.ZodMiniType, B extends z.ZodMiniType, const A extends About>(
  kind: K,
  { row, body, empty }: { row: R; body: B; empty: NoInfer<z.infer<R>> },
  about: A & { min?: number; max?: number },
) => ({ ...about, kind, row, body, empty });

/** A whole number from `min` to `max`, or none. */
export const whole = <const A extends About>(min: number, max: number, about: A) =>
  field(
    'whole',
    { row: z.nullable(z.int()), body: z.nullable(z.int().check(z.gte(min), z.lte(max))), empty: null },
    { ...about, min, max },
  );

export const flag = <const A extends About>(about: A) =>
  field('flag', { row: z.boolean(), body: z.boolean(), empty: false }, about);

/** Values of `one`, each at most once or `max` in all. */
export const list = <T extends z.ZodMiniType, const A extends About>(one: T, max: number, about: A) =>
  field('list', { row: z.array(one), body: z.array(one).check(z.maxLength(max)), empty: [] }, about);

type Wanted<F extends Fields, Mark extends keyof About> = {
  [K in keyof F]: F[K] extends Record<Mark, unknown> ? K : never;
}[keyof F];

export type RowShape<F extends Fields> = {
  [K in keyof F]: F[K] extends { isInEveryRow: true } ? F[K]['row'] : z.ZodMiniOptional<F[K]['row']>;
};
export type BodyShape<F extends Fields> = {
  [K in keyof F]: F[K] extends { isRequired: true } ? F[K]['body'] : z.ZodMiniOptional<F[K]['body']>;
};
export type PublicShape<F extends Fields> = { [K in Wanted<F, 'isPublic'>]: F[K]['row'] };
/** The fields of a row, none of them missing. */
export type ValuesOf<F extends Fields> = { [K in keyof F]: z.infer<F[K]['row']> };

const mapped = <T>(fields: Fields, to: (field: Field) => T) =>
  Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, to(one)]));

export const rowShape = <F extends Fields>(fields: F) =>
  mapped(fields, ({ row, isInEveryRow }) => (isInEveryRow ? row : z.optional(row))) as RowShape<F>;

export const bodyShape = <F extends Fields>(fields: F) =>
  mapped(fields, ({ body, isRequired }) => (isRequired ? body : z.optional(body))) as BodyShape<F>;

export const publicFields = <F extends Fields>(fields: F) =>
  Object.fromEntries(Object.entries(fields).filter(([, { isPublic }]) => isPublic)) as Pick<F, Wanted<F, 'isPublic'>>;

export const publicShape = <F extends Fields>(fields: F) =>
  mapped(publicFields(fields), ({ row }) => row) as PublicShape<F>;

/** The fields of a row or a body, with what stands where it says nothing. */
export const valuesOf = <F extends Fields>(fields: F, source: object) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { empty }]) => [name, (source as Record<string, unknown>)[name] ?? empty]),
  ) as ValuesOf<F>;
