import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// The browser tests have a configuration of their own: tests/e2e/vitest.config.ts.
export default defineConfig({
  test: {
    include: ['{bench,contract,demo,server,site,src,sw,tests,tools}/**/*.test.{ts,tsx}'],
    environment: 'node',
    globalSetup: ['tests/support/global-setup.ts'],
    // Both of two cores: it would leave one to itself otherwise.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // What comes about in the end may take its time on a slow machine.
    expect: { poll: { timeout: 90_000 } },
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
