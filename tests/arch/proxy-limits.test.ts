import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { calls } from '../../contract/index.ts';
import { bodyLimitOf } from '../../contract/call.ts';

const root = join(import.meta.dirname, '../..');
const MEGABYTE = 1_000_000;

test.each([
  ['docs/operations.md', /client_max_body_size (\d+)m;/],
  ['Caddyfile', /max_size (\d+)MB/],
  ['Caddyfile.scale', /max_size (\d+)MB/],
])('the proxy of %s lets the largest request through', (file, limit) => {
  const largest = Math.max(...Object.values(calls).map(bodyLimitOf));
  const megabytes = Number(limit.exec(readFileSync(join(root, file), 'utf8'))?.[1]);
  expect(megabytes * MEGABYTE).toBeGreaterThan(largest);
  console.info(`the largest request has ${(largest / MEGABYTE).toFixed(1)} MB`);
});
