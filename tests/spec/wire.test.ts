import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WIRE_HASH } from '../../contract/sync/calls.ts';
import { wireHash, wirePieces } from './wire.ts';

const pinned = JSON.parse(readFileSync(join(import.meta.dirname, 'wire.json'), 'utf8')) as Record<string, string>;

// What to do when this fails: a device that was closed for a month still sends and understands the old shapes. If it and this server
// still understand each other (a new call, a new optional field), run `node tests/spec/pin-wire.ts`; if not, raise SCHEMA first.
test('the wire has the shapes pinned for its schema number (R45)', () => {
  expect(wirePieces()).toEqual(pinned);
  expect(wireHash(wirePieces())).toBe(WIRE_HASH);
});

test('pins every queued call, mirror row and protocol call', () => {
  expect(Object.keys(pinned)).toEqual(
    expect.arrayContaining(['sync.push', 'sync.pull', 'row orders', 'orders.setStatus']),
  );
});
