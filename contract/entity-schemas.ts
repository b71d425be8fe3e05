import * as z from 'zod/mini';
import { type Field, type FieldKind, type Fields, publicFields, type PublicFields } from './entity-fields.ts';
import { Price, text, trimmedText } from './fields.ts';

/** Of a field whose kind does not say all: what a row holds, and what a call takes. */
export interface OwnSchema {
  row: z.ZodMiniType;
  body: z.ZodMiniType;
}

export const same = <T extends z.ZodMiniType>(schema: T) => ({ row: schema, body: schema });

export const atMost = <T extends z.ZodMiniType>(one: T, max: number) => ({
  row: z.array(one),
  body: z.array(one).check(z.maxLength(max)),
});

type NeedsOwn<F extends Fields> = {
  [K in keyof F]: F[K]['kind'] extends 'list' | 'choice' | 'own' ? K : never;
}[keyof F];
type OwnSchemas<F extends Fields> = Record<NeedsOwn<F>, OwnSchema> & Partial<Record<keyof F, OwnSchema>>;

type Of<F extends Fields, O, K extends keyof F, Part extends keyof OwnSchema> = K extends keyof O
  ? O[K] extends OwnSchema
    ? O[K][Part]
    : never
  : z.ZodMiniType<F[K]['empty'], F[K]['empty']>;
type RowShape<F extends Fields, O> = {
  [K in keyof F]: F[K] extends { isInEveryRow: true } ? Of<F, O, K, 'row'> : z.ZodMiniOptional<Of<F, O, K, 'row'>>;
};
type BodyShape<F extends Fields, O> = {
  [K in keyof F]: F[K] extends { isRequired: true } ? Of<F, O, K, 'body'> : z.ZodMiniOptional<Of<F, O, K, 'body'>>;
};
type PublicShape<F extends Fields, O> = { [K in keyof PublicFields<F>]: Of<F, O, K & keyof F, 'row'> };

/** The shapes of an entity's fields: in its row, in the calls that write it, and as customers read it. */
export function shapesOf<F extends Fields, const O extends OwnSchemas<F>>(fields: F, own: O) {
  const schemaOf = (name: string, one: Field): OwnSchema =>
    (own as Partial<Record<string, OwnSchema>>)[name] ?? plain[one.kind as PlainKind](one);
  const shape = (of: Fields, to: (schema: OwnSchema, one: Field) => z.ZodMiniType) =>
    Object.fromEntries(Object.entries(of).map(([name, one]) => [name, to(schemaOf(name, one), one)]));
  return {
    row: shape(fields, ({ row }, one) => (one.isInEveryRow ? row : z.optional(row))) as RowShape<F, O>,
    body: shape(fields, ({ body }, one) => (one.isRequired ? body : z.optional(body))) as BodyShape<F, O>,
    public: shape(publicFields(fields) as Fields, ({ row }) => row) as PublicShape<F, O>,
  };
}

type PlainKind = Exclude<FieldKind, 'list' | 'choice' | 'own'>;

const orNone = ({ empty }: Field, row: z.ZodMiniType, body: z.ZodMiniType): OwnSchema =>
  empty === null ? { row: z.nullable(row), body: z.nullable(body) } : { row, body };
const words = (one: Field) => orNone(one, z.string(), one.isRequired ? trimmedText(one.max!) : text(one.max!));

const plain: Record<PlainKind, (one: Field) => OwnSchema> = {
  text: words,
  code: words,
  whole: (one) => orNone(one, z.int(), z.int().check(z.gte(one.min!), z.lte(one.max!))),
  money: (one) => orNone(one, Price, Price),
  percent: (one) => orNone(one, z.int(), z.int().check(z.gte(0), z.lte(10_000))),
  flag: (one) => ({ ...orNone(one, z.boolean(), z.boolean()), body: z.boolean() }),
};
