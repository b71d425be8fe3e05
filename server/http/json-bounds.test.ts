import { expect, test } from 'vitest';
import { findExceededBound, findExceededBoundInSlices } from './json-bounds.ts';

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

test('a long text leaves the others their turns', async () => {
  const bytes = Buffer.alloc(14 * 1024 * 1024, '1,');
  bytes.write('[');
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  expect(await findExceededBoundInSlices(bytes, { nodes: Infinity, depth: 3 })).toBeNull();
  isOver = true;
  expect(turns).toBeGreaterThanOrEqual(27);
  expect(await findExceededBoundInSlices(bytes, { nodes: 5, depth: 3 })).toBe('nodes');
});
