import { describe, expect, test } from 'vitest';
import type { Call } from '../../contract/call.ts';
import { calls } from '../../contract/index.ts';
import { specified } from './calls.ts';

interface Line {
  key: string;
  method: string;
  path: string;
  access: string;
  fields: string[];
}

const lines: Line[] = Object.values(specified)
  .flat()
  .map((line) => {
    const [method, path, access, ...fields] = line.split(' ') as [string, string, string, ...string[]];
    return { key: `${method} ${path}`, method, path, access, fields };
  });
const keyOf = (call: Call) => `${call.method} ${call.path}`;
const built = new Map(Object.values(calls).map((call) => [keyOf(call), call]));
const isBuilt = (line: Line) => built.has(line.key);

const fieldsOf = (schema: unknown) => Object.keys((schema as { shape?: object } | undefined)?.shape ?? {});

describe('the specification', () => {
  test('has 102 calls, each listed once', () => {
    expect(lines.length).toBe(new Set(lines.map((line) => line.key)).size);
    expect(lines.length).toBe(102);
  });

  test.each(lines.filter(isBuilt).map((line) => [line.key, line] as const))(
    '%s is in the contract with access and fields',
    (key, line) => {
      const call = built.get(key);
      expect(call?.path).toBe(line.path);
      expect(call!.options.access === 'public').toBe(line.access === 'public');
      expect(call!.options.access).not.toBe('storefront');
      const accepted = [...fieldsOf(call!.options.body), ...fieldsOf(call!.options.query)];
      expect(line.fields.filter((field) => !accepted.includes(field))).toEqual([]);
      expect(call!.options.addition ?? false).toBe(false);
    },
  );

  test('has no call that is not built', () => {
    expect(lines.filter((line) => !isBuilt(line)).map(({ key }) => key)).toEqual([]);
  });
});

test('calls beyond the specification are tagged as additions', () => {
  const known = new Set(lines.map((line) => line.key));
  const unmarked = Object.values(calls).filter((call) => !known.has(keyOf(call)) && call.options.addition !== true);
  expect(unmarked.map(keyOf)).toEqual([]);
});

test('the contract has no duplicate name, or method and path', () => {
  const names = Object.entries(calls);
  expect(names.filter(([name, call]) => name !== call.name)).toEqual([]);
  expect(built.size).toBe(names.length);
});
