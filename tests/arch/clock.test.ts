import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const features = join(import.meta.dirname, '../../src/features');

/** What only measures a span on this very device. */
const ofTheDevice = [
  'auth/use-countdown.ts',
  'menu/AvailabilityBoard.tsx',
  'notifications/Ringer.tsx',
  'orders/use-scan.ts',
];

test('no screen reads the device’s own clock for the present time: it may be wrong by a year (R44)', () => {
  const readers = readdirSync(features, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .filter((file) => /Date\.now\(\)|new Date\(\)/.test(readFileSync(join(features, file), 'utf8')));
  expect(readers.toSorted()).toEqual(ofTheDevice);
});
