import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const features = join(import.meta.dirname, '../../src/features');

/** Files that only measure a span of time on this device. */
const ofTheDevice = [
  'auth/form/use-countdown.ts',
  'menu/board/AvailabilityBoard.tsx',
  'orders/list/use-scan.ts',
  'settings/kitchen-mode/people.ts',
];

test("no screen takes the current time from the device's clock (R44)", () => {
  const readers = readdirSync(features, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .filter((file) => /Date\.now\(\)|new Date\(\)/.test(readFileSync(join(features, file), 'utf8')));
  expect(readers.toSorted()).toEqual(ofTheDevice);
});
