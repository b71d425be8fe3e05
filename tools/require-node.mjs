// `node tools/require-node.mjs FILE ...` runs FILE, on a Node that can. Plain old syntax: an old Node must be able to read this to the end.
// One process and not `check && run`: a shell between npm and the server would keep the signal that asks it to stop.
import { resolve } from 'path';
import { pathToFileURL } from 'url';

var major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  console.error(
    'Galley needs Node 24 or later; this is ' +
      process.version +
      '. `npm ci` brings Node 24 with the package "node" and npm\'s scripts use it.\n' +
      'If you see this from `npm start` or `npm test`, the install scripts were skipped: run `npm ci` again without --ignore-scripts.',
  );
  process.exit(1);
}
process.argv.splice(1, 1);
process.argv[1] = resolve(process.argv[1]);
void import(pathToFileURL(process.argv[1]).href);
