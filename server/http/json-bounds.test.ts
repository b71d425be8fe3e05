import { expect, test } from 'vitest';
import { findExceededBound } from './json-bounds.ts';

const check = (text: string, bounds = { nodes: 5, depth: 3 }) =>
  findExceededBound(new TextEncoder().encode(text), bounds);

test.each([
  ['1', null],
  ['[1,2,3]', null],
  ['[1,2,3,4,5]', 'nodes'],
  ['{"a":1,"b":{"c":2}}', null],
  ['[[[[', 'depth'],
  ['[[[]]]', null],
  ['[[],[],[]]', 'nodes'],
] as const)('%s exceeds %s', (text, bound) => {
  expect(check(text)).toBe(bound);
});

test('ignores brackets inside strings', () => {
  expect(check('"[[[[,,,,,,{{{{"')).toBeNull();
  expect(check(String.raw`"\"[[[[,,,,,,"`)).toBeNull();
  expect(check(String.raw`["\\",1,2,3,4,5]`)).toBe('nodes');
  expect(check('["é，［",1]')).toBeNull();
});
