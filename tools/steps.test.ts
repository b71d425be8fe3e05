import { expect, test } from 'vitest';
import { vitestCount } from './steps.ts';

test.each([
  [' Test Files  2 passed (2)\n      Tests  41 passed (41)\n', { passed: 41, failed: 0 }],
  [' Test Files  1 failed | 2 passed (3)\n      Tests  3 failed | 41 passed (44)\n', { passed: 41, failed: 3 }],
  ['\u001b[2m      Tests \u001b[22m \u001b[1m\u001b[32m7 passed\u001b[39m (7)\n', { passed: 7, failed: 0 }],
  [' Test Files  1 failed | 1 passed (2)\n      Tests  4 passed (4)\n', { passed: 4, failed: 1 }],
  ['      Tests  4 passed | 2 skipped (6)\n', { passed: 4, failed: 2 }],
  ['no tests at all', null],
])('a skipped test or a broken file is no success: %j', (output, expected) => {
  expect(vitestCount(output)).toEqual(expected);
});
