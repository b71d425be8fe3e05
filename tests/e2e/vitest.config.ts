import { defineConfig } from 'vitest/config';
import { LONGEST_WAIT_MS, TEST_LIMIT_MS } from '../support/waits.ts';

/**
 * The core journeys, which `npm test` runs: ten files for what is common, and one for each area, chosen for what only a browser shows. Everything
 * else in this folder runs with `npm run test:all`.
 */
const core = files(
  'bookings',
  'chats',
  'counter',
  'first-evening',
  'first-update',
  'inventory',
  'kitchen-view',
  'menu',
  'money',
  'offline',
  'owners-view',
  'routes',
  'session',
  'website',
  'whatsapp',
);

/** These measure milliseconds, so nothing else runs beside them. */
const alone = files('kitchen-taps', 'latency', 'restart');

/** Minutes each. */
const long = files('converge', 'hostile-texts', 'kill', 'kitchen-evening', 'large-menu', 'long-chat', 'update');

function files(...names: string[]): string[] {
  return names.map((name) => `tests/e2e/${name}.e2e.ts`);
}

const common = {
  globalSetup: ['tests/e2e/built.ts', 'tests/support/global-setup.ts'],
  testTimeout: TEST_LIMIT_MS,
  hookTimeout: TEST_LIMIT_MS,
  expect: { poll: { timeout: LONGEST_WAIT_MS } },
  bail: 0,
};

/** Files at a time: tools/journeys.ts measures how many cores are free. */
const maxWorkers = Number(process.env['BROWSER_FILES'] ?? 2);

export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    projects: [
      { test: { ...common, name: 'core', include: core, maxWorkers, sequence: { groupOrder: 0 } } },
      {
        test: {
          ...common,
          name: 'together',
          include: ['tests/e2e/**/*.e2e.ts'],
          exclude: [...core, ...alone, ...long],
          maxWorkers,
          sequence: { groupOrder: 1 },
        },
      },
      { test: { ...common, name: 'alone', include: alone, maxWorkers: 1, sequence: { groupOrder: 2 } } },
      { test: { ...common, name: 'long', include: long, maxWorkers, sequence: { groupOrder: 3 } } },
      {
        test: {
          ...common,
          name: 'other engines',
          include: ['tests/engines/firefox.e2e.ts'],
          maxWorkers: 1,
          sequence: { groupOrder: 4 },
        },
      },
      {
        // Opt-in, because WebKitGTK needs 400 MB of packages.
        test: {
          ...common,
          name: 'webkit',
          include: ['tests/engines/webkit.e2e.ts'],
          maxWorkers: 1,
          sequence: { groupOrder: 5 },
        },
      },
    ],
  },
});
