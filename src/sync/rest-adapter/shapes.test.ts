import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { entities } from '../../../contract/entity.ts';
import { type Shape, shapes } from './shapes.ts';

/** What zod keeps of a schema. */
interface Def {
  type: string;
  format?: string;
  innerType?: Schema;
  element?: Schema;
  options?: Schema[];
  shape?: Record<string, Schema>;
}
interface Schema {
  _zod: { def: Def };
}

const kinds: Record<string, Shape> = { string: 'text', enum: 'text', number: 'number', boolean: 'flag' };

function shapeOf({ _zod: { def } }: Schema): Shape {
  if (def.type === 'array') return [shapeOf(def.element!)];
  if (def.type === 'union') return shapeOf(def.options![0]!);
  if (def.type === 'object') return Object.fromEntries(Object.entries(def.shape!).map(fieldOf));
  return def.format === 'datetime' ? 'instant' : kinds[def.type]!;
}

function fieldOf([name, schema]: [string, Schema]): [string, Shape] {
  const { type, innerType } = schema._zod.def;
  if (type === 'nullable') return fieldOf([`${name}?`, innerType!]);
  return type === 'optional' ? fieldOf([`${name}~`, innerType!]) : [name, shapeOf(schema)];
}

test.each(Object.entries(entities))(
  'a server of the specification alone fills %s as the contract has them',
  (table, entity) => {
    expect(shapes[table as keyof typeof entities]).toEqual(shapeOf(entity as z.ZodMiniObject as unknown as Schema));
  },
);
