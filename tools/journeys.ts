import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findChromium } from '../tests/support/chromium.ts';
import { projectFolder } from '../server/web/build.ts';
import { runStep } from './steps.ts';

/**
 * Runs browser tests: `node tools/journeys.ts PROJECT...` (projects of tests/e2e/vitest.config.ts). A file that fails runs once more,
 * alone, after the others. If it passes then, it is reported as flaky and does not fail the run. Nothing else is retried. The last line
 * is `N passed, M failed, K flaky`.
 */
interface Outcome {
  passed: number;
  /** Failed files with the first failure's message. */
  failed: Map<string, string>;
  output: string;
}

/** The parts of Vitest's JSON report that count here. */
interface Report {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; title: string; failureMessages: string[] }[];
  }[];
}

const RUN_LIMIT_SECONDS = 7200;
const projects = process.argv.slice(2).flatMap((name) => ['--project', name]);
const env = { CHROMIUM: await findChromium({ isSmall: true }), BROWSER_FILES: String(await countFreeCores()) };
console.log(`Browser: ${env.CHROMIUM}, ${env.BROWSER_FILES} files at a time`);

const first = await run([]);
let passed = first.passed;
const flaky: string[] = [];
const failed: string[] = [];
for (const [file, message] of first.failed) {
  console.log(`\n== once more, alone: ${file}`);
  const again = await run([file]);
  passed += again.passed;
  if (again.failed.size === 0 && again.passed > 0) flaky.push(`flaky: ${file} (${message})`);
  else failed.push(` FAIL  ${file}\n${again.failed.get(file) ?? message}\n`);
}
if (first.passed === 0 && first.failed.size === 0) failed.push(' FAIL  browser tests\nError: no test ran\n');

console.log(['', ...failed, ...flaky].join('\n'));
console.log(`${passed} passed, ${failed.length} failed, ${flaky.length} flaky`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** How many files run at a time: one for each core, at most two, and one if a core is busy with something else. */
async function countFreeCores(): Promise<number> {
  const read = () => cpus().flatMap(({ times }) => Object.entries(times));
  const sum = (times: [string, number][], name?: string) =>
    times.reduce((total, [key, ms]) => (name === undefined || key === name ? total + ms : total), 0);
  const before = read();
  await sleep(2000);
  const after = read();
  const idle = (sum(after, 'idle') - sum(before, 'idle')) / (sum(after) - sum(before));
  const cores = Math.min(2, availableParallelism());
  return idle * availableParallelism() > cores - 0.6 ? cores : 1;
}

async function run(files: string[]): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'galley-journeys-'));
  const report = join(folder, 'report.json');
  const config = ['--config', 'tests/e2e/vitest.config.ts', ...projects];
  const reporters = ['--reporter', 'default', '--reporter', 'json', '--outputFile.json', report];
  const { output } = await runStep(
    {
      name: 'vitest',
      command: ['vitest', 'run', ...config, ...reporters, ...files],
      env,
      limitSeconds: RUN_LIMIT_SECONDS,
    },
    { isLoud: true },
  );
  const text = await readFile(report, 'utf8').catch(() => null);
  await rm(folder, { recursive: true, force: true });
  if (text === null) return { passed: 0, failed: new Map([['all files', 'The run did not come to its end']]), output };
  const { testResults } = JSON.parse(text) as Report;
  const outcome: Outcome = { passed: 0, failed: new Map(), output };
  for (const { name, status, message, assertionResults } of testResults) {
    // A file that failed runs again as a whole, so none of its tests counts yet.
    if (status === 'passed') outcome.passed += assertionResults.filter((one) => one.status === 'passed').length;
    else outcome.failed.set(relative(projectFolder, name), firstLine(message, assertionResults));
  }
  return outcome;
}

function firstLine(message: string, tests: Report['testResults'][0]['assertionResults']): string {
  const broken = tests.find((one) => one.status === 'failed');
  const text = broken ? `${broken.title}: ${broken.failureMessages[0] ?? ''}` : message;
  return text.split('\n')[0]!.slice(0, 300);
}
