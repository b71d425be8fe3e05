import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WIRE_HASH } from '../../contract/sync/calls.ts';
import { wireHash, wirePieces } from './wire.ts';

const pinned = JSON.parse(readFileSync(join(import.meta.dirname, 'wire.json'), 'utf8')) as Record<string, string>;

// What to do when this fails: a device that was closed for a month still sends and understands yesterday's shapes. If it and this server
// understand each other all the same (a new call, a new optional field), run `node tests/spec/pin-wire.ts`; if not, raise SCHEMA first.
test('what device and server say to each other has the shapes that are pinned beside its number (R45)', () => {
  expect(wirePieces()).toEqual(pinned);
  expect(wireHash(wirePieces())).toBe(WIRE_HASH);
});

test('every queued call, every row of the mirror and the protocol itself are pinned', () => {
  expect(Object.keys(pinned)).toEqual(
    expect.arrayContaining(['sync.push', 'sync.pull', 'row orders', 'orders.setStatus']),
  );
});
