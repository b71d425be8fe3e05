import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { wireHash, wirePieces } from './wire.ts';

// Pins the shapes of the wire as they are now. Before it is run, somebody has decided: do a device of yesterday and this server still
// understand each other? If not, SCHEMA is raised with it.
const contract = join(import.meta.dirname, '../../contract/sync/calls.ts');
const pieces = wirePieces();
writeFileSync(join(import.meta.dirname, 'wire.json'), `${JSON.stringify(pieces, null, 2)}\n`);
writeFileSync(
  contract,
  readFileSync(contract, 'utf8').replace(/WIRE_HASH = '\w*'/, `WIRE_HASH = '${wireHash(pieces)}'`),
);
console.log(`Pinned ${Object.keys(pieces).length} shapes: ${wireHash(pieces)}`);
