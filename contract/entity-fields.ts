// A field of an entity is declared once, as data: what stands where nobody has said anything, how it is typed, written in a file, named and
// published. Rows and bodies (entity-schemas.ts), new rows, drafts, copies, files and public shapes are made from the declarations.

/** How a field is typed, shown, and written in a file. `list`, `choice` and `own` bring schemas; `own` also a control and words. */
export type FieldKind = 'text' | 'code' | 'whole' | 'money' | 'percent' | 'flag' | 'list' | 'choice' | 'own';

/** What is said of a field besides its values. */
interface About {
  /** As people call it, with a capital letter. */
  label: string;
  /** What a number counts: "kcal". */
  unit?: string;
  /** Its column in a file; true: named like the field. Without one it stands in none. */
  csv?: string | true;
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
  /** What to enter instead of what cannot be taken, where bounds do not say all. */
  advice?: string;
  /** Bounds of a number. `max` of a text: its length. */
  min?: number;
  max?: number;
}

export interface Field<K extends FieldKind = FieldKind, V = unknown> extends About {
  kind: K;
  /** In a new row that says nothing, and what a row without the field means. Its type is that of the field. */
  empty: V;
}

export type Fields = Record<string, Field>;

/** `V`: what a row holds. */
const declared =
  <V>() =>
  <K extends FieldKind, const A extends About>(kind: K, empty: V, about: A) => ({ ...about, kind, empty });

export const optionalText = <const A extends About>(max: number, about: A) =>
  declared<string | null>()('text', null, { ...about, max });
/** Empty instead of missing. */
export const plainText = <const A extends About>(max: number, about: A) =>
  declared<string>()('text', '', { ...about, max });
/** Letters and digits that a spreadsheet must not take for a number. */
export const code = <const A extends About>(max: number, about: A) =>
  declared<string | null>()('code', null, { ...about, max });
/** A whole number, or none. */
export const optionalWhole = <const A extends About>(min: number, max: number, about: A) =>
  declared<number | null>()('whole', null, { ...about, min, max });
export const whole = <const A extends About>(min: number, max: number, empty: number, about: A) =>
  declared<number>()('whole', empty, { ...about, min, max });
/** Minor units. */
export const money = <const A extends About>(about: A) => declared<number>()('money', 0, about);
export const optionalMoney = <const A extends About>(about: A) => declared<number | null>()('money', null, about);
/** Basis points: 2000 is 20 %. */
export const optionalPercent = <const A extends About>(about: A) => declared<number | null>()('percent', null, about);
export const flag = <const A extends About>(about: A) => declared<boolean>()('flag', false, about);
/** Yes where nobody has said anything. */
export const flagOn = <const A extends About>(about: A) => declared<boolean>()('flag', true, about);
/** Yes, no, or never said; a call takes yes or no. */
export const optionalFlag = <const A extends About>(about: A) => declared<boolean | null>()('flag', null, about);
export const list =
  <T>() =>
  <const A extends About>(about: A) =>
    declared<T[]>()('list', [], about);
export const choice =
  <T extends string>() =>
  <const A extends About>(empty: T, about: A) =>
    declared<T>()('choice', empty, about);
export const own =
  <V>() =>
  <const A extends About>(empty: V, about: A) =>
    declared<V>()('own', empty, about);

/** The fields of a row, none of them missing. */
export type ValuesOf<F extends Fields> = { [K in keyof F]: F[K]['empty'] };
export type PublicFields<F extends Fields> = Pick<
  F,
  { [K in keyof F]: F[K] extends { isPublic: true } ? K : never }[keyof F]
>;

export const publicFields = <F extends Fields>(fields: F) =>
  Object.fromEntries(Object.entries(fields).filter(([, { isPublic }]) => isPublic)) as PublicFields<F>;

export const namesOf = <F extends Fields>(fields: F) => Object.keys(fields) as (keyof F & string)[];

/** The fields that a body names, with what it says of them. */
export const namedOf = <F extends Fields>(fields: F, body: object) =>
  Object.fromEntries(
    Object.entries(body).filter(([name, value]) => Object.hasOwn(fields, name) && value !== undefined),
  ) as Partial<ValuesOf<F>>;

/** The fields of a row or a body, with what stands where it says nothing. */
export const valuesOf = <F extends Fields>(fields: F, source: object) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { empty }]) => [name, (source as Record<string, unknown>)[name] ?? empty]),
  ) as ValuesOf<F>;
