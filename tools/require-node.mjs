// `node tools/require-node.mjs FILE ...` runs FILE on a suitable Node. Uses old syntax, because an old Node must be able to parse
// this.
// One process instead of `check && run`: a shell between npm and the server would keep the signal that asks it to stop.
import module from 'module';
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
// Keeps what it has compiled, and TypeScript without its types, in the machine's temporary folder; for the processes that it starts too.
module.enableCompileCache();
var cache = module.getCompileCacheDir();
if (cache) process.env.NODE_COMPILE_CACHE = cache;
process.argv.splice(1, 1);
process.argv[1] = resolve(process.argv[1]);
void import(pathToFileURL(process.argv[1]).href);
