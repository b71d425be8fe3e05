import { defineConfig } from 'vitest/config';

/** These measure milliseconds, so nothing else runs beside them. */
const alone = files('kitchen-taps', 'offline', 'restart');

/** Minutes each: `npm run test:long`. */
const long = files('converge', 'hostile-texts', 'kill', 'kitchen-evening', 'large-menu', 'update');

function files(...names: string[]): string[] {
  return names.map((name) => `tests/e2e/${name}.e2e.ts`);
}

const common = {
  globalSetup: ['tests/e2e/built.ts', 'tests/support/global-setup.ts'],
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // Eventual results may take long on a busy machine; tests with a time limit measure it themselves.
  expect: { poll: { timeout: 60_000 } },
  bail: 0,
};

// Two cores: two files at a time, and afterwards the measuring ones one by one.
export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    projects: [
      {
        test: {
          ...common,
          name: 'together',
          include: ['tests/e2e/**/*.e2e.ts'],
          exclude: [...alone, ...long],
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...common,
          name: 'other engines',
          include: ['tests/engines/firefox.e2e.ts'],
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
      {
        // Opt-in, because WebKitGTK needs 400 MB of packages.
        test: {
          ...common,
          name: 'webkit',
          include: ['tests/engines/webkit.e2e.ts'],
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: { ...common, name: 'long', include: long, maxWorkers: 2, sequence: { groupOrder: 4 } },
      },
      {
        test: { ...common, name: 'alone', include: alone, maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
