import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LONGEST_WAIT_MS, TEST_LIMIT_MS } from './tests/support/waits.ts';

// The browser tests have a configuration of their own: tests/e2e/vitest.config.ts.
export default defineConfig({
  test: {
    include: ['{bench,contract,demo,server,site,src,sw,tests,tools}/**/*.test.{ts,tsx}'],
    environment: 'node',
    globalSetup: ['tests/support/global-setup.ts'],
    // Both of two cores: it would leave one to itself otherwise.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    expect: { poll: { timeout: LONGEST_WAIT_MS } },
    testTimeout: TEST_LIMIT_MS,
    hookTimeout: TEST_LIMIT_MS,
  },
});
