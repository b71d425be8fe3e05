import { findChromium } from '../tests/support/chromium.ts';
import { report, runStep, vitestCount } from './steps.ts';

// Browser tests of several minutes each, which `npm test` leaves out.
const command = ['vitest', 'run', '--config', 'tests/e2e/vitest.config.ts', '--project', 'long'];
const env = { CHROMIUM: await findChromium() };
const result = await runStep({ name: 'long browser tests', command, env, count: vitestCount }, { isLoud: true });
process.exitCode = report([result], { isLoud: true });
