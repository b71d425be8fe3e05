import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { LONGEST_WAIT_MS, TEST_LIMIT_MS } from './tests/support/waits.ts';

const sources = '{bench,contract,demo,server,site,src,sw,tests,tools}';
const testsOf = (folders: string[]) => folders.map((folder) => `${folder}/**/*.test.{ts,tsx}`);
/** Their files keep no state in modules, so they share the workers: importing the server again for each file takes a fifth of the time. */
const pure = testsOf(['contract', 'src/lib', 'site']);
const server = testsOf(['server', 'tests/api']);
/** One PostgreSQL for a run. */
const globalSetup = ['tests/support/global-setup.ts'];
/** With `LONG=1`, tests that take longer than the gate may: `npm run test:all`. */
const isLong = process.env['LONG'] === '1';

const common = {
  environment: 'node' as const,
  // Both of two cores: it would leave one to itself otherwise.
  maxWorkers: Math.max(2, availableParallelism() - 1),
  expect: { poll: { timeout: LONGEST_WAIT_MS } },
  testTimeout: TEST_LIMIT_MS,
  hookTimeout: TEST_LIMIT_MS,
};

// The browser tests have a configuration of their own: tests/e2e/vitest.config.ts.
export default defineConfig({
  test: {
    globalSetup,
    projects: isLong
      ? [{ test: { ...common, name: 'long', include: [`${sources}/**/*.long.test.ts`] } }]
      : [
          { test: { ...common, name: 'pure', include: pure, isolate: false } },
          {
            test: {
              ...common,
              name: 'server',
              include: server,
              exclude: [...configDefaults.exclude, '**/*.long.test.ts'],
              isolate: false,
            },
          },
          {
            test: {
              ...common,
              name: 'unit',
              include: [`${sources}/**/*.test.{ts,tsx}`],
              exclude: [...configDefaults.exclude, '**/*.long.test.ts', ...pure, ...server],
            },
          },
        ],
  },
});
