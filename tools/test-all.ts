import { findChromium } from '../tests/support/chromium.ts';
import { report, runStep, vitestCount } from './steps.ts';
import type { StepResult } from './steps.ts';

// Before anything else, so that a machine without one says so at once and not after ten minutes.
const chromium = await findChromium();
console.log(`Browser: ${chromium}\n`);

const browserTests = ['vitest', 'run', '--config', 'tests/e2e/vitest.config.ts'];
const results: StepResult[] = [
  await runStep({ name: 'test', command: ['node', 'tools/test.ts'], count: vitestCount }, { isLoud: true }),
  await runStep(
    {
      name: 'browser tests',
      command: [...browserTests, '--project', 'together', '--project', 'alone'],
      env: { CHROMIUM: chromium },
      count: vitestCount,
    },
    { isLoud: true },
  ),
];
process.exitCode = report(results, { isLoud: true });
