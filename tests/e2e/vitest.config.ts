import { defineConfig } from 'vitest/config';

// Two cores: one file at a time, or the measured seconds would measure each other.
export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['tests/e2e/**/*.e2e.ts'],
    globalSetup: ['tests/e2e/built.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    bail: 0,
  },
});
