import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { LONGEST_WAIT_MS, TEST_LIMIT_MS } from './tests/support/waits.ts';

const sources = '{bench,contract,demo,server,site,src,sw,tests,tools}';
// Isolated, a file loads every module it imports anew, which is a third of a run. Code that keeps nothing in its modules
// needs none of that: its files share the workers.
const pure = [
  ...['contract', 'src/lib', 'site', 'tools', 'tests/arch', 'tests/spec'].map(
    (folder) => `${folder}/**/*.test.{ts,tsx}`,
  ),
  // Of the screens, what has neither a document, nor a device's database, nor modules replaced.
  ...globSync('src/{features,ui}/**/*.test.ts').filter(
    (file) =>
      !/@vitest-environment|indexeddb|vi\.(mock|stub)|globalThis|data\/current/.test(readFileSync(file, 'utf8')),
  ),
];
/** These start faster as threads. Tests with a device's database may not: in one process, Dexie tells every thread what another wrote. */
const threads = ['server', 'demo', 'tests/api', 'tests/inventory', 'tests/prices', 'tests/promotions'].map(
  (folder) => `${folder}/**/*.test.ts`,
);
/** One PostgreSQL for a run. */
const globalSetup = ['tests/support/global-setup.ts'];
/** With `LONG=1`, tests that take longer than the gate may: `npm run test:all`. */
const isLong = process.env['LONG'] === '1';

const common = {
  environment: 'node' as const,
  // One more than cores, as a test often waits for its database.
  maxWorkers: availableParallelism() + 1,
  expect: { poll: { timeout: LONGEST_WAIT_MS } },
  testTimeout: TEST_LIMIT_MS,
  hookTimeout: TEST_LIMIT_MS,
};

const rest = { ...common, exclude: [...configDefaults.exclude, '**/*.long.test.ts'] };

// The browser tests have a configuration of their own: tests/e2e/vitest.config.ts.
export default defineConfig({
  test: {
    globalSetup,
    projects: isLong
      ? [{ test: { ...common, name: 'long', include: [`${sources}/**/*.long.test.ts`] } }]
      : [
          { test: { ...common, name: 'pure', include: pure, isolate: false } },
          { test: { ...rest, name: 'server', include: threads, pool: 'threads', isolate: false } },
          {
            test: {
              ...rest,
              name: 'unit and whole',
              include: [`${sources}/**/*.test.{ts,tsx}`],
              exclude: [...rest.exclude, ...pure, ...threads],
            },
          },
        ],
  },
});
