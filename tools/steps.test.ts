import { expect, test, vi } from 'vitest';
import { failures, lastSum, report, runStep, vitestCount } from './steps.ts';

test.each([
  [' Test Files  2 passed (2)\n      Tests  41 passed (41)\n', { passed: 41, failed: 0 }],
  [' Test Files  1 failed | 2 passed (3)\n      Tests  3 failed | 41 passed (44)\n', { passed: 41, failed: 3 }],
  ['\u001b[2m      Tests \u001b[22m \u001b[1m\u001b[32m7 passed\u001b[39m (7)\n', { passed: 7, failed: 0 }],
  [' Test Files  1 failed | 1 passed (2)\n      Tests  4 passed (4)\n', { passed: 4, failed: 1 }],
  ['      Tests  4 passed | 2 skipped (6)\n', { passed: 4, failed: 2 }],
  ['no tests at all', null],
])('a skipped test or broken file is no success: %j', (output, expected) => {
  expect(vitestCount(output)).toEqual(expected);
});

test('failed tests are named with their errors', () => {
  const output = [
    '\u001b[31m FAIL \u001b[39m tests/a.test.ts > keeps a change',
    'AssertionError: expected 2 to be 1',
    ' ❯ tests/a.test.ts:3:5',
    '',
    ' FAIL  |together| tests/b.e2e.ts > prints',
    'Error: timed out',
    '',
    ' Test Files  2 failed (2)',
  ].join('\n');
  expect(failures(output)).toEqual([
    ' FAIL  tests/a.test.ts > keeps a change\nAssertionError: expected 2 to be 1\n ❯ tests/a.test.ts:3:5',
    ' FAIL  |together| tests/b.e2e.ts > prints\nError: timed out',
  ]);
});

test('a step that hangs is ended with what it started, and fails by its name', async () => {
  const hang =
    "require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' }); console.log('begun')";
  const result = await runStep({ name: 'hanging', command: ['node', '-e', hang], limitSeconds: 2 });
  expect(result).toMatchObject({ passed: 0, failed: 1 });
  expect(failures(result.output)[0]).toMatch(/^ FAIL {2}hanging\nError: not done after 2 s/);
});

test('a flaky file is counted and fails nothing', () => {
  const output = 'flaky: tests/e2e/a.e2e.ts (waits: too long)\n41 passed, 0 failed, 1 flaky\n';
  expect(lastSum(output)).toEqual({ passed: 41, failed: 0, flaky: 1 });
  expect(lastSum('12 passed, 3 failed\n')).toEqual({ passed: 12, failed: 3, flaky: 0 });
  const printed = vi.spyOn(console, 'log').mockImplementation(() => {});
  const result = { name: 'core journeys', seconds: 1, output, passed: 41, failed: 0, flaky: 1 };
  expect(report([result], { isLoud: true })).toBe(0);
  expect(printed.mock.calls.flat()).toContain('flaky: tests/e2e/a.e2e.ts (waits: too long)');
  printed.mockRestore();
});
