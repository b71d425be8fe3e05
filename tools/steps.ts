import { spawn, type ChildProcess } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { projectFolder } from '../server/web/build.ts';

/** One part of a check or test run: a command that passes or fails. */
export interface Step {
  name: string;
  command: string[];
  env?: Record<string, string>;
  /** After so many seconds its processes are ended and it has failed: three times what it takes on a quiet machine with two cores. */
  limitSeconds?: number;
  /** Reads the number of tests from its output; without it the step counts as one. */
  count?(output: string): Counted | null;
}

interface Counted {
  passed: number;
  failed: number;
  /** Files that failed and then passed alone. */
  flaky?: number;
}

export interface StepResult {
  name: string;
  passed: number;
  failed: number;
  flaky: number;
  seconds: number;
  output: string;
}

const compiled = join(projectFolder, 'node_modules/.cache/compiled');

/** Runs one step to its end. Its output is shown at once if `isLoud`, otherwise kept for the report of a failure. */
export function runStep(step: Step, { isLoud = false } = {}): Promise<StepResult> {
  const began = performance.now();
  const [command, ...args] = step.command;
  const path = [join(projectFolder, 'node_modules/.bin'), process.env['PATH']].join(delimiter);
  return new Promise((resolve) => {
    const child = spawn(command!, args, {
      cwd: projectFolder,
      // What one of many processes has compiled the next one loads.
      env: { ...process.env, PATH: path, NO_COLOR: '1', NODE_COMPILE_CACHE: compiled, ...step.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
      // A process group of its own, so that what it started ends with it.
      detached: process.platform !== 'win32',
    });
    let output = '';
    let isOver = false;
    const limit = setTimeout(
      () => {
        isOver = true;
        endGroup(child);
      },
      (step.limitSeconds ?? 3600) * 1000,
    );
    const take = (chunk: Buffer) => {
      output += String(chunk);
      if (isLoud) process.stdout.write(chunk);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('error', (error) => (output += error.message));
    child.on('close', (code) => {
      clearTimeout(limit);
      if (isOver) output += tooLong(step, output);
      const counted = step.count?.(output) ?? null;
      const {
        passed,
        failed,
        flaky = 0,
      } = counted ?? { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, flaky: 0 };
      // A runner that fails without a failing test (a crash, no tests) has failed too.
      resolve({
        name: step.name,
        passed,
        failed: code === 0 ? failed : Math.max(failed, 1),
        flaky,
        seconds: (performance.now() - began) / 1000,
        output,
      });
    });
  });
}

function tooLong({ name, limitSeconds }: Step, output: string): string {
  const last = output.trimEnd().split('\n').slice(-20).join('\n');
  return `\n FAIL  ${name}\nError: not done after ${limitSeconds} s, so its processes were ended. It printed last:\n${last}\n`;
}

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}

/** Prints failures, a short table and the sum; returns the exit code. */
export function report(results: StepResult[], { isLoud = false } = {}): number {
  for (const { name, failed, output } of results)
    if (failed > 0 && !isLoud) console.log(`\n--- ${name} ---\n${output.trimEnd()}\n`);
  console.log('');
  for (const { name, passed, failed, flaky, seconds } of results)
    console.log(
      `${failed === 0 ? 'ok  ' : 'FAIL'}  ${name.padEnd(28)} ${`${passed} passed`.padStart(12)} ${(failed ? `${failed} failed` : flaky ? `${flaky} flaky` : '').padStart(8)} ${seconds.toFixed(1).padStart(7)} s`,
    );
  // Again at the end, because of a long log often only the end is kept.
  for (const { output } of results) for (const failure of failures(output)) console.log(`\n${failure}`);
  for (const { output } of results) for (const [line] of output.matchAll(/^flaky: .*$/gm)) console.log(line);
  const sum = (key: 'passed' | 'failed') => results.reduce((total, result) => total + result[key], 0);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') === 0 ? 0 : 1;
}

/** The sum that `report` and tools/journeys.ts print last. */
export function lastSum(output: string): Counted | null {
  const [, passed, failed, flaky] =
    [...output.matchAll(/^(\d+) passed, (\d+) failed(?:, (\d+) flaky)?$/gm)].at(-1) ?? [];
  return passed === undefined ? null : { passed: Number(passed), failed: Number(failed), flaky: Number(flaky ?? 0) };
}

/** Each failed test of a run of Vitest: its name, the error, and where. */
export function failures(output: string): string[] {
  const plain = stripVTControlCharacters(output);
  return [...plain.matchAll(/^ FAIL  (?:.+)\n(?:.*\n){0,2}/gm)].map(([text]) => text.trimEnd());
}

/** Vitest's own sum: "Tests  3 failed | 41 passed (44)". */
export function vitestCount(output: string): Counted | null {
  const plain = stripVTControlCharacters(output);
  const line = /^\s*Tests\s+(.*)$/m.exec(plain)?.[1];
  if (!line) return null;
  const of = (unit: string) => Number(new RegExp(`(\\d+) ${unit}`).exec(line)?.[1] ?? 0);
  // A skipped test proves nothing, so it does not count as passed; broken test files have no tests to count.
  const brokenFiles = Number(/^\s*Test Files\s+(\d+) failed/m.exec(plain)?.[1] ?? 0);
  const failed = of('failed');
  return { passed: of('passed'), failed: failed + of('skipped') + of('todo') + (failed === 0 ? brokenFiles : 0) };
}
