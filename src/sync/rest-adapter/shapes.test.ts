import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { entities } from '../../../contract/entity.ts';
import { completed } from './rows.ts';
import { type Shape, shapes } from './shapes.ts';

/** The part of a zod schema definition used here. */
interface Def {
  type: string;
  format?: string;
  innerType?: Schema;
  element?: Schema;
  options?: Schema[];
  shape?: Record<string, Schema>;
  values?: unknown[];
}
interface Schema {
  _zod: { def: Def };
}

const kinds: Record<string, Shape> = { string: 'text', enum: 'text', number: 'number', boolean: 'flag' };

function shapeOf({ _zod: { def } }: Schema): Shape {
  if (def.type === 'array') return [shapeOf(def.element!)];
  if (def.type === 'union') return shapeOf(def.options![0]!);
  if (def.type === 'object') return Object.fromEntries(Object.entries(def.shape!).map(fieldOf));
  if (def.type === 'literal') return typeof def.values![0] === 'number' ? 'number' : 'text';
  return def.format === 'datetime' ? 'instant' : kinds[def.type]!;
}

function fieldOf([name, schema]: [string, Schema]): [string, Shape] {
  const { type, innerType } = schema._zod.def;
  if (type === 'nullable') return fieldOf([`${name}?`, innerType!]);
  return type === 'optional' ? fieldOf([`${name}~`, innerType!]) : [name, shapeOf(schema)];
}

/** A server that has the specified calls alone cannot derive them, and a row may lack them. */
const withoutDerived = ({ 'settings~': _, ...shape }: Record<string, Shape>) => shape;

test.each(Object.entries(entities))('fills %s as the contract defines them', (table, entity) => {
  const shape = shapeOf(entity as z.ZodMiniObject as unknown as Schema) as Record<string, Shape>;
  expect(shapes[table as keyof typeof entities]).toEqual(withoutDerived(shape));
});

test.each(Object.entries(entities))('completes a row of %s of which only the id is known', (table, entity) => {
  const row = completed(table as keyof typeof entities, { id: '1' }, null, '2026-11-26T18:00:00.000Z');
  const { shape } = (entity as unknown as Schema)._zod.def;
  const needed = Object.entries(shape!).filter(([, schema]) => schema._zod.def.type !== 'optional');
  expect(needed.map(([name]) => name).filter((name) => !Object.hasOwn(row, name))).toEqual([]);
});
