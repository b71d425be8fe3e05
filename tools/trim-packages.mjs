// Runs after `npm ci` and takes out of two packages what costs and is of no use here.
// Uses old syntax, because the machine's own Node may run it.
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'fs';
import { join } from 'path';

dropHeaders();
shortenExports();

/** The package "node" brings 67 MB of C headers, which only natively compiled addons would need, and there are none. */
function dropHeaders() {
  var inner = join('node_modules', 'node', 'node_modules');
  var names = [];
  try {
    names = readdirSync(inner);
  } catch {
    // Without the package there is nothing to drop.
  }
  for (var name of names) rmSync(join(inner, name, 'include'), { recursive: true, force: true });
}

/**
 * drizzle-orm lists each of its 450 files in package.json, and Node parses that again for each file it loads: 2 s of 10 at a start on a
 * slow machine, and in each test file. A pattern says the same.
 */
function shortenExports() {
  var path = join('node_modules', 'drizzle-orm', 'package.json');
  var text;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return;
  }
  var described = JSON.parse(text);
  var short = {};
  for (var name of Object.keys(described.exports)) {
    var target = described.exports[name];
    // Folders need their own line; what is a file follows the pattern.
    if (JSON.stringify(target) !== JSON.stringify(targetOf(name))) short[name] = target;
  }
  short['./*'] = targetOf('./*');
  described.exports = short;
  writeFileSync(path, JSON.stringify(described));
}

function targetOf(name) {
  return {
    import: { types: name + '.d.ts', default: name + '.js' },
    require: { types: name + '.d.cts', default: name + '.cjs' },
    types: name + '.d.ts',
    default: name + '.js',
  };
}
