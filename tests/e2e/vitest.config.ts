import { defineConfig } from 'vitest/config';

/** These count milliseconds: nothing else runs beside them, or the numbers would be the machine's. */
const alone = ['kitchen-taps', 'offline'].map((name) => `tests/e2e/${name}.e2e.ts`);

const common = {
  globalSetup: ['tests/e2e/built.ts', 'tests/support/global-setup.ts'],
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // What comes about in the end may take its time on a busy machine; what has a bound measures it.
  expect: { poll: { timeout: 15_000 } },
  bail: 0,
};

// Two cores: two files at a time, and afterwards one by one what is measured.
export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    projects: [
      {
        test: {
          ...common,
          name: 'together',
          include: ['tests/e2e/**/*.e2e.ts'],
          exclude: alone,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...common,
          name: 'other engines',
          include: ['tests/engines/*.e2e.ts'],
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: { ...common, name: 'alone', include: alone, maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
