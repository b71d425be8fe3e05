import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { wireHash, wirePieces } from './wire.ts';

// Pins the current shapes of the wire. Before you run it, decide: do yesterday's device and this server still understand each other?
// If not, raise SCHEMA in the same change.
const contract = join(import.meta.dirname, '../../contract/sync/calls.ts');
const pieces = wirePieces();
writeFileSync(join(import.meta.dirname, 'wire.json'), `${JSON.stringify(pieces, null, 2)}\n`);
writeFileSync(
  contract,
  readFileSync(contract, 'utf8').replace(/WIRE_HASH = '\w*'/, `WIRE_HASH = '${wireHash(pieces)}'`),
);
console.log(`Pinned ${Object.keys(pieces).length} shapes: ${wireHash(pieces)}`);
