// After `npm ci`: the package "node" brings 67 MB of C headers, which only addons that are compiled here would need, and there are none.
// Plain old syntax: the machine's own Node may run it.
import { readdirSync, rmSync } from 'fs';
import { join } from 'path';

var inner = join('node_modules', 'node', 'node_modules');
var names = [];
try {
  names = readdirSync(inner);
} catch {
  // Without the package there is nothing to drop.
}
for (var name of names) rmSync(join(inner, name, 'include'), { recursive: true, force: true });
