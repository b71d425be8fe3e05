import { fileURLToPath } from 'node:url';

/** What the bundler tells of its modules. */
interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const source = (path: string) => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

const signIn = ['Login', 'Register', 'Verify'].map((name) => source(`features/auth/${name}Screen.tsx`));
const app = [source('shell/AppShell.tsx'), source('features/orders/OrdersScreen.tsx')];

/** What the sign-in pages and the first page of the app have in common; a file of its own, so that signing in does not bring the app. */
export const isOfBoth = (id: string, graph: Graph): boolean =>
  closureOf(signIn, graph).has(id) && closureOf(app, graph).has(id);

const closures = new Map<string[], Set<string>>();

/** These modules and all that they import statically. */
function closureOf(modules: string[], graph: Graph): Set<string> {
  const known = closures.get(modules);
  if (known) return known;
  const closure = new Set(modules);
  // Grows while it is walked through.
  for (const id of closure) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) closure.add(imported);
  closures.set(modules, closure);
  return closure;
}
