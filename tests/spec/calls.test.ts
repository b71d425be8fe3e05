import { describe, expect, test } from 'vitest';
import type { Call } from '../../contract/call.ts';
import { calls } from '../../contract/index.ts';
import { later, specified } from './calls.ts';

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
const due = lines.filter((line) => !later.includes(line.key));

const fieldsOf = (schema: unknown) => Object.keys((schema as { shape?: object } | undefined)?.shape ?? {});

describe('the specification', () => {
  test('has 102 calls, each listed once', () => {
    expect(lines.length).toBe(new Set(lines.map((line) => line.key)).size);
    expect(lines.length).toBe(102);
  });

  test.each(due.map((line) => [line.key, line] as const))(
    '%s is in the contract with its access and its fields',
    (key, line) => {
      const call = built.get(key);
      expect(call?.path).toBe(line.path);
      expect(line.access === 'public' ? ['public'] : ['bearer', 'owner']).toContain(call!.options.access);
      const taken = [...fieldsOf(call!.options.body), ...fieldsOf(call!.options.query)];
      expect(line.fields.filter((field) => !taken.includes(field))).toEqual([]);
      expect(call!.options.addition ?? false).toBe(false);
    },
  );

  test('what is listed as later exists in it and has not been built meanwhile', () => {
    const known = new Set(lines.map((line) => line.key));
    expect(later.filter((key) => !known.has(key))).toEqual([]);
    expect(later.filter((key) => built.has(key))).toEqual([]);
    expect(later.length).toBe(new Set(later).size);
  });
});

test('what the specification does not have is tagged as an addition', () => {
  const known = new Set(lines.map((line) => line.key));
  const unmarked = Object.values(calls).filter((call) => !known.has(keyOf(call)) && call.options.addition !== true);
  expect(unmarked.map(keyOf)).toEqual([]);
});

test('no two calls share a name, or a method and path', () => {
  const names = Object.entries(calls);
  expect(names.filter(([name, call]) => name !== call.name)).toEqual([]);
  expect(built.size).toBe(names.length);
});
